import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { FROM, TO } from '../store/build.ts';
import { traffic } from '../traffic.ts';

const DATA = join(import.meta.dirname, '../.data');
const CHUNK = 20_000;

/** The folder of a Symfony profiler whose index has the same requests as a generated book. Built once. */
export async function builtIndex(count: number): Promise<string> {
  const folder = join(DATA, `symfony-${count}`);
  const path = join(folder, 'index.csv');
  if (existsSync(path)) return folder;
  mkdirSync(folder, { recursive: true });
  const file = await open(`${path}.building`, 'w');
  let lines: string[] = [];
  for (const { entry } of traffic({ from: FROM, to: TO, count })) {
    const token = entry.seq.toString(16).padStart(6, '0');
    const seconds = Math.floor(entry.time / 1e6);
    lines.push(
      `${[token, entry.ip, entry.method, quoted(entry.url), seconds, '', entry.status].join(',')}\n`,
    );
    if (lines.length < CHUNK) continue;
    await file.write(lines.join(''));
    lines = [];
  }
  await file.write(lines.join(''));
  await file.close();
  renameSync(`${path}.building`, path);
  return folder;
}

function quoted(text: string): string {
  return /[",\s\\]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
