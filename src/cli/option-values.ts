import { parseDuration, parseSize } from '../format/parse-units.ts';
import { visibleText } from '../format/visible-text.ts';
import { isTimeZone } from '../profile/time.ts';
import { COLUMNS, type Column, parseColumns } from '../search/columns.ts';
import { usageError } from './command-error.ts';

/** A duration such as `30d`, in milliseconds. */
export function readDuration(option: string, text: string): number {
  return parseDuration(text) ?? invalid(option, text, 'a duration', 'such as 30d or 12h');
}

/** A size such as `2GB`, in bytes. */
export function readSize(option: string, text: string): number {
  return parseSize(text) ?? invalid(option, text, 'a size', 'such as 500MB or 2GB');
}

export function readCount(option: string, text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : invalid(option, text, 'a whole number', 'such as 1000000');
}

export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : invalid('--port', text, 'a port', 'from 0 to 65535');
}

export function readTimeZone(text: string): string {
  return isTimeZone(text) ? text : invalid('--tz', text, 'a time zone', 'such as UTC or Europe/Zagreb');
}

export function readColumns(text: string): readonly Column[] {
  const { columns, unknown } = parseColumns(text);
  const [first] = unknown;
  return first === undefined ? columns : invalid('--columns', first, 'a column', `of ${COLUMNS.join(', ')}`);
}

export function invalid(option: string, text: string, kind: string, examples: string): never {
  throw usageError(`${option}: "${visibleText(text)}" is not ${kind}. Use one ${examples}.`);
}
