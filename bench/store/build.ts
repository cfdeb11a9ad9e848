import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Micros } from '../../src/profile/time.ts';
import { FORMAT } from '../../src/store/sqlite/files/schema.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { traffic } from '../traffic.ts';

const DATA = join(import.meta.dirname, '../.data');
const BATCH = 1000;
/** The newest profiles stay in the live segment, as in an app: half of what it takes before it is full. */
const LIVE = 32_768;
export const FROM = (Date.UTC(2026, 9, 15) * 1000) as Micros;
export const TO = (Date.UTC(2026, 10, 14) * 1000) as Micros;

/** The folder of a book with `count` generated profiles. It is built once and kept for later runs. */
export async function builtBook(count: number): Promise<string> {
  const path = join(DATA, `book-${FORMAT}-${count}`);
  if (existsSync(path)) return path;
  mkdirSync(DATA, { recursive: true });
  // Two processes may build the same book at once.
  const building = `${path}.building-${process.pid}`;
  rmSync(building, { recursive: true, force: true });
  const store = await openSqliteStore(building, { create: true });
  const start = performance.now();
  let profiles = [];
  let written: Promise<unknown> = Promise.resolve();
  let batches = 0;
  await store.lease(count);
  for (const profile of traffic({ from: FROM, to: TO, count })) {
    profiles.push(profile);
    if (profiles.length < BATCH && profile.entry.seq < count - 1) continue;
    await written;
    written = store.write({ id: `build-${batches++}`, profiles });
    profiles = [];
    if (Math.floor((count - LIVE) / BATCH) === batches) {
      await written;
      await store.closeSegments();
    }
    if (batches % 1000 === 0) console.log(`  ${batches * BATCH} profiles, ${rate(batches * BATCH, start)}/s`);
  }
  await written;
  await store.close();
  if (existsSync(path)) rmSync(building, { recursive: true });
  else renameSync(building, path);
  console.log(
    `built ${count} profiles in ${((performance.now() - start) / 1000).toFixed(0)} s, ${rate(count, start)}/s`,
  );
  return path;
}

function rate(count: number, start: number): number {
  return Math.round(count / ((performance.now() - start) / 1000));
}

if (import.meta.main) console.log(await builtBook(Number(process.argv[2] ?? 100_000)));
