import { createTokens } from '../profile/token.ts';
import type { Criteria, Term } from '../search/criteria.ts';
import type { AskOptions, Batch, Store } from '../store/store.ts';
import type { Thread } from '../store/thread.ts';
import type { Scribe } from './scribe.ts';
import { staying } from './staying.ts';

/** How long a question may take is told along with it; that nobody wants to know any more is not. */
type Asked = Pick<AskOptions, 'deadline'>;

/** What the scribe's thread answers beside its own work, from the book it has open. */
export function answersFrom(store: () => Promise<Store>) {
  return {
    tokenKey: async () => (await store()).tokens.key,
    keep: async (batch: Batch) => (await store()).write(batch),
    search: async (criteria: Criteria, asked: Asked) => (await store()).search(criteria, asked),
    count: async (terms: readonly Term[], cap: number, asked: Asked) =>
      (await store()).count(terms, cap, asked),
    survey: async (terms: readonly Term[], asked: Asked) => (await store()).survey(terms, asked),
    get: async (token: string) => (await store()).get(token),
    prune: async (before: Parameters<Store['prune']>[0]) => (await store()).prune(before),
  };
}

export type ScribeMethods = Omit<Scribe, 'close'> & ReturnType<typeof answersFrom>;

/** The book as the scribe has it open: for an engine that only one thread of a process may hold. */
export async function storeAt(thread: () => Thread<ScribeMethods>): Promise<Store> {
  const asked = ({ deadline }: AskOptions = {}): Asked => (deadline === undefined ? {} : { deadline });
  return {
    tokens: createTokens(await thread().call('tokenKey', [])),
    write: (batch) => staying(thread().call('keep', [batch])),
    search: (criteria, ask) => staying(thread().call('search', [criteria, asked(ask)])),
    count: (terms, cap, ask) => staying(thread().call('count', [terms, cap, asked(ask)])),
    survey: (terms, ask) => staying(thread().call('survey', [terms, asked(ask)])),
    get: (token) => staying(thread().call('get', [token])),
    lease: (size) => staying(thread().call('lease', [size])),
    prune: (before) => staying(thread().call('prune', [before])),
    retain: (retention) => staying(thread().call('retain', [retention])),
    // It is the scribe's, and closed with it.
    close: async () => {},
  };
}
