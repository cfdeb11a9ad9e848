import { Option } from 'commander';
import { invalid, readCount } from './option-values.ts';
import { type TableCell, type TableColumn, tableLines } from './output/table.ts';
import type { Terminal } from './output/terminal.ts';

/** Rows of a table of groups. */
const DEFAULT_ROWS = 20;
export const MAX_ROWS = 500;

export function rowsOption(): Option {
  return new Option('--limit <number>', `rows of the table, at most ${MAX_ROWS}`)
    .argParser((text: string) => {
      const count = readCount('--limit', text);
      return count >= 1 && count <= MAX_ROWS
        ? count
        : invalid('--limit', text, 'a number of rows', 'from 1 to 500');
    })
    .default(DEFAULT_ROWS);
}

export function sortOption(orders: readonly string[]): Option {
  return new Option('--sort <name>', 'what the rows are sorted by, the highest first')
    .choices(orders)
    .default(orders[0]);
}

export interface GroupColumn extends TableColumn {
  /** Left out if the terminal has fewer columns than this. */
  readonly wide?: true;
}

/** From how many columns on a terminal is wide. */
const WIDE = 100;

/** A table of groups, without the columns that need a wide terminal if it is not one. */
export function groupLines(
  columns: readonly GroupColumn[],
  rows: readonly (readonly (string | TableCell)[])[],
  terminal: Terminal,
): string[] {
  const isShown = ({ wide }: GroupColumn) => !wide || (terminal.columns ?? WIDE) >= WIDE;
  const shown = columns.map(isShown);
  return tableLines(
    columns.filter(isShown),
    rows.map((row) => row.filter((_, i) => shown[i])),
    terminal,
  );
}

/** A table with the columns that `--fields` names. */
export function fieldLines(rows: readonly object[], fields: readonly string[], terminal: Terminal): string[] {
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return tableLines(
    fields.map((heading) => ({ heading, cut: 'end' as const })),
    rows.map((row) => Object.values(row).map(text)),
    terminal,
  );
}
