import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { bookBytes, bookFolder, sizeOf } from '../../../src/store/sqlite/files/folder.ts';
import { checkBook } from '../../../src/store/sqlite/maintain/check.ts';
import { statsOf } from '../../../src/store/sqlite/maintain/stats.ts';
import type { Retention } from '../../../src/store/store.ts';
import { fillBytes, removeBallast } from '../disk/small-disks.ts';
import { TINY_SEGMENTS } from '../tiny-segments.ts';
import { type NumberedBatch, numberedBatch, type Tally } from './numbered-batch.ts';
import { type FoundRow, openReading, openWriting } from './open-book.ts';
import type { Step } from './steps.ts';

/** Entries of a segment at most: it is full when a batch makes it so. */
const SEGMENT = TINY_SEGMENTS.segment.entries + 8;
/** Segments that one write on a full disk may cost. */
const SEGMENTS_PER_WRITE = 4;
/** What may remain above a limit on entries or age. */
const TOLERANCE = 0.04;
/** After a failure, a process waits this long before it deletes more. */
const WAIT_MS = 1500;
const PAGE = 4096;
/** A segment is larger than this, except for the tiny ones of the histories. */
const USUAL_SEGMENT_BYTES = 262_144;
/** The log of the catalog, which is emptied now and then. */
const SLACK = 100 * PAGE;
/** A book without profiles can take almost this much: its catalog, and logs that were not emptied. */
const LEAST_BYTES = 700_000;
/** The clock advances by this much with each profile, so that a limit on age is precise though a history takes a while. */
const APART_MS = 60_000;

