import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../src/profile/profile.ts';
import { openEngine } from '../../src/store/clickhouse/open-clickhouse.ts';
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
  if (existsSync(markOf(count))) return storage;
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
  console.log(`built ${count} profiles, ${rate(count, start)}/s`);
  await bringToRest(count);
  return storage;
}

/** The same with fewer: some of every day of a large one. */
export async function thinnedBook(large: number, count: number): Promise<string> {
  const storage = storageOf(`book_${count}`);
  if (count === large || existsSync(markOf(count))) return builtBook(count);
  await builtBook(large);
  await (await openStore(storage)).close();
  const { engine } = await openEngine(storage, false);
  for (const table of ['entries', 'details']) {
    await engine.run(`INSERT INTO ${table} SELECT * REPLACE (intDiv(seq * ${count}, ${large}) AS seq)
      FROM book_${large}.${table} WHERE (seq * ${count}) % ${large} < ${count} SETTINGS max_insert_threads = 1`);
  }
  await engine.close();
  await bringToRest(count);
  return storage;
}

/** Its parts merged, as they are after a while. */
async function bringToRest(count: number): Promise<void> {
  const { engine } = await openEngine(storageOf(`book_${count}`), false);
  for (const table of ['entries', 'details']) await engine.run(`OPTIMIZE TABLE ${table} FINAL`);
  await engine.close();
  writeFileSync(markOf(count), '');
}

function markOf(count: number): string {
  return join(DATA, `chdb-${count}.built`);
}

export function storageOf(database: string): string {
  return `chdb:${FOLDER}?database=${database}`;
}

/** Begins anew if a build was broken off: what it wrote is in no known state. */
export function clearUnlessBuilt(count: number): void {
  if (!existsSync(markOf(count))) clear();
}

export function clear(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  const marks = existsSync(DATA) ? readdirSync(DATA).filter((name) => /^chdb-.*\.built$/.test(name)) : [];
  for (const mark of marks) rmSync(join(DATA, mark));
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
