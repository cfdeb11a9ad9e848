import { replaceTable } from '../../support/docs-table.ts';
import type { Project, Run, Seen } from './project.ts';

export interface Row {
  readonly name: string;
  readonly version: string;
  readonly run: Run;
  readonly seen: Seen;
}

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
  const head = ['framework', 'version', 'attached by', ...COLUMNS];
  replaceTable('frameworks.md', 'npm run e2e:guest -- --full', head, (before) => {
    const known = new Map([...before, ...rows.map(cellsOf)].map((cells) => [keyOf(cells), cells]));
    const keys = projects.flatMap(({ name, major = '', runs }) =>
      runs.map((run) => keyOf([titleOf(name, run), major || process.versions.node, run.way])),
    );
    return keys.flatMap((key) => {
      const cells = known.get(key);
      return cells ? [cells] : [];
    });
  });
}

/** The framework, its major version and how it is attached. */
function keyOf([name = '', version = '', way = '']: readonly string[]): string {
  return [name, version.split('.')[0], way].join('|');
}

function titleOf(name: string, { mode }: Run): string {
  return mode ? `${name}, ${mode}` : name;
}

export function cellsOf({ name, version, run, seen }: Row): string[] {
  return [titleOf(name, run), version, run.way, ...COLUMNS.map((column) => seen[column])];
}
