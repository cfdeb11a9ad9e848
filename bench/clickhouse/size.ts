import { openStats } from '../../src/store/clickhouse/stats.ts';
import type { Figure } from '../figures.ts';
import { builtBook } from './build.ts';

/** Bytes per entry, per column where the parts are large enough to have a file for each column. */
export async function measureSize(count: number): Promise<Figure[]> {
  const storage = await builtBook(count);
  const { parts } = await openStats(storage);
  console.log('\nbytes per entry');
  const sizes = parts.map(({ name, bytes }) => ({ name, each: bytes / count }));
  for (const { name, each } of sizes)
    if (each >= 0.05) console.log(`  ${name.padEnd(34)} ${each.toFixed(2).padStart(8)}`);
  const sum = (matches: (name: string) => boolean) =>
    sizes.filter(({ name }) => matches(name)).reduce((total, { each }) => total + each, 0);
  const isEntries = (name: string) => name.startsWith('entries');
  return [
    { name: 'bytes per entry with the URL index', value: sum(isEntries), unit: 'B', max: 110 },
    {
      name: 'bytes per entry without',
      value: sum((name) => isEntries(name) && !name.endsWith('by_url')),
      unit: 'B',
      max: 60,
    },
    { name: 'bytes per detail', value: sum((name) => name.startsWith('details')), unit: 'B' },
  ];
}
