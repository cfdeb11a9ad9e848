import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { randomText } from '../../../../test/support/random-text.ts';
import { readEntries } from '../../../../test/support/read-book.ts';
import { sampleProfile, T0 } from '../../conformance/sample-profile.ts';
import { bookBytes, bookFolder } from '../files/folder.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { TUNING } from '../tuning.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BATCH = 20;
/** A profile takes about this much before it is closed: its text can't be compressed. */
const PROFILE_BYTES = 1600;
/** What a book takes without profiles: the catalog, a live segment, and the indexes of a closed one. */
const EMPTY_BYTES = 400_000;
const RUNS = Number(process.env.RUNS ?? 8);
let books = 0;

function batchOf(n: number) {
  const profiles = Array.from({ length: BATCH }, (_, i) => {
    const seq = n * BATCH + i;
    return sampleProfile({ seq, time: T0 + seq, userAgent: randomText(seq, 2000) });
  });
  return { id: String(n), profiles };
}

async function writeBook(batches: number, smallestSegment: number, isClosed: boolean) {
  const path = join(folder, String(books++));
  const tuning = { ...TUNING, smallestSegment };
  const store = await openSqliteStore(path, { create: true, inThisThread: true, tuning });
  for (let n = 0; n < batches; n++) await store.write(batchOf(n));
  if (isClosed) await store.closeSegments();
  return { path, store };
}

async function readSeqs(path: string): Promise<number[]> {
  const store = await openSqliteStore(path, { create: false, inThisThread: true });
  const entries = await readEntries(store);
  await store.close();
  return entries.map(({ seq }) => Number(seq)).reverse();
}

const segmentSizes = fc.constantFrom(65_536, 262_144, 64e6);

test('a limit in bytes deletes the oldest only, leaves all but one segment of it, and is kept', {
  timeout: 300_000,
}, async () => {
  const cases = fc.record({
    batches: fc.integer({ min: 20, max: 80 }),
    smallestSegment: segmentSizes,
    isClosed: fc.boolean(),
    part: fc.double({ min: 0, max: 1.1, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ batches, smallestSegment, isClosed, part }) => {
      const { path, store } = await writeBook(batches, smallestSegment, isClosed);
      const all = batches * BATCH;
      const limit = Math.round(EMPTY_BYTES + part * all * PROFILE_BYTES);
      const deleted = await store.retain({ bytes: limit });
      // At once: to close a segment, which takes space, others may be deleted.
      await store.close();
      const used = bookBytes(bookFolder(path));
      const left = await readSeqs(path);
      expect(left).toEqual(Array.from({ length: left.length }, (_, i) => all - left.length + i));
      expect(deleted).toBe(all - left.length);
      expect(used).toBeLessThanOrEqual(limit);
      const share = Math.max(TUNING.smallestSegment, limit / 8);
      if (deleted > 0) expect(used).toBeGreaterThanOrEqual(limit - share);
      rmSync(path, { recursive: true });
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('a limit in bytes deletes nothing for the reserve of an earlier process that had a higher one', {
  timeout: 30_000,
}, async () => {
  const { path, store } = await writeBook(40, TUNING.smallestSegment, false);
  const { reserve } = bookFolder(path);
  await expect.poll(() => existsSync(reserve), { timeout: 5000 }).toBe(true);
  await store.close();
  const bytes = bookBytes(bookFolder(path)) - 65_536;
  const limited = await openSqliteStore(path, { create: false, inThisThread: true, keep: { bytes } });
  // At once: it looks at the reserve every second.
  await limited.write(batchOf(40));
  await limited.close();
  expect(await readSeqs(path)).toHaveLength(41 * BATCH);
});

test('a limit on entries deletes the oldest only, and all but 4 % of those over it', {
  timeout: 300_000,
}, async () => {
  const cases = fc.record({
    batches: fc.integer({ min: 1, max: 40 }),
    smallestSegment: segmentSizes,
    isClosed: fc.boolean(),
    limit: fc.integer({ min: 1, max: 900 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ batches, smallestSegment, isClosed, limit }) => {
      const { path, store } = await writeBook(batches, smallestSegment, isClosed);
      const all = batches * BATCH;
      await store.retain({ entries: limit });
      await store.close();
      const left = await readSeqs(path);
      expect(left).toEqual(Array.from({ length: left.length }, (_, i) => all - left.length + i));
      expect(left.length).toBeGreaterThanOrEqual(Math.min(all, limit));
      expect(left.length).toBeLessThanOrEqual(limit * 1.04);
      rmSync(path, { recursive: true });
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
