import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project, Run, Seen } from './project.ts';

export interface Row {
  readonly name: string;
  readonly version: string;
  readonly run: Run;
  readonly seen: Seen;
}

const FILE = join(import.meta.dirname, '../../../docs/frameworks.md');
const START = '<!-- Written by npm run e2e:guest -- --full -->\n';
const END = '<!-- End of the table -->';
const COLUMNS = [
  'requests',
  'route',
  'exception',
  'log',
  'outgoing',
  'note',
  'page',
  'toolbar',
] as const satisfies readonly (keyof Seen)[];

/** Replaces these rows in docs/frameworks.md. Others stay, so that a part of the tests can be run again. */
export function writeTable(rows: readonly Row[], projects: readonly Project[]): void {
  const text = readFileSync(FILE, 'utf8');
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) throw new Error(`${FILE} has no place for the table.`);
  const lines = new Map<string, string>();
  for (const line of text.slice(start, end).split('\n')) lines.set(keyOf(line), line);
  for (const row of rows) lines.set(keyOf(`| ${rowText(row)} |`), `| ${rowText(row)} |`);
  const keys = projects.flatMap(({ name, major = '', runs }) =>
    runs.map((run) => keyOf(`| ${titleOf(name, run)} | ${major || process.versions.node} | ${run.way} |`)),
  );
  const known = keys.flatMap((key) => lines.get(key) ?? []);
  writeFileSync(FILE, text.slice(0, start + START.length) + tableOf(known) + text.slice(end));
}

/** The framework, its major version and how it is attached. */
function keyOf(line: string): string {
  const [, name = '', version = '', way = ''] = line.split('|').map((cell) => cell.trim());
  return [name, version.split('.')[0], way].join('|');
}

function titleOf(name: string, { mode }: Run): string {
  return mode ? `${name}, ${mode}` : name;
}

export function rowText({ name, version, run, seen }: Row): string {
  return [titleOf(name, run), version, run.way, ...COLUMNS.map((column) => seen[column])].join(' | ');
}

function tableOf(rows: readonly string[]): string {
  const head = ['framework', 'version', 'attached by', ...COLUMNS];
  const lines = [head, head.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`);
  const table = [...lines, ...rows].map((line) => `${line}\n`).join('');
  return `\nNode ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}.\n\n${table}\n`;
}
