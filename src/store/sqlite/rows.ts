import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { type IpKey, ipKey, ipText } from '../../net/ip.ts';
import { CLIENT_CLASSES, DETAIL_STATES, type Entry, KINDS } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';

export type Row = Record<string, SQLOutputValue>;

/** What an entry's shape tells of it. */
export type Dimensions = Pick<
  Entry,
  'status' | 'method' | 'host' | 'route' | 'kind' | 'error' | 'client' | 'detail'
>;

export const DIMENSION_COLUMNS = 'status, method, host, route, kind, error, client, detail';

/** A shape's values in the order of SHAPE_COLUMNS. */
export function toDimensionRow(shape: Dimensions): (string | number)[] {
  return [
    shape.status,
    shape.method,
    shape.host,
    shape.route,
    KINDS.indexOf(shape.kind),
    shape.error,
    CLIENT_CLASSES.indexOf(shape.client),
    DETAIL_STATES.indexOf(shape.detail),
  ];
}

export function toDimensions(row: Row): Dimensions {
  return {
    status: row.status as number,
    method: row.method as string,
    host: row.host as string,
    route: row.route as string,
    kind: KINDS[row.kind as number] ?? 'main',
    error: row.error as string,
    client: CLIENT_CLASSES[row.client as number] ?? 'unknown',
    detail: DETAIL_STATES[row.detail as number] ?? 'off',
  };
}

/** What is read of an entry; its shape is known by its number. `e` is the entry, `u` its URL, `a` its agent. */
export const ENTRY_COLUMNS =
  'e.seq, e.time, e.shape, e.ip, u.text AS url, a.text AS agent, e.duration, e.request_bytes, e.response_bytes, ' +
  'e.trace, e.parent';

export function toEntry(row: Row, shape: Dimensions): Entry {
  return {
    seq: row.seq as Seq,
    time: row.time as Micros,
    status: shape.status,
    ip: fromIpValue(row.ip ?? ''),
    method: shape.method,
    url: row.url as string,
    host: shape.host,
    route: shape.route,
    duration: row.duration as number,
    requestBytes: row.request_bytes as number,
    responseBytes: row.response_bytes as number,
    userAgent: row.agent as string,
    trace: fromTraceValue(row.trace ?? null),
    kind: shape.kind,
    parent: row.parent as Seq | null,
    error: shape.error,
    client: shape.client,
    detail: shape.detail,
  };
}

/** A row as version 1 of the schema kept it. */
export function toEntry1(row: Row): Entry {
  return toEntry({ ...row, agent: row.user_agent ?? '' }, toDimensions(row));
}

/**
 * An IPv4 address is an integer and an IPv6 address a blob: SQLite never compares across, so a block is a range.
 * (node:sqlite binds a number as REAL, which a column of any type would keep so; a bigint is an INTEGER.)
 */
export function toIpValue(key: IpKey): NonNullable<SQLInputValue> {
  return typeof key === 'number' ? BigInt(key) : Buffer.from(key, 'hex');
}

export function ipValueOf(text: string): NonNullable<SQLInputValue> {
  const key = ipKey(text);
  return key === null ? text : toIpValue(key);
}

function fromIpValue(value: SQLOutputValue): string {
  if (typeof value === 'number') return ipText(value);
  return value instanceof Uint8Array ? ipText(Buffer.from(value).toString('hex')) : String(value);
}

/** 32 hex digits are kept as 16 bytes, none as NULL, anything else as it is. */
export function traceValueOf(trace: string): SQLInputValue {
  if (trace === '') return null;
  return /^[0-9a-f]{32}$/.test(trace) ? Buffer.from(trace, 'hex') : trace;
}

function fromTraceValue(value: SQLOutputValue): string {
  if (value === null) return '';
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}
