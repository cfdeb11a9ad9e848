import { visibleText } from '../../format/visible-text.ts';
import type { Style, Terminal } from './terminal.ts';
import { cutToWidth, padToWidth, widest } from './text-width.ts';

export interface TableColumn {
  readonly heading: string;
  readonly align?: 'right';
  /**
   * Where a cell is cut if the table is wider than the terminal. The first column that has it gives way first, and the next one
   * only when the first has its least width. Columns without it are always whole.
   * @default never
   */
  readonly cut?: 'middle' | 'end';
  /** Whether the column shrinks before the others. */
  readonly first?: true;
  /** Its width in characters while other columns can still shrink. @default 12 */
  readonly least?: number;
  /** Its width even if all cells are shorter, so that tables printed one after the other are aligned. */
  readonly min?: number;
  /** A shorter form of its cells, for when the others have their least widths. */
  readonly shorter?: (text: string) => string;
}

export interface TableCell {
  readonly text: string;
  readonly style: Style;
}

const GAP = '  ';
const LEAST = 12;
/** The width that a column has in any terminal. */
const NARROWEST = 3;

/** Lines of a table that fit the terminal: the headings, then the rows. Recorded text is made safe to print here. */
export function tableLines(
  columns: readonly TableColumn[],
  rows: readonly (readonly (string | TableCell)[])[],
  terminal: Terminal,
): string[] {
  const cells = rows.map((row) =>
    row.map((cell) => visibleText(typeof cell === 'string' ? cell : cell.text)),
  );
  const widths = columns.map(({ heading, min = 0 }, i) => Math.max(min, columnWidth(cells, i, heading)));
  if (terminal.columns !== null) shrink(columns, { cells, widths }, terminal.columns);
  const line = (texts: readonly string[], style: (text: string, column: number) => string) => {
    const last = texts.findLastIndex((text) => text !== '');
    return texts
      .slice(0, last + 1)
      .map((text, i) => {
        const { cut = 'end', align } = columns[i] ?? {};
        const width = widths[i] ?? 0;
        const fitting = cutToWidth(text, width, cut);
        const styled = style(fitting, i);
        const padding = padToWidth(fitting, width).slice(fitting.length);
        if (align === 'right') return padding + styled;
        return i === last ? styled : styled + padding;
      })
      .join(GAP);
  };
  return [
    line(
      columns.map(({ heading }) => heading),
      (text) => terminal.style('bold', text),
    ),
    ...cells.map((texts, row) =>
      line(texts, (text, column) => {
        const cell = rows[row]?.[column];
        return typeof cell === 'object' ? terminal.style(cell.style, text) : text;
      }),
    ),
  ];
}

/** The texts of the cells, and the widths of the columns. */
interface Layout {
  readonly cells: readonly string[][];
  readonly widths: number[];
}

/** Makes the widths fit: shrinks the `first` column, then the others; then uses shorter forms; then shrinks the widest. */
function shrink(columns: readonly TableColumn[], { cells, widths }: Layout, available: number): void {
  const gaps = GAP.length * (columns.length - 1);
  const natural = [...widths];
  const excess = () => widths.reduce((sum, width) => sum + width, gaps) - available;
  const takeDownTo = (index: number, least: number) => {
    const width = widths[index] ?? 0;
    if (excess() > 0) widths[index] = Math.min(width, Math.max(least, width - excess()));
  };
  const giving = columns
    .map(({ cut, first, least = LEAST }, index) => ({ index, cut, first, least }))
    .filter(({ cut }) => cut !== undefined)
    .sort((a, b) => Number(b.first ?? false) - Number(a.first ?? false));
  for (const { index, least } of giving) takeDownTo(index, least);
  for (const [index, { shorter, heading }] of columns.entries()) {
    if (!shorter || excess() <= 0) continue;
    for (const row of cells) row[index] = shorter(row[index] ?? '');
    widths[index] = columnWidth(cells, index, heading);
    // Return freed width to the column that shrank first.
    const [{ index: first } = { index }] = giving;
    if (excess() < 0) widths[first] = Math.min(natural[first] ?? 0, (widths[first] ?? 0) - excess());
  }
  while (excess() > 0) {
    const most = giving.reduce((width, { index }) => Math.max(width, widths[index] ?? 0), 0);
    const index = giving.find((column) => widths[column.index] === most)?.index;
    if (index === undefined || most <= NARROWEST) return;
    widths[index] = most - 1;
  }
}

function columnWidth(cells: readonly (readonly string[])[], index: number, heading: string): number {
  return widest([heading, ...cells.map((row) => row[index] ?? '')]);
}

/** A table with the columns that `--fields` names. */
export function fieldTable(rows: readonly object[], fields: readonly string[], terminal: Terminal): string[] {
  return tableLines(
    fields.map((heading) => ({ heading, ...FIELD_CUTS[heading] })),
    rows.map((row) => {
      const values = new Map<string, unknown>(Object.entries(row));
      return fields.map((field) => fieldText(values.get(field)));
    }),
    terminal,
  );
}

function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

const FIELD_CUTS: Readonly<Record<string, Partial<TableColumn>>> = {
  url: { cut: 'middle', first: true, least: 24 },
  userAgent: { cut: 'end' },
  errorGroup: { cut: 'end' },
  route: { cut: 'middle' },
  operation: { cut: 'end' },
  host: { cut: 'middle' },
  tags: { cut: 'end' },
  ip: { cut: 'end', least: 15 },
  instance: { cut: 'middle' },
  error: { cut: 'end' },
  client: { cut: 'end' },
  user: { cut: 'end', least: 8 },
  classes: { cut: 'end' },
  before: { cut: 'end' },
  service: { cut: 'end', least: 8 },
};
