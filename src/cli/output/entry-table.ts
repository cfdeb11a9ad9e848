import type { Entry } from '../../profile/entry.ts';
import { entryJson } from '../../profile/entry-json.ts';
import { formatTime } from '../../profile/time.ts';
import type { Seq, Tokens } from '../../profile/token.ts';
import { COLUMN_NAMES, type Column, columnText } from '../../search/columns.ts';
import { pickFields } from './json.ts';
import { type TableCell, type TableColumn, tableLines } from './table.ts';
import { statusStyle, type Terminal } from './terminal.ts';

/** `14-Nov 09:05:07` instead of `14-Nov-2026 09:05:07`. */
function withoutYear(time: string): string {
  return time.replace(/-\d{4} /, ' ');
}

/** The columns of the page, in its order. */
const COLUMNS: readonly TableColumn[] = [
  { heading: 'Status' },
  { heading: 'IP', cut: 'end', least: 15 },
  { heading: 'Method' },
  { heading: 'URL', cut: 'middle', first: true, least: 24 },
  { heading: 'Time', shorter: withoutYear },
  { heading: 'Token' },
];

/** The same with widths that fit nearly all values. The URL takes what is left of the terminal. */
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
  /** Whether rows of another table follow, which are to be aligned with this one. */
  readonly isContinued?: boolean;
}

/** A table of requests, as on the page. */
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
      ? fieldTable(entries, fields, tokens, terminal)
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

/** In a terminal, the part of a listed request is marked as on the page. A program gets the status alone. */
function statusCell({ status }: Entry, isPart: boolean): TableCell {
  return { text: `${isPart ? '└ ' : ''}${status}`, style: statusStyle(status) };
}

/** A table with these fields of the JSON. */
export function fieldTable(
  entries: readonly Entry[],
  fields: readonly string[],
  tokens: Tokens,
  terminal: Terminal,
): string[] {
  const columns = fields.map((heading): TableColumn => ({ heading, ...FIELD_CUTS[heading] }));
  const rows = entries.map((entry) =>
    Object.values(pickFields(entryJson(entry, tokens), fields)).map((value) =>
      Array.isArray(value) ? value.join(',') : String(value ?? ''),
    ),
  );
  return tableLines(columns, rows, terminal);
}

/** Fields that can be long. */
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
  user: { cut: 'end', least: 8 },
  service: { cut: 'end', least: 8 },
};
