import { visibleText } from '../../format/visible-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { formatIsoTime } from '../../profile/time.ts';
import type { Tokens } from '../../profile/token.ts';

/** Characters that start a formula in spreadsheets, including their full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** Separators in any locale: some spreadsheets split at semicolons. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** The columns of the page come first, in the same order. */
const COLUMNS = [
  'Status',
  'IP',
  'Method',
  'URL',
  'Time',
  'Token',
  'Kind',
  'Parent',
  'Host',
  'Route',
  'Duration ms',
  'Request bytes',
  'Response bytes',
  'User agent',
  'Trace',
  'Error',
  'Client',
  'Operation',
  'User',
  'Tags',
  'Queries',
  'Query time ms',
  'Service',
  'Instance',
  'Release',
  'Error group',
] as const;

export const CSV_HEADINGS = csvRow(COLUMNS);

/** Quotes a cell by RFC 4180. An apostrophe keeps spreadsheets from reading it as a formula. */
export function csvCell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Recorded text has visible escapes, so a row is always one line and safe to print in a terminal. */
export function csvEntry(entry: Entry, { tokenOf }: Tokens): string {
  return csvRow([
    String(entry.status),
    visibleText(entry.ip),
    visibleText(entry.method),
    visibleText(entry.url),
    formatIsoTime(entry.time),
    tokenOf(entry.seq),
    entry.kind,
    entry.parent === null ? '' : tokenOf(entry.parent),
    visibleText(entry.host),
    visibleText(entry.route),
    String(entry.duration / 1000),
    String(entry.requestBytes),
    String(entry.responseBytes),
    visibleText(entry.userAgent),
    visibleText(entry.trace),
    visibleText(entry.error),
    entry.client,
    visibleText(entry.operation),
    visibleText(entry.user),
    entry.tags.map(visibleText).join(', '),
    String(entry.queries),
    String(entry.queryTime / 1000),
    visibleText(entry.service),
    visibleText(entry.instance),
    visibleText(entry.release),
    visibleText(entry.errorGroup),
  ]);
}

function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
