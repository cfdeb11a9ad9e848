import type { Entry } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import type { Token, Tokens } from '../../profile/token.ts';
import type { Page } from '../../store/store.ts';
import type { Sources } from './source-lines.ts';

/** The parameter of the address that chooses the panel. */
export const PANEL_PARAM = 'panel';
/** The panel of an address without this parameter. */
export const SUMMARY = 'summary';
/** All panels on one page. */
export const EVERYTHING = 'everything';

/** The request before this one that does the same. */
export interface PreviousRequest {
  readonly token: Token;
  /** `request to this route`. */
  readonly what: string;
}

/** Requests of the same client in the minutes before and after this one. */
export interface ClientRequests {
  /** Newest first, with this request or its main request. */
  readonly requests: readonly Entry[];
  /** Whether the search was complete. */
  readonly isComplete: boolean;
  /** Whether there are more than these. */
  readonly isLimited: boolean;
}

/** Everything the profile page shows. */
export interface ProfileView {
  readonly base: string;
  readonly profile: Profile;
  readonly token: Token;
  readonly tokens: Tokens;
  readonly zone: string;
  readonly now: Micros;
  /** The main request of a sub-request; `null` if there is none or it is no longer in the book. */
  readonly parent: Entry | null;
  /** The request that held the event loop during this one; `null` if none is known or it is no longer in the book. */
  readonly waitedFor: Entry | null;
  readonly subRequests: Page;
  /** The panel that the address asks for. Not every profile has every panel. */
  readonly panel: string;
  /** The profiles of calls that the app sent to itself, by method and URL. */
  readonly calls: ReadonlyMap<string, Token>;
  /** `null` if the client has no address, or the panel does not show them. */
  readonly clientRequests: ClientRequests | null;
  /** The query string of the search this profile was opened from; empty if there was none. */
  readonly search: string;
  /** The query string of this page without the panel, for links to other panels and to the neighbours in that search. */
  readonly query: string;
  readonly newer: Token | null;
  readonly older: Token | null;
  readonly previous: PreviousRequest | null;
  readonly sources: Sources;
}

type Source = Pick<ProfileView, 'base' | 'query' | 'zone'>;

/** The address of a panel of a profile, in the search that this one was opened from. */
export function panelHref({ base, query, zone }: Source, token: Token, panel: string): string {
  const params = new URLSearchParams(query === '' && zone !== 'UTC' ? { tz: zone } : query);
  if (panel !== SUMMARY) params.set(PANEL_PARAM, panel);
  const text = params.toString();
  return `${base}/${token}${text === '' ? '' : `?${text}`}`;
}
