import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../src/profile/profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { FROM, TO } from '../store/build.ts';
import { traffic } from '../traffic.ts';

const DATA = join(import.meta.dirname, '../.data');
const BATCH = 20_000;

/** One folder for all: an engine in this process has one at a time, and any number of databases in it. */
export const FOLDER = join(DATA, 'chdb');

/** The storage of a book with so many generated profiles; it is built once and kept. */
export async function builtBook(count: number): Promise<string> {
  const storage = storageOf(`book_${count}`);
  const mark = join(DATA, `chdb-${count}.built`);
  if (existsSync(mark)) return storage;
  mkdirSync(DATA, { recursive: true });
  const store = await openStore(storage);
  const start = performance.now();
  let writing: Promise<void> = Promise.resolve();
  let batches = 0;
  await store.lease(count);
  for (const profiles of inBatches(traffic({ from: FROM, to: TO, count }), BATCH)) {
    await writing;
    writing = store.write({ id: `build-${batches++}`, profiles });
    if (batches % 100 === 0) console.log(`  ${batches * BATCH} profiles, ${rate(batches * BATCH, start)}/s`);
  }
  await writing;
  await store.close();
  writeFileSync(mark, '');
  console.log(`built ${count} profiles, ${rate(count, start)}/s`);
  return storage;
}

export function storageOf(database: string): string {
  return `chdb:${FOLDER}?database=${database}`;
}

/** Begins anew if a build was broken off: what it wrote is in no known state. */
export function clearUnlessBuilt(counts: readonly number[]): void {
  if (counts.every((count) => existsSync(join(DATA, `chdb-${count}.built`)))) return;
  rmSync(FOLDER, { recursive: true, force: true });
  for (const count of counts) rmSync(join(DATA, `chdb-${count}.built`), { force: true });
}

export function* inBatches(profiles: Iterable<Profile>, size: number): Generator<Profile[]> {
  let batch: Profile[] = [];
  for (const profile of profiles) {
    batch.push(profile);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function rate(count: number, start: number): number {
  return Math.round(count / ((performance.now() - start) / 1000));
}
