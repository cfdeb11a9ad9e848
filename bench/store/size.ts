import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Figure } from '../figures.ts';
import { builtBook } from './build.ts';

/** The size of an entry, by table. */
export async function size(count: number): Promise<Figure[]> {
  const path = await builtBook(count);
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db
    .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC')
    .all();
  db.close();
  console.log(`\nbytes per entry, ${(statSync(path).size / count).toFixed(0)} in total`);
  for (const { name, bytes } of rows) {
    if (Number(bytes) / count >= 0.05)
      console.log(`  ${String(name).padEnd(30)} ${(Number(bytes) / count).toFixed(1).padStart(8)}`);
  }
  const sum = (keep: (name: string) => boolean) =>
    rows.filter(({ name }) => keep(String(name))).reduce((total, { bytes }) => total + Number(bytes), 0) /
    count;
  return [
    {
      name: 'bytes per entry with all indexes',
      value: sum((name) => name !== 'details'),
      unit: 'B',
      max: 320,
    },
    { name: 'bytes per detail', value: sum((name) => name === 'details'), unit: 'B' },
  ];
}
