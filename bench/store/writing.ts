import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Profile } from '../../src/profile/profile.ts';
import type { Micros } from '../../src/profile/time.ts';
import type { Seq } from '../../src/profile/token.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { createChance, traffic } from '../traffic.ts';
import { builtBook, TO } from './build.ts';
import { type Case, singleCases } from './cases.ts';

const BATCH = 1000;

/** Runs the work on a copy of the built book, which is deleted afterwards. */
async function withCopy<T>(size: number, work: (store: SqliteStore, path: string) => Promise<T>): Promise<T> {
  const path = `${await builtBook(size)}.copy`;
  rmSync(path, { recursive: true, force: true });
  cpSync(await builtBook(size), path, { recursive: true });
  const store = await openSqliteStore(path, { create: false });
  try {
    return await work(store, path);
  } finally {
    await store.close();
    rmSync(path, { recursive: true, force: true });
  }
}

/** Writes at a steady rate. Returns the time of each batch in ms and the rate reached, in profiles per second. */
async function write(store: SqliteStore, size: number, rate: number, seconds: number, seed: number) {
  const source = traffic({
    seed,
    from: TO,
    to: (TO + 864e8) as Micros,
    count: rate * seconds,
    firstSeq: size,
  });
  const { first } = await store.lease(rate * seconds);
  const waits: number[] = [];
  const start = performance.now();
  let written = 0;
  const shift = first - size;
  const nextBatch = () => {
    const profiles: Profile[] = [];
    for (let next = source.next(); !next.done; next = source.next()) {
      profiles.push(shifted(next.value, shift));
      if (profiles.length === BATCH) break;
    }
    return profiles;
  };
  for (let profiles = nextBatch(); profiles.length > 0; ) {
    const batch = { id: `${seed}-${written}`, profiles };
    const writing = timed(() => store.write(batch));
    // Generated while the previous batch is written, as in an app.
    profiles = nextBatch();
    waits.push(await writing);
    written += batch.profiles.length;
    const ahead = (written / rate) * 1000 - (performance.now() - start);
    if (ahead > 0) await sleep(ahead);
  }
  return { waits, rate: written / ((performance.now() - start) / 1000) };
}

/** The same profile with another seq. */
function shifted({ entry, detail }: Profile, by: number): Profile {
  const parent = entry.parent === null ? null : ((entry.parent + by) as Seq);
  return { entry: { ...entry, seq: (entry.seq + by) as Seq, parent }, detail };
}

/** Starts a reader that searches, with a pause in ms after each search. The function returned stops it and returns the times in ms. */
export function startReader(store: Pick<Store, 'search'>, cases: readonly Case[], pause = 0) {
  const chance = createChance(3);
  const times: number[] = [];
  let running = true;
  const done = (async () => {
    while (running) {
      const { terms } = chance.pick(cases);
      times.push(await timed(() => store.search({ terms, limit: 10, cursor: null })));
      if (pause > 0) await sleep(pause);
    }
  })();
  return async () => {
    running = false;
    await done;
    return times;
  };
}

export async function writing(size: number, rate: number, seconds: number): Promise<Figure[]> {
  return withCopy(size, async (store) => {
    const cases = await singleCases(store);
    for (const { terms } of cases) await store.search({ terms, limit: 10, cursor: null });
    const stopIdle = startReader(store, cases);
    await sleep(Math.min(10_000, seconds * 500));
    const idleTimes = await stopIdle();
    const stopBusy = startReader(store, cases);
    const { waits, rate: reached } = await write(store, size, rate, seconds, 21);
    const busyTimes = await stopBusy();
    console.log(
      `  commit of ${BATCH}, ms: p50 ${quantile(waits, 0.5).toFixed(1)}, p99 ${quantile(waits, 0.99).toFixed(1)}, worst ${Math.max(...waits).toFixed(0)}`,
    );
    console.log(
      `  reader p95, ms: idle ${quantile(idleTimes, 0.95).toFixed(1)}, while writing ${quantile(busyTimes, 0.95).toFixed(1)}`,
    );
    return [
      { name: 'written', value: reached, unit: 'entries/s', min: rate * 0.99 },
      { name: `commit of ${BATCH} p99`, value: quantile(waits, 0.99), unit: 'ms', max: 50 },
      {
        name: 'reader p95 writing/idle',
        value: quantile(busyTimes, 0.95) / quantile(idleTimes, 0.95),
        unit: 'x',
        max: 3,
      },
    ];
  });
}

/** A number of entries to keep, so that about `toDelete` are deleted. */
async function limitFor(store: SqliteStore, toDelete: number): Promise<number> {
  return (await store.count([], Number.MAX_SAFE_INTEGER)).matches - toDelete;
}

/** Deletes the oldest entries during writes, and compares with the same writes alone. */
export async function retention(size: number, toDelete: number, rate: number): Promise<Figure[]> {
  return withCopy(size, async (store) => {
    const seconds = 10;
    const alone = await write(store, size, rate, seconds, 31);
    const entries = await limitFor(store, toDelete);
    const writing = write(store, size, rate, seconds, 41);
    await sleep(1000);
    const start = performance.now();
    const deleted = await store.retain({ entries });
    const ms = performance.now() - start;
    const { waits } = await writing;
    console.log(
      `  ${deleted} profiles deleted in ${ms.toFixed(0)} ms; batches of ${BATCH} at ${rate}/s, ms: alone p99 ${quantile(alone.waits, 0.99).toFixed(0)}, worst ${Math.max(...alone.waits).toFixed(0)}; with retention p99 ${quantile(waits, 0.99).toFixed(0)}, worst ${Math.max(...waits).toFixed(0)}`,
    );
    return [
      { name: 'deleted', value: deleted, unit: '', min: toDelete * 0.9 },
      { name: 'retention', value: ms, unit: 'ms', max: 1000 },
      {
        name: 'longest wait with retention, above alone',
        value: Math.max(0, Math.max(...waits) - Math.max(...alone.waits)),
        unit: 'ms',
        max: 20,
      },
    ];
  });
}

const OPEN = `
  import { openStore } from 'SOURCE';
  // Loads the modules of the engine.
  await openStore('sqlite:PATH-missing', { create: false }).catch(() => {});
  const start = performance.now();
  const store = await openStore('sqlite:PATH', { create: false });
  await store.search({ terms: [], limit: 10, cursor: null });
  console.log(performance.now() - start);
  await store.close();
`;

/** Time from opening a book to its first page, in a new process that has loaded its modules. */
export async function opening(size: number): Promise<Figure[]> {
  const path = await builtBook(size);
  const source = new URL('../../dist/store.js', import.meta.url).href;
  const script = OPEN.replace('SOURCE', source).replaceAll('PATH', path);
  const times = Array.from({ length: 7 }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })),
  );
  return [{ name: 'opening to first page', value: quantile(times, 0.5), unit: 'ms', max: 100 }];
}
