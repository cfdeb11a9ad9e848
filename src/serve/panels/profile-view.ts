import type { Entry } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import type { Token, Tokens } from '../../profile/token.ts';
import type { Page } from '../../store/store.ts';
import type { Sources } from './source-lines.ts';

/** A profile worth comparing with this one. */
export interface SimilarRequest {
  readonly label: string;
  readonly token: Token;
}

/** Requests of the same client just after and just before this one. */
export interface ClientRequests {
  readonly later: Page;
  readonly earlier: Page;
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
  /** `null` if the client has no address. */
  readonly clientRequests: ClientRequests | null;
  /** The query string of the search this profile was opened from; empty if there was none. */
  readonly search: string;
  /** The query string of this page, for the links to the neighbours in that search. */
  readonly query: string;
  readonly newer: Token | null;
  readonly older: Token | null;
  readonly similar: readonly SimilarRequest[];
  readonly sources: Sources;
}