/** Runs one history in a book of its own, and throws if the book has other rows than it must have. */
export async function runHistory(disk: string, steps: readonly Step[], tally: Tally): Promise<void> {
  const path = join(disk, 'book');
  mkdirSync(path);
  const { now } = Date;
  let next = 0;
  const start = now();
  const timeOf = (n: number) => start + n * APART_MS;
  Date.now = () => now() + next * APART_MS;
  let keep: Retention = {};
  let writer = openWriting(path, keep);
  const { first: firstSeq } = await writer.call('lease', [10_000]);
  let reader = openReading(path);
  let isFull = false;
  /** Bytes that were left when the disk was filled. */
  let leave = 0;
  /** What the tally said of deleted rows at the last report. */
  let reportedUpTo = tally.deleted;
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** Batches that were refused: they are sent again, in order. */
  let waiting: NumberedBatch[] = [];
  /** Numbers of the rows in the book, newest first, as of the last look. */
  let present: number[] = [];
  let batches = 0;

  function newBatch(size: number, isLarge: boolean): NumberedBatch {
    const numbers = Array.from({ length: size }, () => next++);
    const rows = numbers.map((n) => ({ n, seq: firstSeq + n, time: timeOf(n) * 1000 }));
    return numberedBatch(`batch-${batches++}`, rows, isLarge);
  }

  /** Writes what waits. Returns the numbers that the book has acknowledged, newest first. */
  async function write(): Promise<number[]> {
    const stored: number[] = [];
    while (waiting[0]) {
      const [{ numbers, ...batch }] = waiting as [NumberedBatch];
      tally.batches++;
      if (isFull) tally.onFullDisk++;
      try {
        await writer.call('write', [[batch]]);
      } catch (error) {
        expect(error).toMatchObject({ code: 'disk-full' });
        expect(isFull, 'refused with space on the disk').toBe(true);
        tally.refused++;
        refusedAt = performance.now();
        break;
      }
      waiting = waiting.slice(1);
      stored.unshift(...numbers.toReversed());
    }
    return stored;
  }

  /** Expects the newest of these rows, all but `most` at most, each once. */
  async function look(all: readonly number[], most: number, what: string): Promise<void> {
    // Without space for the catalog, a reader may take a second to see that a segment is gone.
    const rows = isFull ? await readAgain() : await reader.rows();
    const found = rows.map(({ n }) => n);
    expect(found, `${what}: the newest, in order and once each`).toEqual(all.slice(0, found.length));
    expect(rows.every(hasItsSeq), `${what}: seqs`).toBe(true);
    expect(all.length - found.length, `${what}: deleted`).toBeLessThanOrEqual(most);
    tally.deleted += all.length - found.length;
    present = found;
  }
  async function readAgain(): Promise<FoundRow[]> {
    const fresh = openReading(path);
    return fresh.rows().finally(fresh.close);
  }
  const hasItsSeq = ({ n, seq }: FoundRow) => seq === firstSeq + n;

  function freeDisk(): void {
    removeBallast(disk);
    if (isFull) reader = openReading(path);
    isFull = false;
  }

  /** Puts the files back as they are now after everything is closed, as if no process had closed them. */
  async function kill(): Promise<void> {
    const copy = mkdtempSync(join(tmpdir(), 'gatebook-killed-'));
    cpSync(path, copy, { recursive: true });
    await reader.close();
    await writer.close();
    rmSync(path, { recursive: true });
    // The copy has no holes.
    removeBallast(disk);
    cpSync(copy, path, { recursive: true });
    rmSync(copy, { recursive: true });
    if (isFull) fillBytes(disk, leave);
    else reader = openReading(path);
    await reopen();
  }

  async function reopen(): Promise<void> {
    writer = openWriting(path, keep);
    await orRefused(() => writer.call('tokenKey', []));
  }

  /** Does something after which a book with a limit in bytes has all but the share of a segment, if anything was deleted. */
  async function withinBytes(work: () => Promise<void>): Promise<void> {
    const limit = keep.bytes;
    if (limit === undefined) return work();
    const sizes = statsOf(path).segments.map(({ bytes }) => bytes);
    const before = bookBytes(bookFolder(path));
    const { deleted } = tally;
    await work();
    if (isFull || tally.deleted === deleted) return;
    const after = bookBytes(bookFolder(path));
    expect(after, `bytes left of ${limit}, before ${before}`).toBeGreaterThanOrEqual(
      limit - Math.max(...sizes) - SLACK,
    );
  }

  /** What a step that is not about deleting may delete. */
  function mayCost(writes: number): number {
    return isFull
      ? SEGMENTS_PER_WRITE * SEGMENT * writes
      : keep.bytes === undefined
        ? 0
        : Number.POSITIVE_INFINITY;
  }

  /**
   * Does something that must work on a full disk too, unless one closed segment is left, whose rest needs space, or all together were
   * smaller than one is otherwise, or the process has failed a moment ago. Even then only the oldest profiles may be gone.
   */
  async function orRefused<T>(work: () => Promise<T>): Promise<T | null> {
    const closed = () => (isFull ? statsOf(path).segments.filter(({ state }) => state !== 'live') : []);
    const bytes = closed().reduce((sum, segment) => sum + segment.bytes, 0);
    try {
      return await work();
    } catch (error) {
      const hasFailed = performance.now() - refusedAt < WAIT_MS;
      const hasOlder = bytes > USUAL_SEGMENT_BYTES && closed().length > 1;
      if (!isFull || (hasOlder && !hasFailed)) throw error;
      refusedAt = performance.now();
      await look(present, present.length, 'refused');
      return null;
    }
  }

  /** What was deleted since the last report to make room on a full disk may be reported too. */
  function expectReported(reported: number, deleted: number): void {
    expect(reported, 'reported as deleted').toBeGreaterThanOrEqual(deleted);
    expect(reported, 'reported as deleted').toBeLessThanOrEqual(tally.deleted - reportedUpTo);
    reportedUpTo = tally.deleted;
  }

  async function retain(limit: Retention): Promise<void> {
    const rowsBefore = present;
    const before = present.length;
    const bytesBefore = bookBytes(bookFolder(path));
    const deleted = await orRefused(() => writer.call('retain', [limit]));
    if (deleted === null) return;
    await look(present, before, JSON.stringify(limit));
    expectReported(deleted, before - present.length);
    const { entries, bytes, age } = limit;
    const made = isFull ? SEGMENTS_PER_WRITE * SEGMENT : SEGMENT;
    if (entries !== undefined) {
      expect(present.length).toBeLessThanOrEqual(Math.floor(entries * (1 + TOLERANCE)));
      expect(present.length).toBeGreaterThanOrEqual(Math.min(before, entries) - made);
    }
    if (age !== undefined) {
      const cut = Date.now() - age;
      const mustStay = rowsBefore.filter((n) => timeOf(n) > cut).length;
      expect(present.filter((n) => timeOf(n) < cut - age * TOLERANCE - APART_MS)).toEqual([]);
      expect(present.length).toBeGreaterThanOrEqual(Math.min(before, mustStay) - (isFull ? made : 0));
    }
    if (bytes !== undefined) {
      const folder = bookFolder(path);
      // Without space, the log of the catalog can't be written back, and no profile is deleted for it.
      const log = isFull ? sizeOf(`${folder.catalog}-wal`) : 0;
      if (present.length > 0) expect(bookBytes(folder) - log, 'bytes used').toBeLessThanOrEqual(bytes);
      if (bytesBefore + SLACK <= bytes && !isFull) expect(deleted, 'deleted within the limit').toBe(0);
    }
  }

  async function run(step: Step): Promise<void> {
    switch (step.do) {
      case 'write': {
        waiting.push(...step.batches.map((size) => newBatch(size, step.isLarge)));
        const count = waiting.length;
        const stored = await write();
        return look([...stored, ...present], mayCost(count), 'write');
      }
      case 'keep': {
        const { limit, share } = step;
        const oldest = present.at(-1) ?? 0;
        const whole = {
          entries: present.length,
          bytes: bookBytes(bookFolder(path)),
          age: Date.now() - timeOf(oldest),
        }[limit];
        const least = limit === 'bytes' ? LEAST_BYTES : 1;
        const retention = { [limit]: Math.max(least, Math.round(whole * share)) };
        keep = retention;
        return withinBytes(() => retain(retention));
      }
      case 'keep everything':
        keep = {};
        return retain(keep);
      case 'prune': {
        const before = present.length;
        const n = present[Math.floor(before * step.share)] ?? present.at(-1) ?? 0;
        const deleted = await orRefused(() => writer.call('prune', [(timeOf(n) * 1000) as never]));
        if (deleted === null) return;
        const mustStay = present.filter((other) => other >= n);
        await look(present, before, 'prune');
        expectReported(deleted, before - present.length);
        expect(present.filter((other) => other < n)).toEqual([]);
        const made = isFull ? SEGMENTS_PER_WRITE * SEGMENT : 0;
        expect(present.length).toBeGreaterThanOrEqual(mustStay.length - made);
        return;
      }
      case 'close segments':
        // On a full disk it is done later.
        await writer.call('closeSegments', []).catch((error) => {
          if (!isFull) throw error;
          refusedAt = performance.now();
        });
        return look(present, mayCost(1), 'close segments');
      case 'fill the disk':
        // What it has open would still take space after it was deleted.
        await reader.close();
        leave = step.leave * PAGE;
        fillBytes(disk, leave);
        isFull = true;
        return look(present, mayCost(1), 'fill');
      case 'free the disk':
        freeDisk();
        return look(present, 0, 'free');
      case 'kill':
        tally.kills++;
        await kill();
        return look(present, mayCost(1), 'kill');
      case 'close':
        await writer.close();
        await reopen();
        return look(present, mayCost(1), 'close');
    }
  }

  try {
    for (const step of steps) {
      const isAboutDeleting = step.do.startsWith('keep') || step.do === 'prune';
      await (isAboutDeleting ? run(step) : withinBytes(() => run(step)));
    }
    freeDisk();
    const stored = await write();
    expect(waiting).toEqual([]);
    await look([...stored, ...present], mayCost(0), 'at the end');
    await writer.close();
    expect((await readAgain()).map(({ n }) => n)).toEqual(present);
    expect(checkBook(path)).toEqual([]);
  } finally {
    Date.now = now;
    await reader.close();
    await writer.close();
    removeBallast(disk);
    rmSync(path, { recursive: true });
  }
}
