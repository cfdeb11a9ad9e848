import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bookFolder, folderBytes } from '../../src/store/sqlite/folder.ts';
import type { Figure } from '../figures.ts';
import { builtBook } from './build.ts';

/** The size of a profile, by table and index of the sealed segments. */
export async function size(count: number): Promise<Figure[]> {
  const folder = bookFolder(await builtBook(count));
  const bytes = new Map<string, number>();
  let entries = 0;
  for (const name of readdirSync(folder.segments)) {
    if (!/^\d+\.db$/.test(name)) continue;
    const db = new DatabaseSync(join(folder.segments, name), { readOnly: true });
    entries += Number(db.prepare('SELECT count(*) AS n FROM entries').get()?.n);
    for (const row of db.prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name').all())
      bytes.set(String(row.name), (bytes.get(String(row.name)) ?? 0) + Number(row.bytes));
    db.close();
  }
  const perProfile = folderBytes(folder.path) / count;
  const sealed = [...bytes.values()].reduce((sum, part) => sum + part, 0) / entries;
  console.log(
    `\nbytes per profile: ${perProfile.toFixed(0)} in all, ${sealed.toFixed(0)} in sealed segments`,
  );
  for (const [name, part] of [...bytes].sort(([, a], [, b]) => b - a))
    if (part / entries >= 0.05)
      console.log(`  ${name.padEnd(30)} ${(part / entries).toFixed(1).padStart(8)}`);
  return [
    { name: 'bytes per profile, sealed', value: sealed, unit: 'B', max: 300 },
    { name: 'bytes per profile, all files', value: perProfile, unit: 'B', max: 300 },
  ];
}
