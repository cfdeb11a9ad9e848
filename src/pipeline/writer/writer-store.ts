import type { Entry } from '../../profile/entry.ts';
import type { RouteCounts } from '../../profile/request-counts.ts';
import type { Micros } from '../../profile/time.ts';
import { createTokens } from '../../profile/token.ts';
import type { Criteria, Term } from '../../search/criteria.ts';
import type { GroupBy } from '../../store/groups.ts';
import type { Batch, QueryOptions, Store } from '../../store/store.ts';
import type { RpcClient } from '../../worker/rpc-client.ts';
import { keepAlive } from '../keep-alive.ts';
import type { processMethods } from './process-notes.ts';
import type { EncodedBatch, Writer } from './writer.ts';

/** An AbortSignal can't be sent to another thread. */
type RemoteOptions = Pick<QueryOptions, 'deadline'>;

/** Store methods that the writer thread offers besides its own, from the store it has open. */
export function storeMethods(store: () => Promise<Store>) {
  return {
    writeProfiles: async (batch: Batch) => (await store()).write(batch),
    search: async (criteria: Criteria, options: RemoteOptions) => (await store()).search(criteria, options),
    count: async (terms: readonly Term[], cap: number, options: RemoteOptions) =>
      (await store()).count(terms, cap, options),
    survey: async (terms: readonly Term[], options: RemoteOptions) => (await store()).survey(terms, options),
    slowest: async (terms: readonly Term[], limit: number, options: RemoteOptions) =>
      (await store()).slowest(terms, limit, options),
    groups: async (terms: readonly Term[], by: GroupBy, limit: number, options: RemoteOptions) =>
      (await store()).groups(terms, by, limit, options),
    get: async (token: string) => (await store()).get(token),
    details: async (entries: readonly Entry[]) => (await store()).details(entries),
    claim: async (name: string, until: Micros) => (await store()).claim?.(name, until) ?? false,
    prune: async (before: Parameters<Store['prune']>[0]) => (await store()).prune(before),
  };
}

/** The reply to a batch. The counts are kept where they outlive the thread. */
export interface Written {
  readonly stored: number;
  readonly routes: readonly RouteCounts[];
}

export type WriterMethods = Omit<Writer, 'close' | 'write'> & {
  write(batch: EncodedBatch): Promise<Written>;
} & ReturnType<typeof storeMethods> &
  ReturnType<typeof processMethods>;

/**
 * The writer thread's store, for engines that only one thread of a process opens.
 * @param claims whether the engine has the method `claim`
 */
export async function remoteStore(thread: () => RpcClient<WriterMethods>, claims: boolean): Promise<Store> {
  const remote = ({ deadline }: QueryOptions = {}): RemoteOptions =>
    deadline === undefined ? {} : { deadline };
  return {
    tokens: createTokens(await thread().call('tokenKey', [])),
    write: (batch) => keepAlive(thread().call('writeProfiles', [batch])),
    search: (criteria, options) => keepAlive(thread().call('search', [criteria, remote(options)])),
    count: (terms, cap, options) => keepAlive(thread().call('count', [terms, cap, remote(options)])),
    survey: (terms, options) => keepAlive(thread().call('survey', [terms, remote(options)])),
    slowest: (terms, limit, options) => keepAlive(thread().call('slowest', [terms, limit, remote(options)])),
    groups: (terms, by, limit, options) =>
      keepAlive(thread().call('groups', [terms, by, limit, remote(options)])),
    get: (token) => keepAlive(thread().call('get', [token])),
    details: (entries) => keepAlive(thread().call('details', [entries])),
    lease: (size) => keepAlive(thread().call('lease', [size])),
    ...(claims && { claim: (name, until) => keepAlive(thread().call('claim', [name, until])) }),
    prune: (before) => keepAlive(thread().call('prune', [before])),
    retain: (retention) => keepAlive(thread().call('retain', [retention])),
    // The writer thread closes it.
    close: async () => {},
  };
}
