import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { CLIENT_CLASSES, DETAIL_STATES, type Entry, KINDS } from '../../profile/entry.ts';
import { type IpKey, ipKey, ipText } from '../../profile/ip.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';

export type Row = Record<string, SQLOutputValue>;

export const ENTRY_COLUMNS =
  'seq, time, status, ip, method, url, host, route, duration, request_bytes, response_bytes, ' +
  'user_agent, trace, kind, parent, error, client, detail';

/** An entry's values in the order of ENTRY_COLUMNS. */
export function toRow(entry: Entry): SQLInputValue[] {
  const key = ipKey(entry.ip);
  return [
    entry.seq,
    entry.time,
    entry.status,
    key === null ? entry.ip : toIpValue(key),
    entry.method,
    entry.url,
    entry.host,
    entry.route,
    entry.duration,
    entry.requestBytes,
    entry.responseBytes,
    entry.userAgent,
    entry.trace,
    KINDS.indexOf(entry.kind),
    entry.parent,
    entry.error,
    CLIENT_CLASSES.indexOf(entry.client),
    DETAIL_STATES.indexOf(entry.detail),
  ];
}

export function toEntry(row: Row): Entry {
  return {
    seq: row.seq as Seq,
    time: row.time as Micros,
    status: row.status as number,
    ip: fromIpValue(row.ip ?? ''),
    method: row.method as string,
    url: row.url as string,
    host: row.host as string,
    route: row.route as string,
    duration: row.duration as number,
    requestBytes: row.request_bytes as number,
    responseBytes: row.response_bytes as number,
    userAgent: row.user_agent as string,
    trace: row.trace as string,
    kind: KINDS[row.kind as number] ?? 'main',
    parent: row.parent as Seq | null,
    error: row.error as string,
    client: CLIENT_CLASSES[row.client as number] ?? 'unknown',
    detail: DETAIL_STATES[row.detail as number] ?? 'off',
  };
}

export function toIpValue(key: IpKey): SQLInputValue {
  return typeof key === 'number' ? key : Buffer.from(key, 'hex');
}

function fromIpValue(value: SQLOutputValue): string {
  if (typeof value === 'number') return ipText(value);
  return value instanceof Uint8Array ? ipText(Buffer.from(value).toString('hex')) : String(value);
}
