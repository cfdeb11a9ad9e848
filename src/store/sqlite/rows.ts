import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { type IpKey, ipKey, ipText } from '../../net/ip.ts';
import { CLIENT_CLASSES, DETAIL_STATES, type Entry, KINDS, type ProcessInfo } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';

export type Row = Record<string, SQLOutputValue>;

/** The fields of an entry whose values many entries share. They are stored once per combination. */
export type Dimensions = Pick<
  Entry,
  'status' | 'method' | 'host' | 'route' | 'operation' | 'kind' | 'error' | 'errorGroup' | 'client' | 'detail'
>;

export const DIMENSION_COLUMNS =
  'status, method, host, route, operation, kind, error, error_group, client, detail';

/** The values in the order of DIMENSION_COLUMNS. */
export function toDimensionRow(dimensions: Dimensions): (string | number)[] {
  return [
    dimensions.status,
    dimensions.method,
    dimensions.host,
    dimensions.route,
    dimensions.operation,
    KINDS.indexOf(dimensions.kind),
    dimensions.error,
    dimensions.errorGroup,
    CLIENT_CLASSES.indexOf(dimensions.client),
    DETAIL_STATES.indexOf(dimensions.detail),
  ];
}

export function toDimensions(row: Row): Dimensions {
  const { status, method, host, route, operation, kind, error, error_group, client, detail } = row;
  return fromDimensionRow([
    status,
    method,
    host,
    route,
    operation,
    kind,
    error,
    error_group,
    client,
    detail,
  ] as DimensionRow);
}

/** Values in the order of DIMENSION_COLUMNS. */
type DimensionRow = readonly (string | number)[];

export function fromDimensionRow(row: DimensionRow): Dimensions {
  return {
    status: row[0] as number,
    method: row[1] as string,
    host: row[2] as string,
    route: row[3] as string,
    operation: row[4] as string,
    kind: KINDS[row[5] as number] ?? 'main',
    error: row[6] as string,
    errorGroup: row[7] as string,
    client: CLIENT_CLASSES[row[8] as number] ?? 'unknown',
    detail: DETAIL_STATES[row[9] as number] ?? 'off',
  };
}

export const PROCESS_COLUMNS = 'service, instance, release';

/** The values in the order of PROCESS_COLUMNS. */
export function toProcessRow({ service, instance, release }: ProcessInfo): string[] {
  return [service, instance, release];
}

export function toProcess({ service, instance, release }: Row): ProcessInfo {
  return { service: String(service), instance: String(instance), release: String(release) };
}

/** For an entry whose process is missing, which only a damaged or crafted book has. */
export const NO_PROCESS: ProcessInfo = { service: '', instance: '', release: '' };

/** The columns of an entry `e`, its URL `u` and its agent `a`. The dimensions are looked up by their id. */
export const ENTRY_COLUMNS =
  'e.seq, e.time, e.dimension, e.process, e.ip, u.text AS url, a.text AS agent, e.duration, e.request_bytes, e.response_bytes, ' +
  'e.trace, e.parent, e.queries, e.query_time, e.user, e.tags';

export function toEntry(row: Row, dimensions: Dimensions, process: ProcessInfo): Entry {
  return {
    seq: row.seq as Seq,
    time: row.time as Micros,
    status: dimensions.status,
    ip: fromIpValue(row.ip ?? ''),
    method: dimensions.method,
    url: row.url as string,
    host: dimensions.host,
    route: dimensions.route,
    operation: dimensions.operation,
    duration: row.duration as number,
    requestBytes: row.request_bytes as number,
    responseBytes: row.response_bytes as number,
    userAgent: row.agent as string,
    trace: fromTraceValue(row.trace ?? null),
    kind: dimensions.kind,
    parent: row.parent as Seq | null,
    error: dimensions.error,
    errorGroup: dimensions.errorGroup,
    client: dimensions.client,
    user: (row.user ?? '') as string,
    tags: parseTags((row.tags ?? '') as string),
    queries: row.queries as number,
    queryTime: row.query_time as number,
    service: process.service,
    instance: process.instance,
    release: process.release,
    detail: dimensions.detail,
  };
}

const NO_TAGS: readonly string[] = [];

/** Tags as they are stored: JSON, or an empty text for none. */
export function formatTags(tags: readonly string[]): string {
  return tags.length === 0 ? '' : JSON.stringify(tags);
}

/** No tags if the text is not a list of texts, which only a damaged or crafted book has. */
export function parseTags(text: string): readonly string[] {
  if (text === '') return NO_TAGS;
  try {
    const tags: unknown = JSON.parse(text);
    return isTagList(tags) ? tags : NO_TAGS;
  } catch {
    return NO_TAGS;
  }
}

function isTagList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((tag) => typeof tag === 'string');
}

/**
 * IPv4 addresses are stored as integers and IPv6 addresses as blobs (docs/decisions/0003). SQLite sorts the two types
 * apart, so a CIDR block is a range of values. node:sqlite binds numbers as REAL, so the integer must be a bigint.
 */
export function toIpValue(key: IpKey): NonNullable<SQLInputValue> {
  return typeof key === 'number' ? BigInt(key) : Buffer.from(key, 'hex');
}

export function ipValueOf(text: string): NonNullable<SQLInputValue> {
  const key = ipKey(text);
  return key === null ? text : toIpValue(key);
}

/** Compares values as SQLite sorts them: NULL, numbers, texts, blobs. */
export function compareValues(a: SQLInputValue, b: SQLInputValue): number {
  const types = typeRank(a) - typeRank(b);
  if (types !== 0) return types;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return Buffer.compare(a as Uint8Array, b as Uint8Array);
  return Number(a) - Number(b);
}

function typeRank(value: SQLInputValue): number {
  if (value === null) return 0;
  if (typeof value === 'string') return 2;
  return typeof value === 'object' ? 3 : 1;
}

export function fromIpValue(value: SQLOutputValue): string {
  if (typeof value === 'number') return ipText(value);
  return value instanceof Uint8Array ? ipText(Buffer.from(value).toString('hex')) : String(value);
}

/** 32 hex digits are stored as 16 bytes, an empty trace as NULL, and any other text unchanged. */
export function traceValueOf(trace: string): SQLInputValue {
  if (trace === '') return null;
  return /^[0-9a-f]{32}$/.test(trace) ? Buffer.from(trace, 'hex') : trace;
}

export function fromTraceValue(value: SQLOutputValue): string {
  if (value === null) return '';
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}
