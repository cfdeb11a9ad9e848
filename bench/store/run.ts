// npm run bench:store            at a size for CI
// npm run bench:store -- --full  with 10 million profiles
// --assert                       fails if a figure misses its goal
// --only searching,writing       runs these parts only
import { type Figure, report } from '../figures.ts';
import { building } from './building.ts';
import { limit } from './limit.ts';
import { correctness, searching } from './searching.ts';
import { size } from './size.ts';
import { wholeBook } from './whole-book.ts';
import { opening, retention, writing } from './writing.ts';

const full = process.argv.includes('--full');
const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',') ?? [];
const big = full ? 10_000_000 : 50_000;
const small = full ? 100_000 : 10_000;

const PARTS: Record<string, () => Promise<Figure[]>> = {
  size: () => size(big),
  opening: () => opening(big),
  correctness: () => correctness(small, full ? 10_000 : 200),
  searching: () => searching(small, big, full ? 40 : 10, full ? 600 : 30),
  'whole-book': () => wholeBook(big, full ? 7 : 3),
  building: () => (full ? building(16, 65_536) : building(2, 5000)),
  writing: () => writing(big, 20_000, full ? 300 : 5),
  retention: () => retention(big, full ? 1_000_000 : 35_000, 5000),
  limit: () => limits(full),
};

/** The largest size of a book whose app writes as fast as it can, for each limit and number of processes. */
async function limits(full: boolean): Promise<Figure[]> {
  const seconds = full ? 900 : 4;
  const figures = full ? await limit(200e6, 1, seconds) : [];
  figures.push(...(await limit(20e6, 1, seconds)), ...(await limit(20e6, 4, seconds)));
  figures.push(...(await limit(200e6, 4, full ? 60 : 4, 4000)));
  return figures;
}

const figures: Figure[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (process.argv.includes('--only') && !only.includes(name)) continue;
  console.log(`\n== ${name}`);
  figures.push(...(await part()));
}
report(`bench:store at ${big}`, figures, process.argv.includes('--assert'));
