// npm run bench:clickhouse            small enough for CI
// npm run bench:clickhouse -- --full  with one, three and ten million profiles
// --assert fails if a figure misses its limit; --only hand-written-sql,growth runs some parts; --keep keeps the books
import { type Figure, report } from '../figures.ts';
import { clear, clearUnlessBuilt } from './build.ts';
import { compareGroups } from './groups.ts';
import { measureGrowth } from './growth.ts';
import { compareByHand } from './hand-written-sql.ts';
import { measureSize } from './size.ts';
import { measureWrites } from './writes.ts';

const full = process.argv.includes('--full');
const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',') ?? [];
const sizes = full ? ([1_000_000, 3_000_000, 10_000_000] as const) : ([5000, 15_000, 50_000] as const);
const largest = Math.max(...sizes);

const PARTS: Record<string, () => Promise<Figure[]>> = {
  writes: () => measureWrites(full ? 30 : 5, full ? 20_000 : 5000),
  size: () => measureSize(largest),
  growth: () => measureGrowth(sizes, full ? 40 : 10),
  'hand-written-sql': () => compareByHand(largest, full ? 15 : 5),
  groups: () => compareGroups(full ? 1_000_000 : sizes[0], full ? 15 : 3, full),
};

clearUnlessBuilt(largest);
const figures: Figure[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (process.argv.includes('--only') && !only.includes(name)) continue;
  console.log(`\n== ${name}`);
  figures.push(...(await part()));
}
report(`bench:clickhouse at ${largest}`, figures, process.argv.includes('--assert'));
if (!process.argv.includes('--keep')) clear();
