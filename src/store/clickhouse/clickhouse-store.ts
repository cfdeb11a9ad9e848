import { GatebookError } from '../../errors.ts';
import { createTokens } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import { withHashedUsers } from '../hashed-users.ts';
import type { Store } from '../store.ts';
import { claimOnce, openBook } from './book/open-book.ts';
import { deleteProfiles } from './delete-profiles.ts';
import type { Engine } from './engine/engine.ts';
import { toGatebookError } from './engine/failure.ts';
import { createLeases } from './leases.ts';
import { pruneBook, retainBook } from './prune.ts';
import { createExtentCache } from './search/extent.ts';
import { getDetails, getExpired, getProfile } from './search/get.ts';
import { groupBook } from './search/group-book.ts';
import type { Reader } from './search/reader.ts';
import { createSample } from './search/sample.ts';
import { FIRST_WINDOW } from './search/scan-windows.ts';
import { countBook, searchBook, slowestBook } from './search/search.ts';
import { surveyBook } from './search/survey-book.ts';
import { createWriter } from './write.ts';

export interface ClickHouseOptions {
  readonly create: boolean;
  /** The range of seqs this writer leases from. */
  readonly writer: number;
  /** Entries in the first scan window; only tests change it. */
  readonly firstWindow?: number;
}

/** A book in ClickHouse. The engine is a server, or chdb in this process. */
export async function openClickHouseStore(
  engine: Engine,
  { create, writer: range, firstWindow = FIRST_WINDOW }: ClickHouseOptions,
): Promise<Store> {
  let closed = false;
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) {
      throw new GatebookError(
        'store-closed',
        `The book at ${engine.name} is closed. Open it again to use it.`,
      );
    }
    try {
      return await work();
    } catch (error) {
      throw toGatebookError(error, engine.name);
    }
  };

  const tokenKey = await guard(() => openBook(engine, create)).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  const tokens = createTokens(tokenKey);
  const takeLease = createLeases(engine, range);
  const writer = createWriter(engine);
  const reader: Reader = {
    engine,
    seqOf: tokens.seqOf,
    firstWindow,
    extent: createExtentCache(engine),
    share: (terms) => share(terms),
  };
  const share = createSample(reader);
  const expand = (terms: readonly Term[]) => withHashedUsers(terms, tokenKey);
  return {
    tokens,
    write: (batch) => guard(() => writer.write(batch)),
    search: (criteria, options) =>
      guard(() => searchBook(reader, { ...criteria, terms: expand(criteria.terms) }, options)),
    count: (terms, cap, options) => guard(() => countBook(reader, expand(terms), cap, options)),
    survey: (terms, options) => guard(() => surveyBook(reader, expand(terms), options)),
    slowest: (terms, limit, options) => guard(() => slowestBook(reader, expand(terms), limit, options)),
    groups: (terms, by, limit, options) => guard(() => groupBook(reader, expand(terms), by, limit, options)),
    get: (token) =>
      guard(async () => {
        const seq = tokens.seqOf(token);
        return seq === null ? null : ((await getProfile(engine, seq)) ?? (await getExpired(engine, seq)));
      }),
    details: (entries) => guard(() => getDetails(engine, entries)),
    lease: (size) =>
      guard(async () => {
        const lease = await takeLease(size);
        writer.addLease(lease);
        return lease;
      }),
    claim: (name) => guard(() => claimOnce(engine, name)),
    delete: (seqs) => guard(() => deleteProfiles(engine, seqs)),
    prune: (before) => guard(() => pruneBook(engine, before)),
    retain: (retention) => guard(() => retainBook(engine, retention)),
    async close() {
      if (closed) return;
      closed = true;
      await engine.close();
    },
  };
}
