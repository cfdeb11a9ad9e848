import { openStats } from '../../src/store/clickhouse/stats.ts';
import type { Figure } from '../figures.ts';
import { builtBook } from './build.ts';

/** What an entry takes up, column by column where its parts are large enough to have a file for each. */
export async function size(count: number): Promise<Figure[]> {
  const storage = await builtBook(count);
  const { parts } = await openStats(storage);
  console.log('\nbytes per entry');
  const named = parts.map(({ name, bytes }) => ({ name, each: bytes / count }));
  for (const { name, each } of named)
    if (each >= 0.05) console.log(`  ${name.padEnd(34)} ${each.toFixed(2).padStart(8)}`);
  const sum = (keep: (name: string) => boolean) =>
    named.filter(({ name }) => keep(name)).reduce((total, { each }) => total + each, 0);
  const ofEntries = (name: string) => name.startsWith('entries');
  return [
    { name: 'bytes per entry with the URL index', value: sum(ofEntries), unit: 'B', most: 110 },
    {
      name: 'bytes per entry without',
      value: sum((name) => ofEntries(name) && !name.endsWith('by_url')),
      unit: 'B',
      most: 60,
    },
    { name: 'bytes per detail', value: sum((name) => name.startsWith('details')), unit: 'B' },
  ];
}
