import { type TableCell, type TableColumn, tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';

export interface GroupColumn extends TableColumn {
  /** Left out if the terminal is not wide. */
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
