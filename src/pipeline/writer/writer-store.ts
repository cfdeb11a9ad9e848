import type { RouteCounts } from '../../profile/request-counts.ts';
import { createTokens } from '../../profile/token.ts';
import type { Store } from '../../store/store.ts';
import type { RpcClient } from '../../worker/rpc-client.ts';
import { keepAlive } from '../keep-alive.ts';
import type { SpoolReport } from '../spool/spool-ledger.ts';
import type { processMethods } from './process-notes.ts';
import type { EncodedBatch, Writer } from './writer.ts';

const STORE_METHODS = [
  ...['write', 'search', 'count', 'survey', 'slowest', 'groups', 'get', 'details'],
  ...['lease', 'claim', 'prune', 'retain'],
] as const satisfies readonly (keyof Store)[];
type StoreMethod = (typeof STORE_METHODS)[number];

/** The method of the writer thread that calls those of the store it has open. */
export function storeMethods(store: () => Promise<Store>) {
  return {
    onStore: async (name: StoreMethod, args: readonly unknown[]): Promise<unknown> => {
      const opened = (await store()) as Required<Store>;
      return Reflect.apply(opened[name], opened, args);
    },
  };
}

/** The reply to a batch. The counts are kept where they outlive the thread. */
export interface Written {
  readonly stored: number;
  readonly routes: readonly RouteCounts[];
  readonly spool: SpoolReport | null;
}

export type WriterMethods = Omit<Writer, 'close' | 'write'> & {
  write(batch: EncodedBatch): Promise<Written>;
  /** What the spool has of a queue; `null` if there is none. With `settle`, it is sent before, as far as it can be. */
  spool(queue: string, settle: boolean): Promise<SpoolReport | null>;
} & ReturnType<typeof storeMethods> &
  ReturnType<typeof processMethods>;

/**
 * The writer thread's store, for engines that only one thread of a process opens.
 * @param claims whether the engine has the method `claim`
 */
export async function remoteStore(thread: () => RpcClient<WriterMethods>, claims: boolean): Promise<Store> {
  const names = STORE_METHODS.filter((name) => claims || name !== 'claim');
  const methods = names.map((name) => [
    name,
    (...args: unknown[]) => keepAlive(thread().call('onStore', [name, args.map(withoutSignal)])),
  ]);
  return {
    ...(Object.fromEntries(methods) as Required<Pick<Store, StoreMethod>>),
    tokens: createTokens(await thread().call('tokenKey', [])),
    // The writer thread closes it.
    close: async () => {},
  };
}

/** An AbortSignal can't be sent to another thread. */
function withoutSignal(arg: unknown): unknown {
  return typeof arg === 'object' && arg !== null && 'signal' in arg ? { ...arg, signal: undefined } : arg;
}
