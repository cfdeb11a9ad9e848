import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../src/profile/profile.ts';
import { openEngine } from '../../src/store/clickhouse/open-clickhouse.ts';
import { openStore } from '../../src/store/open-store.ts';
import { FROM, TO } from '../store/build.ts';
import { traffic } from '../traffic.ts';

const DATA = join(import.meta.dirname, '../.data');
const BATCH_SIZE = 20_000;

/** All books share a folder: chdb opens one folder at a time, with any number of databases. */
export const FOLDER = join(DATA, 'chdb');

/** The storage URL of a book with this many generated profiles. It is built once and reused. */
export async function builtBook(count: number): Promise<string> {
  const storage = storageOf(`book_${count}`);
  if (existsSync(markerOf(count))) return storage;
  mkdirSync(DATA, { recursive: true });
  const store = await openStore(storage);
  const start = performance.now();
  let writing: Promise<unknown> = Promise.resolve();
  let batches = 0;
  await store.lease(count);
  for (const profiles of inBatches(traffic({ from: FROM, to: TO, count }), BATCH_SIZE)) {
    await writing;
    writing = store.write({ id: `build-${batches++}`, profiles });
    if (batches % 100 === 0)
      console.log(`  ${batches * BATCH_SIZE} profiles, ${rate(batches * BATCH_SIZE, start)}/s`);
  }
  await writing;
  await store.close();
  console.log(`built ${count} profiles, ${rate(count, start)}/s`);
  await mergeParts(count);
  return storage;
}

/** A smaller book with profiles from every day of a large one. */
export async function thinnedBook(large: number, count: number): Promise<string> {
  const storage = storageOf(`book_${count}`);
  if (count === large || existsSync(markerOf(count))) return builtBook(count);
  await builtBook(large);
  await (await openStore(storage)).close();
  const { engine } = await openEngine(storage, false);
  for (const table of ['entries', 'details']) {
    await engine.run(`INSERT INTO ${table} SELECT * REPLACE (intDiv(seq * ${count}, ${large}) AS seq)
      FROM book_${large}.${table} WHERE (seq * ${count}) % ${large} < ${count} SETTINGS max_insert_threads = 1`);
  }
  await engine.close();
  await mergeParts(count);
  return storage;
}

/** Merges the parts, as ClickHouse does over time. */
async function mergeParts(count: number): Promise<void> {
  const { engine } = await openEngine(storageOf(`book_${count}`), false);
  for (const table of ['entries', 'details']) await engine.run(`OPTIMIZE TABLE ${table} FINAL`);
  await engine.close();
  writeFileSync(markerOf(count), '');
}

function markerOf(count: number): string {
  return join(DATA, `chdb-${count}.built`);
}

export function storageOf(database: string): string {
  return `chdb:${FOLDER}?database=${database}`;
}

/** Starts over if a build was interrupted, because its state is unknown. */
export function clearUnlessBuilt(count: number): void {
  if (!existsSync(markerOf(count))) clear();
}

export function clear(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  const markers = existsSync(DATA) ? readdirSync(DATA).filter((name) => /^chdb-.*\.built$/.test(name)) : [];
  for (const marker of markers) rmSync(join(DATA, marker));
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
