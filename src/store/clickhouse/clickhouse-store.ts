import { GatebookError } from '../../errors.ts';
import { createTokens } from '../../profile/token.ts';
import type { Store } from '../store.ts';
import type { Engine } from './engine.ts';
import { toGatebookError } from './failure.ts';
import { getExpired, getProfile } from './get.ts';
import { createLeasedSeqs } from './leased-seqs.ts';
import { createLeases } from './leases.ts';
import { openBook } from './open-book.ts';
import { pruneBook, retainBook } from './prune.ts';
import { createReader } from './reader.ts';
import { FIRST_WINDOW } from './scan-windows.ts';
import { countBook, sampleSource, searchBook } from './search.ts';
import { surveyBook } from './survey-book.ts';
import { createWriter } from './write.ts';

export interface ClickHouseOptions {
  readonly create: boolean;
  /** Which range of numbers is leased from. */
  readonly writer: number;
  /** Only tests choose another. */
  readonly firstWindow?: number;
}

/** A book in ClickHouse, on a server or in this process: the engine is told from outside. */
export async function openClickHouseStore(
  engine: Engine,
  { create, writer: range, firstWindow: firstLook = FIRST_WINDOW }: ClickHouseOptions,
): Promise<Store> {
  let closed = false;
  const doing = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed)
      throw new GatebookError(
        'store-closed',
        `The book at ${engine.name} is closed. Open it again to use it.`,
      );
    try {
      return await work();
    } catch (error) {
      throw toGatebookError(error, engine.name);
    }
  };

  const tokenKey = await doing(() => openBook(engine, create)).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  const tokens = createTokens(tokenKey);
  const own = createLeasedSeqs();
  const leases = createLeases(engine, range);
  const writer = createWriter(engine, own);
  const reader = createReader({
    engine,
    seqOf: tokens.seqOf,
    firstWindow: firstLook,
    sampleSource,
  });

  return {
    tokens,
    write: (batch) => doing(() => writer.write(batch)),
    search: (criteria, ask) => doing(() => searchBook(reader, criteria, ask)),
    count: (terms, cap, ask) => doing(() => countBook(reader, terms, cap, ask)),
    survey: (terms, ask) => doing(() => surveyBook(reader, terms, ask)),
    get: (token) =>
      doing(async () => {
        const seq = tokens.seqOf(token);
        return seq === null ? null : ((await getProfile(engine, seq)) ?? (await getExpired(engine, seq)));
      }),
    lease: (size) =>
      doing(async () => {
        const lease = await leases.take(size);
        own.add(lease);
        return lease;
      }),
    prune: (before) => doing(() => pruneBook(engine, before)),
    retain: (retention) => doing(() => retainBook(engine, retention)),
    async close() {
      if (closed) return;
      closed = true;
      await engine.close();
    },
  };
}
