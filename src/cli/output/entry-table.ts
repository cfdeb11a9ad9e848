import { visibleText } from '../../format/visible-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { entryJson } from '../../profile/entry-json.ts';
import { formatTime } from '../../profile/time.ts';
import type { Seq, Tokens } from '../../profile/token.ts';
import { COLUMN_NAMES, type Column, columnText } from '../../search/columns.ts';
import { fieldTable, type TableCell, type TableColumn, tableLines } from './table.ts';
import { statusStyle, type Terminal } from './terminal.ts';
import { cutToWidth, textWidth } from './text-width.ts';

/** `14-Nov 09:05:07` instead of `14-Nov-2026 09:05:07`. */
function withoutYear(time: string): string {
  return time.replace(/-\d{4} /, ' ');
}

const COLUMNS: readonly TableColumn[] = [
  { heading: 'Status' },
  { heading: 'IP', cut: 'end', least: 15 },
  { heading: 'Method' },
  { heading: 'URL', cut: 'middle', first: true, least: 24 },
  { heading: 'Time', shorter: withoutYear },
  { heading: 'Token' },
];

/** Columns with widths that fit nearly all values. The URL takes the rest of the terminal. */
function continuedColumns(terminal: Terminal): readonly TableColumn[] {
  const widths: Readonly<Record<string, number>> = { IP: 15, Method: 7, URL: terminal.columns ?? 0 };
  return COLUMNS.map((column) => ({ ...column, min: widths[column.heading] ?? 0 }));
}

interface EntryTableOptions {
  readonly tokens: Tokens;
  readonly zone: string;
  /** Columns to the right of those of the page. */
  readonly columns?: readonly Column[];
  readonly terminal: Terminal;
  /** Whether rows of another table follow, aligned with this one. */
  readonly isContinued?: boolean;
}

export function entryTable(
  entries: readonly Entry[],
  { tokens, zone, columns = [], terminal, isContinued = false }: EntryTableOptions,
): string[] {
  const further = columns.map((name): TableColumn => ({ heading: COLUMN_NAMES[name], ...FURTHER[name] }));
  const listed = new Set<Seq | null>(entries.map(({ seq }) => seq));
  const rows = entries.map((entry) => [
    statusCell(entry, terminal.columns !== null && listed.has(entry.parent)),
    entry.ip,
    entry.method,
    entry.url,
    formatTime(entry.time, zone),
    tokens.tokenOf(entry.seq),
    ...columns.map((column) => columnText(column, entry)),
  ]);
  const own = isContinued ? continuedColumns(terminal) : COLUMNS;
  return tableLines([...own, ...further], rows, terminal);
}

interface EntryPrinterOptions extends EntryTableOptions {
  /** Fields of the JSON instead of the columns of the page. */
  readonly fields?: readonly string[] | undefined;
}

/** Prints requests as they come, below each other as in one table. */
export function createEntryPrinter({
  fields,
  ...options
}: EntryPrinterOptions): (entries: readonly Entry[]) => void {
  const { tokens, terminal } = options;
  let hasHeadings = false;
  return (entries) => {
    const lines = fields
      ? fieldTable(
          entries.map((entry) => entryJson(entry, tokens)),
          fields,
          terminal,
        )
      : entryTable(entries, { ...options, isContinued: true });
    process.stdout.write(
      lines
        .slice(hasHeadings ? 1 : 0)
        .map((line) => `${line}\n`)
        .join(''),
    );
    hasHeadings = true;
  };
}

const FURTHER: Readonly<Record<Column, Partial<TableColumn>>> = {
  duration: {},
  queries: { align: 'right' },
  user: { cut: 'end', least: 8 },
  error: { cut: 'end', least: 16 },
};

/** A terminal marks an error stage or sub-request of a listed request, as the page does. A program gets the status alone. */
function statusCell({ status }: Entry, isPart: boolean): TableCell {
  return { text: `${isPart ? '└ ' : ''}${status}`, style: statusStyle(status) };
}

/** The columns that a URL has at least, and those that precede the line. */
const MIN_URL = 20;
const MARGIN = 3;

/** `3fa2c1  500  14-Nov-2026 09:05:07 UTC  POST https://shop.example/pay`, in one line of the terminal. */
export function requestLine(entry: Entry, { tokenOf }: Tokens, zone: string, terminal: Terminal): string {
  const { status, method, url, time, seq } = entry;
  const facts = [tokenOf(seq), String(status), `${formatTime(time, zone)} ${zone}`, visibleText(method)];
  const rest = (terminal.columns ?? Infinity) - textWidth(facts.join('  ')) - MARGIN - 1;
  const shown = visibleText(url);
  facts[1] = terminal.style(statusStyle(status), String(status));
  return `${facts.join('  ')} ${cutToWidth(shown, Math.max(MIN_URL, rest), 'middle')}`;
}
