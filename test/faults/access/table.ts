import type { Tally } from './try-trials.ts';

export interface Row {
  readonly name: string;
  readonly tally: Tally;
}

/** Requests by adapter and proxy, and what they got, as a table of Markdown. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, tally: { requests, verdicts } }) => {
    const { app, locked, asset, opened } = verdicts;
    return [name, requests, app, locked, asset, opened, requests - app - locked - asset - opened];
  });
  const total = [
    'all',
    ...[1, 2, 3, 4, 5, 6].map((n) => cells.reduce((sum, row) => sum + Number(row[n]), 0)),
  ];
  const head = ['', 'requests', "the app's answer", 'locked page', 'asset', 'opened by the key', 'in'];
  return [head, head.map((_, n) => (n === 0 ? '---' : '---:')), ...cells, total]
    .map((row) => `| ${row.map((cell) => cell.toLocaleString('en')).join(' | ')} |`)
    .join('\n');
}
