import { isDeepStrictEqual } from 'node:util';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { createChance, traffic } from '../traffic.ts';
import { builtBook, FROM, TO } from './build.ts';
import { type Case, combine, generatedCases, singleCases } from './cases.ts';

const DEADLINE_MS = 2000;
const COMMON_PARTS = 'URL absent, common trigrams';
const search = (store: Store, { terms }: Case) => store.search({ terms, limit: 10, cursor: null });

/** The times of each case in each store, in ms. Cases and stores take turns. */
export async function timeCases(
  cases: readonly Case[],
  stores: readonly Store[],
  rounds: number,
): Promise<number[][][]> {
  const times = cases.map(() => stores.map(() => [] as number[]));
  for (let round = -2; round < rounds; round++)
    for (const [i, single] of cases.entries())
      for (const [s, store] of stores.entries()) {
        const ms = await timed(() => search(store, single));
        if (round >= 0) times[i]?.[s]?.push(ms);
      }
  return times;
}

/** Measures single criteria at both sizes, then pairs and triples: their time, how it scales, and the deadline. */
export async function searching(
  small: number,
  big: number,
  rounds: number,
  pairs: number,
): Promise<Figure[]> {
  const stores = [
    await openStore(`sqlite:${await builtBook(small)}`),
    await openStore(`sqlite:${await builtBook(big)}`),
  ] as const;
  const cases = await singleCases(stores[1]);
  const times = await timeCases(cases, stores, rounds);
  console.log(`\nsingle criteria, ms${' '.repeat(14)} p50 at ${small}   p50 at ${big}   p95 at ${big}`);
  const rows = cases.map(({ name }, i) => {
    const [a = [], b = []] = times[i] ?? [];
    return { name, small: quantile(a, 0.5), p50: quantile(b, 0.5), p95: quantile(b, 0.95) };
  });
  for (const row of rows)
    console.log(
      `  ${row.name.padEnd(30)} ${[row.small, row.p50, row.p95].map((n) => n.toFixed(2).padStart(12)).join(' ')}`,
    );

  const chance = createChance(7);
  const pairTimes: { name: string; ms: number }[] = [];
  for (let n = 0; n < pairs; n++) {
    const pair = combine([chance.pick(cases), chance.pick(cases)]);
    await search(stores[1], pair);
    pairTimes.push({ name: pair.query, ms: await timed(() => search(stores[1], pair)) });
  }
  const slowest = [...pairTimes].sort((a, b) => b.ms - a.ms).slice(0, 6);
  console.log('\nslowest pairs, ms');
  for (const { name, ms } of slowest) console.log(`  ${ms.toFixed(1).padStart(8)}  ${name}`);

  const generated = generatedCases(createChance(11), 500);
  const overtimes: number[] = [];
  for (let n = 0; n < pairs; n++) {
    const size = 2 + (n % 2);
    const combined = combine(Array.from({ length: size }, () => chance.pick(generated)));
    overtimes.push((await timed(() => search(stores[1], combined))) - DEADLINE_MS);
  }
  for (const store of stores) await store.close();
  return [
    {
      name: 'single p50, median of all',
      value: quantile(
        rows.map(({ p50 }) => p50),
        0.5,
      ),
      unit: 'ms',
      max: 10,
    },
    {
      name: 'single p95, slowest',
      value: Math.max(...rows.filter(({ name }) => name !== COMMON_PARTS).map(({ p95 }) => p95)),
      unit: 'ms',
      max: 50,
    },
    {
      name: COMMON_PARTS,
      value: rows.find(({ name }) => name === COMMON_PARTS)?.p95 ?? Number.NaN,
      unit: 'ms',
      max: 25,
    },
    {
      name: 'single p50 big/small, worst over 3 ms',
      value: Math.max(0, ...rows.filter(({ p50 }) => p50 > 3).map(({ p50, small: s }) => p50 / s)),
      unit: 'x',
      max: 2,
    },
    {
      name: 'pairs p95',
      value: quantile(
        pairTimes.map(({ ms }) => ms),
        0.95,
      ),
      unit: 'ms',
      max: 100,
    },
    { name: 'past the deadline, worst', value: Math.max(0, ...overtimes), unit: 'ms', max: 100 },
  ];
}

/** Compares the results of pairs and triples of criteria with those of the memory store. */
export async function correctness(size: number, searches: number): Promise<Figure[]> {
  const memory = openMemoryStore();
  const path = await builtBook(size);
  const sqlite = await openStore(`sqlite:${path}`);
  await memory.write({ id: 'all', profiles: [...traffic({ from: FROM, to: TO, count: size })] });
  const chance = createChance(5);
  const cases = generatedCases(createChance(11), 500);
  let wrong = 0;
  for (let n = 0; n < searches; n++) {
    const combined = combine(Array.from({ length: 2 + (n % 2) }, () => chance.pick(cases)));
    const [a, b] = await Promise.all([
      search(memory, combined),
      sqlite.search({ terms: combined.terms, limit: 10, cursor: null }, { deadline: 60_000 }),
    ]);
    if (isDeepStrictEqual(a, b)) continue;
    wrong++;
    console.log(`WRONG: ${combined.query}`);
  }
  await sqlite.close();
  // A goal for a time may be missed on a small machine; a wrong result fails everywhere.
  if (wrong > 0) process.exitCode = 1;
  return [{ name: `wrong results of ${searches} pairs and triples`, value: wrong, unit: '', max: 0 }];
}
