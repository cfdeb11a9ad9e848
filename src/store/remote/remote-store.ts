import { GatebookError } from '../../errors.ts';
import type { Entry } from '../../profile/entry.ts';
import { createTokens, type TokenKey } from '../../profile/token.ts';
import type { QueryOptions, Refused, Store } from '../store.ts';
import { collectorAddress } from './address.ts';
import { type Call, createClient } from './client.ts';
import {
  type BatchAnswer,
  DEADLINE_MS,
  type LeaseAnswer,
  MAX_DETAILS,
  type PackedBatch,
  packBatch,
} from './protocol.ts';

/** What opens a collector. Each is needed only for what it allows. */
export interface CollectorKeys {
  /** Writes profiles, of the service that the key belongs to. */
  readonly write?: string | undefined;
  /** Reads. The key of an owner also writes and deletes. */
  readonly read?: string | undefined;
}

const ANSWER_MS = 15_000;
/** A query is answered soon after its deadline. */
const GRACE_MS = 10_000;

/** What a spool needs of a collector, besides a store. */
export interface RemoteStore extends Store {
  /** Sends a batch, and waits `timeout` milliseconds for the answer. */
  send(batch: PackedBatch, timeout?: number): Promise<Refused | undefined>;
  lease(size: number, timeout?: number): Promise<LeaseAnswer>;
}

/**
 * A book behind `gatebook collect`, over HTTP.
 * @param known the key of its tokens, if the collector need not be asked for it
 */
export async function openRemoteStore(
  storage: string,
  keys: CollectorKeys,
  known?: TokenKey,
): Promise<RemoteStore> {
  const address = collectorAddress(storage);
  const client = createClient(address);
  const pending = new Set<Promise<unknown>>();
  let closed = false;

  function call<T>(request: Call): Promise<T> {
    if (closed)
      return Promise.reject(
        new GatebookError(
          'store-closed',
          `The book at ${address.origin} is closed. Open it again to use it.`,
        ),
      );
    const answer = client.call(request);
    pending.add(answer);
    return answer.finally(() => pending.delete(answer)) as Promise<T>;
  }

  function key(use: keyof CollectorKeys): string {
    const found = use === 'write' ? (keys.write ?? keys.read) : keys.read;
    if (found !== undefined) return found;
    throw new GatebookError(
      'key-refused',
      use === 'write'
        ? `Writing to ${address.origin} needs a write key: set GATEBOOK_WRITE_KEY to what "gatebook keys add --service NAME" has printed.`
        : `Reading from ${address.origin} needs a read key: set GATEBOOK_KEY to the key of the collector. A write key reads nothing.`,
    );
  }

  async function post<T>(
    path: string,
    use: keyof CollectorKeys,
    body: object,
    { deadline, signal, timeout }: QueryOptions & { readonly timeout?: number | undefined } = {},
  ): Promise<T> {
    return call({
      method: 'POST',
      path,
      key: key(use),
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
      timeout: timeout ?? (deadline === undefined ? ANSWER_MS : deadline + GRACE_MS),
      signal,
    });
  }

  const query = <T>(path: string, body: object, options: QueryOptions = {}): Promise<T> => {
    const asked = options.deadline ?? DEADLINE_MS.default;
    const deadline = Math.round(Math.min(Math.max(asked, 0), DEADLINE_MS.max));
    return post(path, 'read', { ...body, deadline }, { ...options, deadline });
  };

  /** The rows are sent in parts: details are large. */
  async function readDetails(entries: readonly Entry[]) {
    const details: Awaited<ReturnType<Store['details']>>[number][] = [];
    for (let at = 0; at < entries.length || at === 0; at += MAX_DETAILS) {
      const part = entries.slice(at, at + MAX_DETAILS).map(({ seq, time }) => ({ seq, time }));
      details.push(...(await post<typeof details>('details', 'read', { entries: part })));
    }
    return details;
  }

  async function askForKey(): Promise<TokenKey> {
    const answer = keys.write === undefined ? post<LeaseAnswer>('book', 'read', {}) : lease(0);
    return (await answer).tokenKey;
  }

  /** A lease of nothing asks only for the key of the tokens. */
  const lease = (size: number, timeout?: number) =>
    post<LeaseAnswer>('leases', 'write', { size }, { timeout });
  const tokenKey =
    known ??
    (await askForKey().catch((error: unknown) => {
      client.close();
      throw error;
    }));

  async function send({ id, body }: PackedBatch, timeout = ANSWER_MS): Promise<Refused | undefined> {
    const { refused } = await call<BatchAnswer>({
      method: 'PUT',
      path: `batches/${id}`,
      key: key('write'),
      body,
      headers: { 'Content-Type': 'application/x-ndjson', 'Content-Encoding': 'zstd' },
      timeout,
    });
    return refused.length > 0 ? { refused: refused.length } : undefined;
  }

  return {
    tokens: createTokens(tokenKey),
    send,
    write: async (batch) => send(await packBatch(batch)),
    search: (criteria, options) => query('search', { criteria }, options),
    count: (terms, cap, options) => query('count', { terms, cap }, options),
    survey: (terms, options) => query('survey', { terms }, options),
    slowest: (terms, limit, options) => query('slowest', { terms, limit }, options),
    groups: (terms, by, limit, options) => query('groups', { terms, by, limit }, options),
    get: (token) => post('get', 'read', { token }),
    details: readDetails,
    async lease(size, timeout) {
      const answer = await lease(size, timeout);
      if (answer.tokenKey.join() === tokenKey.join()) return answer;
      throw new GatebookError(
        'book-unreadable',
        `The book of the collector at ${address.origin} was replaced by another one. Restart the app to record into it.`,
      );
    },
    delete: (seqs) => post('delete', 'read', { seqs }),
    prune: (before) => post('prune', 'read', { before }),
    // An app has no limits of its own: the collector keeps to its own.
    retain: async (retention) =>
      Object.keys(retention).length === 0 && !closed ? 0 : post('retain', 'read', { retention }),
    async close() {
      closed = true;
      await Promise.allSettled(pending);
      client.close();
    },
  };
}
