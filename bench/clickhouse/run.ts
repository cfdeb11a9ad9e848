// npm run bench:clickhouse            at a size fit for CI
// npm run bench:clickhouse -- --full  at one, three and ten million
// --assert fails on a missed figure; --only by-hand,flat runs some parts; --keep leaves the books there
import { type Figure, report } from '../figures.ts';
import { clear, clearUnlessBuilt } from './build.ts';
import { byHand } from './by-hand.ts';
import { flat } from './flat.ts';
import { size } from './size.ts';
import { writing } from './writing.ts';

const full = process.argv.includes('--full');
const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',') ?? [];
const sizes = full ? [1_000_000, 3_000_000, 10_000_000] : [10_000, 30_000, 100_000];
const big = Math.max(...sizes);

const PARTS: Record<string, () => Promise<Figure[]>> = {
  writing: () => writing(full ? 30 : 5, full ? 20_000 : 5000),
  size: () => size(big),
  flat: () => flat(sizes, full ? 40 : 10),
  'by-hand': () => byHand(big, full ? 15 : 5),
};

clearUnlessBuilt(big);
const figures: Figure[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (process.argv.includes('--only') && !only.includes(name)) continue;
  console.log(`\n== ${name}`);
  figures.push(...(await part()));
}
report(`bench:clickhouse at ${big}`, figures, process.argv.includes('--assert'));
if (!process.argv.includes('--keep')) clear();
