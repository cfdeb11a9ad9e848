import { createTokens } from '../profile/token.ts';
import type { Criteria, Term } from '../search/criteria.ts';
import type { Batch, QueryOptions, Store } from '../store/store.ts';
import type { RpcClient } from '../worker/rpc-client.ts';
import { keepAlive } from './keep-alive.ts';
import type { Writer } from './writer.ts';

/** How long a question may take is told along with it; that nobody wants to know any more is not. */
type Asked = Pick<QueryOptions, 'deadline'>;

/** What the scribe's thread answers beside its own work, from the book it has open. */
export function storeMethods(store: () => Promise<Store>) {
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

export type WriterMethods = Omit<Writer, 'close'> & ReturnType<typeof storeMethods>;

/** The book as the scribe has it open: for an engine that only one thread of a process may hold. */
export async function remoteStore(thread: () => RpcClient<WriterMethods>): Promise<Store> {
  const asked = ({ deadline }: QueryOptions = {}): Asked => (deadline === undefined ? {} : { deadline });
  return {
    tokens: createTokens(await thread().call('tokenKey', [])),
    write: (batch) => keepAlive(thread().call('keep', [batch])),
    search: (criteria, ask) => keepAlive(thread().call('search', [criteria, asked(ask)])),
    count: (terms, cap, ask) => keepAlive(thread().call('count', [terms, cap, asked(ask)])),
    survey: (terms, ask) => keepAlive(thread().call('survey', [terms, asked(ask)])),
    get: (token) => keepAlive(thread().call('get', [token])),
    lease: (size) => keepAlive(thread().call('lease', [size])),
    prune: (before) => keepAlive(thread().call('prune', [before])),
    retain: (retention) => keepAlive(thread().call('retain', [retention])),
    // It is the scribe's, and closed with it.
    close: async () => {},
  };
}
