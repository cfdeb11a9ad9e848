import { visibleText } from '../../format/visible-text.ts';
import type { Style, Terminal } from './terminal.ts';
import { cutToWidth, padToWidth, textWidth } from './text-width.ts';

export interface TableColumn {
  readonly heading: string;
  /** Figures are aligned at the right. */
  readonly align?: 'right';
  /**
   * Where a cell is cut if the table is wider than the terminal. The first column that has it gives way first, and the next one
   * only when the first has its least width. Columns without it are always whole.
   * @default never
   */
  readonly cut?: 'middle' | 'end';
  /** Whether the column gives way before the others. */
  readonly first?: true;
  /** The columns that it keeps while others can still give way. @default 12 */
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
/** What a column keeps in any terminal. */
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

/** What the columns of a table print, and how wide they are. */
interface Layout {
  readonly cells: readonly string[][];
  readonly widths: number[];
}

/** Makes the widths fit. First the column that gives way first, then the others, then shorter forms, then the widest. */
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
    // What is too much of it goes back to the column that gave way first.
    const [{ index: first } = { index }] = giving;
    if (excess() < 0) widths[first] = Math.min(natural[first] ?? 0, (widths[first] ?? 0) - excess());
  }
  while (excess() > 0) {
    const widest = giving.reduce((most, { index }) => Math.max(most, widths[index] ?? 0), 0);
    const index = giving.find((column) => widths[column.index] === widest)?.index;
    if (index === undefined || widest <= NARROWEST) return;
    widths[index] = widest - 1;
  }
}

function columnWidth(cells: readonly (readonly string[])[], index: number, heading: string): number {
  return cells.reduce((widest, row) => Math.max(widest, textWidth(row[index] ?? '')), textWidth(heading));
}
