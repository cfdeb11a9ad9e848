import type { Entry } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Seq, Token, Tokens } from '../../profile/token.ts';
import { childrenOf } from '../../search/criteria.ts';
import { profileAt } from '../../store/profile-of.ts';
import type { Store } from '../../store/store.ts';
import { EVERYTHING, type PanelId, type PanelSource, type Shown } from './panel-facts.ts';
import { processEndOf } from './process-end.ts';
import { type ClientRequests, clientRequestsAround } from './related.ts';
import { readSources, type Sources } from './source-lines.ts';

/** A profile, and what else its panels show. */
export interface ProfileReading extends PanelSource {
  readonly token: Token;
  readonly tokens: Tokens;
  /** `null` if the client has no address, or the panel does not show them. */
  readonly clientRequests: ClientRequests | null;
  readonly sources: Sources;
  /** How the process failed, during this request or soon after it; `null` if it did not. */
  readonly processEnd: Entry | null;
}

/** How long the search for the end of the process may take, in milliseconds. */
const END_MS = 200;

export async function readProfile(
  book: Store,
  profile: Profile,
  shown: Shown,
  signal: AbortSignal = new AbortController().signal,
): Promise<ProfileReading> {
  const { entry, detail } = profile;
  const { tokens } = book;
  const token = tokens.tokenOf(entry.seq);
  const isShown = (id: PanelId) => shown === id || shown === EVERYTHING;
  const parent = await entryOf(book, entry.parent);
  const [children, clientRequests, sources, processEnd] = await Promise.all([
    book.search(childrenOf(token), { signal }),
    isShown('client') ? clientRequestsAround(book, entry, parent, signal) : null,
    isShown('exception') ? readSources(detail?.exception ?? null, entry.time) : new Map(),
    processEndOf(book, entry, { signal, deadline: END_MS }),
  ]);
  const subRequests = { ...children, entries: children.entries.filter(({ kind }) => kind !== 'process') };
  return { profile, token, tokens, parent, subRequests, clientRequests, sources, processEnd };
}

/** `null` if it is no longer in the book. */
export async function entryOf(book: Store, seq: Seq | null): Promise<Entry | null> {
  return (seq === null ? null : await profileAt(book, seq))?.entry ?? null;
}
