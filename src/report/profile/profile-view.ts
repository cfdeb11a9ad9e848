import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Token } from '../../profile/token.ts';
import { SUMMARY } from './panel-facts.ts';
import type { ProfileReading } from './read-profile.ts';
import type { PreviousRequest } from './related.ts';

/** The parameter of the address that chooses the panel. */
export const PANEL_PARAM = 'panel';

export interface ProfileView extends ProfileReading {
  readonly base: string;
  readonly zone: string;
  readonly now: Micros;
  /** The request that held the event loop during this one; `null` if none is known or it is no longer in the book. */
  readonly waitedFor: Entry | null;
  /** The panel that the address asks for. Not every profile has every panel. */
  readonly panel: string;
  /** The profiles of calls that the app sent to itself, by method and URL. */
  readonly calls: ReadonlyMap<string, Token>;
  /** The query string of the search this profile was opened from; empty if there was none. */
  readonly search: string;
  /** The query string of this page without the panel, for links to other panels and to the neighbours in that search. */
  readonly query: string;
  readonly newer: Token | null;
  readonly older: Token | null;
  readonly previous: PreviousRequest | null;
}

type Source = Pick<ProfileView, 'base' | 'query' | 'zone'>;

/** The address of a panel of a profile, in the search that this one was opened from. */
export function panelHref({ base, query, zone }: Source, token: Token, panel: string): string {
  const params = new URLSearchParams(query === '' && zone !== 'UTC' ? { tz: zone } : query);
  if (panel !== SUMMARY) params.set(PANEL_PARAM, panel);
  const text = params.toString();
  return `${base}/${token}${text === '' ? '' : `?${text}`}`;
}
