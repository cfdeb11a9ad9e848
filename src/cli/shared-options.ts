import { Option } from 'commander';
import { parseDuration, parseSize } from '../format/parse-units.ts';
import { visibleText } from '../format/visible-text.ts';
import { isTimeZone } from '../profile/time.ts';
import { COLUMNS, type Column, parseColumns } from '../search/columns.ts';
import { findStorage } from '../store/default-storage.ts';
import { usageError } from './command-error.ts';
import { readFields } from './output/json.ts';

/** Looked for once: every command has the option. */
const STORAGE = findStorage();
const SQLITE = 'sqlite:FOLDER';
const CLICKHOUSE = 'clickhouse://USER:PASSWORD@HOST/DATABASE or chdb:FOLDER';

/** The options of commands that print what a book has. */
export interface ReadOptions {
  readonly storage: string;
  readonly tz: string;
  readonly json?: true;
}

export function storageOption(): Option {
  return storage(`${SQLITE}, ${CLICKHOUSE}, or https://COLLECTOR`).default(STORAGE);
}

/** For commands that work only with SQLite. */
export function sqliteOption(): Option {
  return storage(SQLITE).default(STORAGE);
}

/** For commands that work only with ClickHouse. */
export function clickHouseOption(): Option {
  return storage(CLICKHOUSE).makeOptionMandatory();
}

export function zoneOption(): Option {
  return new Option('--tz <zone>', 'time zone, such as Europe/Zagreb').default('UTC').argParser(readTimeZone);
}

export function jsonOption(): Option {
  return new Option('--json', 'print JSON');
}

/** For commands that print rows, beside `jsonOption`. */
export function ndjsonOption(): Option {
  return new Option('--ndjson', 'print one JSON object per line').conflicts('json');
}

export function fieldsOption(known: readonly string[]): Option {
  return new Option('--fields <names>', 'print only these fields, such as token,url').argParser((text) =>
    readFields(text, known),
  );
}

function storage(forms: string): Option {
  return new Option('--storage <url>', `the book: ${forms}`).env('GATEBOOK_STORAGE');
}

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

function readTimeZone(text: string): string {
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
