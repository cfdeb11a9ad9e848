import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bookFolder, folderBytes } from '../../src/store/sqlite/files/folder.ts';
import type { Figure } from '../figures.ts';
import { builtBook } from './build.ts';

/** The size of a profile, by column of the closed segments. */
export async function size(count: number): Promise<Figure[]> {
  const folder = bookFolder(await builtBook(count));
  const bytes = new Map<string, number>();
  let entries = 0;
  let files = 0;
  for (const name of readdirSync(folder.segments)) {
    if (!/^\d+\.db$/.test(name)) continue;
    const db = new DatabaseSync(join(folder.segments, name), { readOnly: true });
    const add = (part: string, size: number) => bytes.set(part, (bytes.get(part) ?? 0) + size);
    entries += Number(db.prepare('SELECT sum(last - first + 1) AS n FROM seqs').get()?.n);
    for (const row of db.prepare('SELECT name, sum(length(data)) AS bytes FROM columns GROUP BY name').all())
      add(String(row.name), Number(row.bytes));
    add('details', Number(db.prepare('SELECT sum(length(data)) AS bytes FROM details').get()?.bytes));
    files += statSync(join(folder.segments, name)).size;
    db.close();
  }
  const perProfile = folderBytes(folder.path) / count;
  const closed = files / entries;
  console.log(
    `\nbytes per profile: ${perProfile.toFixed(0)} in all, ${closed.toFixed(0)} in closed segments`,
  );
  for (const [name, part] of [...bytes].sort(([, a], [, b]) => b - a))
    if (part / entries >= 0.05)
      console.log(`  ${name.padEnd(30)} ${(part / entries).toFixed(1).padStart(8)}`);
  return [
    { name: 'bytes per profile, closed', value: closed, unit: 'B', max: 90 },
    { name: 'bytes per profile, all files', value: perProfile, unit: 'B', max: 90 },
  ];
}
