import { visibleText } from '../../format/visible-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { formatIsoTime } from '../../profile/time.ts';
import type { Tokens } from '../../profile/token.ts';

export interface EntryColumn {
  readonly name: string;
  readonly type: 'INTEGER' | 'REAL' | 'TEXT';
  value(entry: Entry, tokens: Tokens): string | number | null | readonly string[];
}

/** The columns of a file with a row per entry. Those of the page come first, in the same order. */
export const ENTRY_COLUMNS: readonly EntryColumn[] = [
  { name: 'Status', type: 'INTEGER', value: ({ status }) => status },
  { name: 'IP', type: 'TEXT', value: ({ ip }) => ip },
  { name: 'Method', type: 'TEXT', value: ({ method }) => method },
  { name: 'URL', type: 'TEXT', value: ({ url }) => url },
  { name: 'Time', type: 'TEXT', value: ({ time }) => formatIsoTime(time) },
  { name: 'Token', type: 'TEXT', value: ({ seq }, { tokenOf }) => tokenOf(seq) },
  { name: 'Kind', type: 'TEXT', value: ({ kind }) => kind },
  {
    name: 'Parent',
    type: 'TEXT',
    value: ({ parent }, { tokenOf }) => (parent === null ? null : tokenOf(parent)),
  },
  { name: 'Host', type: 'TEXT', value: ({ host }) => host },
  { name: 'Route', type: 'TEXT', value: ({ route }) => route },
  { name: 'Duration ms', type: 'REAL', value: ({ duration }) => duration / 1000 },
  { name: 'Request bytes', type: 'INTEGER', value: ({ requestBytes }) => requestBytes },
  { name: 'Response bytes', type: 'INTEGER', value: ({ responseBytes }) => responseBytes },
  { name: 'User agent', type: 'TEXT', value: ({ userAgent }) => userAgent },
  { name: 'Trace', type: 'TEXT', value: ({ trace }) => trace },
  { name: 'Error', type: 'TEXT', value: ({ error }) => error },
  { name: 'Client', type: 'TEXT', value: ({ client }) => client },
  { name: 'Operation', type: 'TEXT', value: ({ operation }) => operation },
  { name: 'User', type: 'TEXT', value: ({ user }) => user },
  { name: 'Tags', type: 'TEXT', value: ({ tags }) => tags },
  { name: 'Queries', type: 'INTEGER', value: ({ queries }) => queries },
  { name: 'Query time ms', type: 'REAL', value: ({ queryTime }) => queryTime / 1000 },
  { name: 'Service', type: 'TEXT', value: ({ service }) => service },
  { name: 'Instance', type: 'TEXT', value: ({ instance }) => instance },
  { name: 'Release', type: 'TEXT', value: ({ release }) => release },
  { name: 'Error group', type: 'TEXT', value: ({ errorGroup }) => errorGroup },
  { name: 'Environment', type: 'TEXT', value: ({ environment }) => environment },
];

/** Characters that start a formula in spreadsheets, including their full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** Separators in any locale: some spreadsheets split at semicolons. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

export const CSV_HEADINGS = csvRow(ENTRY_COLUMNS.map(({ name }) => name));

/** Quotes a cell by RFC 4180. An apostrophe keeps spreadsheets from reading it as a formula. */
export function csvCell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Recorded text has visible escapes, so a row is always one line and safe to print in a terminal. */
export function csvEntry(entry: Entry, tokens: Tokens): string {
  return csvRow(ENTRY_COLUMNS.map(({ value }) => cellText(value(entry, tokens))));
}

function cellText(value: ReturnType<EntryColumn['value']>): string {
  if (typeof value === 'string') return visibleText(value);
  if (typeof value === 'number') return String(value);
  return value === null ? '' : value.map(visibleText).join(', ');
}

function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
