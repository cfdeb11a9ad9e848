import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { readEntries, unlistedFiles } from '../support/read-book.ts';
import { BATCH, KEPT_ENTRIES, TINY_SEGMENTS } from './tiny-segments.ts';

/** A batch that the store has acknowledged. `time` is that of its first entry, in µs; `at` in ms. */
export interface Acknowledged {
  readonly batch: number;
  readonly first: number;
  readonly time: number;
  readonly at: number;
}

/** What `write-until-killed.ts` has printed. A line may be cut off. */
export function acknowledgedIn(output: string): Acknowledged[] {
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ').map(Number))
    .map(([batch = 0, first = 0, time = 0, at = 0]) => ({ batch, first, time, at }));
}

/** Segments of several writers overlap in time by about this many entries. */
const OVERLAP = 150;

interface Expected {
  /** Whether retention deletes the oldest profiles. */
  readonly deletes: boolean;
  /** Whether a batch may be missing after a power cut. */
  readonly mayLose?: (batch: Acknowledged) => boolean;
}

/**
 * Opens a book whose writers were killed, and expects it intact: every acknowledged batch is in it completely and once,
 * unless retention has deleted it because it was among the oldest, and no file is left over. Returns the batches that
 * were lost.
 */
export async function verifyBook(
  path: string,
  acknowledged: readonly Acknowledged[],
  { deletes, mayLose = () => false }: Expected,
): Promise<readonly Acknowledged[]> {
  const store = await openSqliteStore(path, { create: false, tuning: TINY_SEGMENTS });
  let lost: readonly Acknowledged[] = [];
  try {
    const entries = await readEntries(store);
    expect(await store.count([], 1e9)).toEqual({ matches: entries.length, capped: false });
    expect(new Set(entries.map(({ seq }) => seq)).size).toBe(entries.length);
    const sizes = new Map<number, number>();
    for (const { url } of entries) sizes.set(batchOf(url), (sizes.get(batchOf(url)) ?? 0) + 1);
    expect(new Set(entries.map(({ url }) => url)).size).toBe(entries.length);
    const isWhole = ({ batch }: Acknowledged) => sizes.get(batch) === BATCH;
    const missing = acknowledged.filter((batch) => !isWhole(batch));
    const unexpected = missing.filter((batch) => !mayLose(batch));
    if (deletes) expectOnlyOldest(unexpected, acknowledged, entries, mayLose);
    else {
      expect(unexpected).toEqual([]);
      expect([...sizes].filter(([, size]) => size !== BATCH)).toEqual([]);
    }
    for (const { first, batch } of acknowledged.filter(isWhole).slice(-3))
      expect(await store.get(store.tokens.tokenOf(first as never))).toMatchObject({
        entry: { url: `https://h/${batch}/0` },
        detail: { httpVersion: '1.1' },
      });
    const { first } = await store.lease(1);
    const last = Math.max(...entries.map(({ seq }) => seq), ...acknowledged.map((a) => a.first + BATCH - 1));
    expect(first).toBeGreaterThan(last);
    await store.retain({});
    lost = missing;
  } finally {
    await store.close();
  }
  expect(unlistedFiles(path)).toEqual([]);
  expect(existsSync(`${path}/damaged`)).toBe(false);
  expect(checkBook(path)).toEqual([]);
  return lost;
}

const batchOf = (url: string) => Number(url.split('/')[3]);

/** Retention deletes the oldest entries first, and keeps as many as it may. A power cut costs one segment at most. */
function expectOnlyOldest(
  missing: readonly Acknowledged[],
  acknowledged: readonly Acknowledged[],
  entries: readonly { readonly time: number; readonly seq: number }[],
  mayLose: (batch: Acknowledged) => boolean,
): void {
  const newestMissing = missing.reduce((max, { time }) => Math.max(max, time), 0);
  expect(entries.filter(({ time }) => time < newestMissing).length).toBeLessThan(OVERLAP);
  const kept = Math.min(KEPT_ENTRIES, acknowledged.length * BATCH);
  expect(entries.length).toBeGreaterThanOrEqual(kept - TINY_SEGMENTS.segment.entries - BATCH);
  const newest = acknowledged.toSorted((a, b) => b.time - a.time).slice(0, 5);
  const present = new Set(entries.map(({ seq }) => seq));
  expect(newest.filter((batch) => !present.has(batch.first) && !mayLose(batch))).toEqual([]);
}
