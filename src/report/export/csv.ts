import { visibleText } from '../../format/visible-text.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Tokens } from '../../profile/token.ts';
import { ENTRY_COLUMNS, type EntryColumn } from './entry-columns.ts';

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
