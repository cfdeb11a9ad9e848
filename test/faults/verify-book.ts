import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { checkBook } from '../../src/store/sqlite/check.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { readEntries, unlistedFiles } from '../support/read-book.ts';
import { BATCH, TINY_SEGMENTS } from './tiny-segments.ts';

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
const OVERLAP = 200;

/**
 * Opens a book whose writers were killed, and expects it intact: every acknowledged batch is in it completely and once,
 * unless retention has deleted it because it was among the oldest, and no file is left over.
 */
export async function verifyBook(
  path: string,
  acknowledged: readonly Acknowledged[],
  deletes: { readonly entries: boolean; readonly bytes: boolean },
): Promise<void> {
  const store = await openSqliteStore(path, { create: false, tuning: TINY_SEGMENTS });
  try {
    const entries = await readEntries(store);
    expect(await store.count([], 1e9)).toEqual({ matches: entries.length, capped: false });
    const found = new Map<number, Set<string>>();
    for (const { url, seq } of entries) {
      const batch = Number(url.split('/')[3]);
      found.set(batch, (found.get(batch) ?? new Set()).add(`${seq} ${url}`));
    }
    expect(new Set(entries.map(({ seq }) => seq)).size).toBe(entries.length);
    expect([...found.values()].reduce((sum, { size }) => sum + size, 0)).toBe(entries.length);
    const isWhole = ({ batch }: Acknowledged) => found.get(batch)?.size === BATCH;
    const missing = acknowledged.filter((batch) => !isWhole(batch));
    if (deletes.entries || deletes.bytes) expectOnlyOldest(missing, acknowledged, entries, deletes.entries);
    else {
      expect(missing).toEqual([]);
      expect([...found].filter(([, { size }]) => size !== BATCH)).toEqual([]);
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
  } finally {
    await store.close();
  }
  expect(unlistedFiles(path)).toEqual([]);
  expect(existsSync(`${path}/damaged`)).toBe(false);
  expect(checkBook(path)).toEqual([]);
}

/** Retention deletes the oldest entries first, and never more than it has to. */
function expectOnlyOldest(
  missing: readonly Acknowledged[],
  acknowledged: readonly Acknowledged[],
  entries: readonly { readonly time: number; readonly seq: number }[],
  isByEntries: boolean,
): void {
  const newestMissing = missing.reduce((max, { time }) => Math.max(max, time), 0);
  const older = entries.filter(({ time }) => time < newestMissing).length;
  expect(older).toBeLessThan(OVERLAP);
  const newest = acknowledged.toSorted((a, b) => b.time - a.time).slice(0, isByEntries ? 20 : 1);
  const present = new Set(entries.map(({ seq }) => seq));
  expect(newest.filter(({ first }) => !present.has(first))).toEqual([]);
}
