import { replaceTable } from '../../support/docs-table.ts';

export interface Row {
  readonly toolchain: string;
  readonly version: string;
  readonly use: string;
  readonly result: string;
}

const HEAD = ['toolchain', 'version', 'use', 'result'];

/** Replaces the rows of these toolchains in the table of docs/toolchains.md. */
export function writeTable(rows: readonly Row[]): void {
  const cells = rows.map(({ toolchain, version, use, result }) => [toolchain, version, use, result]);
  replaceTable('toolchains.md', 'npm run e2e:guest -- --full', HEAD, (before) => {
    // A run of some cells leaves the rows of their toolchain as they are.
    const countIn = (table: readonly (readonly string[])[], name?: string) =>
      table.filter(([toolchain]) => toolchain === name).length;
    const isTried = ([name]: readonly string[]) => countIn(cells, name) >= Math.max(1, countIn(before, name));
    const others = before.filter((row) => !isTried(row));
    return [...others, ...cells.filter(isTried)].sort(([a], [b]) => placeOf(a) - placeOf(b));
  });
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

function placeOf(toolchain = ''): number {
  const place = ORDER.indexOf(toolchain);
  return place < 0 ? ORDER.length : place;
}
