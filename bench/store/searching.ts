import { isDeepStrictEqual } from 'node:util';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { createChance, traffic } from '../traffic.ts';
import { builtBook, FROM, TO } from './build.ts';
import { type Case, generatedCases, singleCases, together } from './cases.ts';

const DEADLINE = 2000;
const ask = (store: Store, { terms }: Case) => store.search({ terms, limit: 10, cursor: null });

/** Singles and pairs, at both sizes in turn: how fast, how flat, and that every question is answered in time. */
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
  const times = cases.map(() => [[] as number[], [] as number[]] as const);
  for (let round = -2; round < rounds; round++) {
    for (const [i, one] of cases.entries()) {
      for (const [s, store] of stores.entries()) {
        const took = await timed(() => ask(store, one));
        if (round >= 0) times[i]?.[s]?.push(took);
      }
    }
  }
  console.log(`\nsingle criteria, ms${' '.repeat(14)} p50 at ${small}   p50 at ${big}   p95 at ${big}`);
  const rows = cases.map(({ name }, i) => {
    const [a, b] = times[i] ?? [[], []];
    return { name, small: quantile(a, 0.5), p50: quantile(b, 0.5), p95: quantile(b, 0.95) };
  });
  for (const row of rows)
    console.log(
      `  ${row.name.padEnd(30)} ${[row.small, row.p50, row.p95].map((n) => n.toFixed(2).padStart(12)).join(' ')}`,
    );

  const chance = createChance(7);
  const took: { name: string; ms: number }[] = [];
  for (let n = 0; n < pairs; n++) {
    const pair = together([chance.pick(cases), chance.pick(cases)]);
    await ask(stores[1], pair);
    took.push({ name: pair.query, ms: await timed(() => ask(stores[1], pair)) });
  }
  const slowest = [...took].sort((a, b) => b.ms - a.ms).slice(0, 6);
  console.log('\nslowest pairs, ms');
  for (const { name, ms } of slowest) console.log(`  ${ms.toFixed(1).padStart(8)}  ${name}`);

  const generated = generatedCases(createChance(11), 500);
  const late: number[] = [];
  for (let n = 0; n < pairs; n++) {
    const size = 2 + (n % 2);
    const question = together(Array.from({ length: size }, () => chance.pick(generated)));
    late.push((await timed(() => ask(stores[1], question))) - DEADLINE);
  }
  for (const store of stores) await store.close();
  return [
    { name: 'single p95, slowest', value: Math.max(...rows.map(({ p95 }) => p95)), unit: 'ms', most: 25 },
    {
      name: 'single p50 big/small, worst',
      value: Math.max(...rows.map(({ p50, small: s }) => p50 / s)),
      unit: 'x',
      most: 2,
    },
    {
      name: 'pairs p95',
      value: quantile(
        took.map(({ ms }) => ms),
        0.95,
      ),
      unit: 'ms',
      most: 100,
    },
    { name: 'past the deadline, worst', value: Math.max(0, ...late), unit: 'ms', most: 100 },
  ];
}

/** Pairs and triples of generated criteria against the plain model, on a slice. */
export async function rightness(slice: number, questions: number): Promise<Figure[]> {
  const memory = openMemoryStore();
  const path = await builtBook(slice);
  const sqlite = await openStore(`sqlite:${path}`);
  await memory.write({ id: 'slice', profiles: [...traffic({ from: FROM, to: TO, count: slice })] });
  const chance = createChance(5);
  const cases = generatedCases(createChance(11), 500);
  let wrong = 0;
  for (let n = 0; n < questions; n++) {
    const question = together(Array.from({ length: 2 + (n % 2) }, () => chance.pick(cases)));
    const [a, b] = await Promise.all([
      ask(memory, question),
      sqlite.search({ terms: question.terms, limit: 10, cursor: null }, { deadline: 60_000 }),
    ]);
    if (isDeepStrictEqual(a, b)) continue;
    wrong++;
    console.log(`WRONG: ${question.query}`);
  }
  await sqlite.close();
  return [{ name: `wrong of ${questions} pairs and triples`, value: wrong, unit: '', most: 0 }];
}
