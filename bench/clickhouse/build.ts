import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../src/profile/profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { FROM, TO } from '../store/build.ts';
import { traffic } from '../traffic.ts';

const DATA = join(import.meta.dirname, '../.data');
const BATCH = 20_000;

/** The folder of a chdb book with so many generated profiles; it is built once and kept. */
export async function builtFolder(count: number): Promise<string> {
  const path = join(DATA, `chdb-${count}`);
  if (existsSync(path)) return path;
  mkdirSync(DATA, { recursive: true });
  const building = `${path}.building`;
  rmSync(building, { recursive: true, force: true });
  const store = await openStore(`chdb:${building}`);
  const start = performance.now();
  let writing: Promise<void> = Promise.resolve();
  let batches = 0;
  await store.lease(count);
  for (const profiles of inBatches(traffic({ from: FROM, to: TO, count }), BATCH)) {
    await writing;
    writing = store.write({ id: `build-${batches++}`, profiles });
    if (batches % 50 === 0) console.log(`  ${batches * BATCH} profiles, ${rate(batches * BATCH, start)}/s`);
  }
  await writing;
  await store.close();
  renameSync(building, path);
  console.log(`built ${count} profiles, ${rate(count, start)}/s`);
  return path;
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

if (import.meta.main) console.log(await builtFolder(Number(process.argv[2] ?? 100_000)));
