import type { Entry } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import type { Token, Tokens } from '../../profile/token.ts';
import type { Page } from '../../store/store.ts';
import type { Sources } from './source-lines.ts';

/** A profile that another can be compared with, and why it may be worth it. */
export interface Similar {
  readonly label: string;
  readonly token: Token;
}

/** What the same client asked for just before and just after. */
export interface ClientAround {
  readonly after: Page;
  readonly before: Page;
}

/** All that the page of one profile shows. */
export interface ProfileView {
  readonly base: string;
  readonly profile: Profile;
  readonly token: Token;
  readonly tokens: Tokens;
  readonly zone: string;
  readonly now: Micros;
  /** Its main request, if it is of one that is still in the book. */
  readonly parent: Entry | null;
  readonly subRequests: Page;
  /** `null` when the client has no address. */
  readonly client: ClientAround | null;
  /** The search it was opened from, as the query of an address; empty when there was none. */
  readonly search: string;
  /** The query that its own address has, for the links to its neighbours in that search. */
  readonly query: string;
  readonly newer: Token | null;
  readonly older: Token | null;
  readonly likes: readonly Similar[];
  readonly sources: Sources;
}
