import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Row {
  readonly toolchain: string;
  readonly version: string;
  readonly use: string;
  readonly result: string;
}

const FILE = join(import.meta.dirname, '../../../docs/toolchains.md');
const START = '<!-- Written by npm run e2e:guest -- --full -->\n';
const END = '<!-- End of the table -->';

/** Replaces the rows of these toolchains in the table of docs/toolchains.md. */
export function writeTable(rows: readonly Row[]): void {
  const text = readFileSync(FILE, 'utf8');
  const start = text.indexOf(START) + START.length;
  const end = text.indexOf(END);
  if (start < START.length || end < start) throw new Error(`${FILE} has no place for the table.`);
  const tried = new Set(rows.map(({ toolchain }) => toolchain));
  const others = rowsIn(text.slice(start, end)).filter(({ toolchain }) => !tried.has(toolchain));
  const all = [...others, ...rows].sort((a, b) => placeOf(a) - placeOf(b));
  writeFileSync(FILE, text.slice(0, start) + tableOf(all) + text.slice(end));
}

const ORDER = [
  'esbuild',
  'webpack',
  'Rollup',
  'ncc',
  'tsup',
  'Vite SSR',
  'TypeScript',
  'tsx',
  'ts-node',
  'Jest',
  'Vitest',
];

function placeOf({ toolchain }: Row): number {
  const place = ORDER.indexOf(toolchain);
  return place < 0 ? ORDER.length : place;
}

function rowsIn(table: string): Row[] {
  const lines = table.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => {
    const [toolchain = '', version = '', use = '', result = ''] = line.slice(2, -2).split(' | ');
    return { toolchain, version, use, result };
  });
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ toolchain, version, use, result }) => [toolchain, version, use, result]);
  const head = ['toolchain', 'version', 'use', 'result'];
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`);
  return `\nNode ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}.\n\n${table.join('')}\n`;
}
