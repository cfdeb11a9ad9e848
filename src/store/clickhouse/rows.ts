import { GatebookError } from '../../errors.ts';
import { type IpKey, ipKey, ipText } from '../../net/ip.ts';
import type { ClientClass, DetailState, Entry, Kind } from '../../profile/entry.ts';
import type { Detail, Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import { SEQ_END, type Seq } from '../../profile/token.ts';
import type { Row } from './engine/engine.ts';

/** The columns of `entries` after `seq` and `time`, in the order of entryLine() and toEntry(). */
const VALUES = `status, ip, ip_other, method, url, host, route, duration, request_bytes, response_bytes, user_agent, trace,
  kind, parent, error, client, detail, operation, user, tags, queries, query_time, service, instance, release, error_group, environment`;

/** The columns that an insert sets, in order. */
export const ENTRY_COLUMNS = `seq, time, ${VALUES}, batch`.split(/,\s+/);
export const DETAIL_COLUMNS = ['seq', 'time', 'host', 'json'];

/** The select list that toEntry() expects. `time` keeps its name, because an alias would hide the indexed column. */
export const READ_ENTRY = `seq, toUnixTimestamp64Micro(time) AS micros, ${VALUES}`;

const NO_ADDRESS = '::';
/** Marks text in `ip_other` that is not an IP address, so that it differs from an unused column. */
const OTHER_PREFIX = '=';
const NO_PARENT = -1;

/** Throws for numbers that ClickHouse would silently truncate or replace with 0. */
export function refuseInvalidNumbers(entry: Entry): void {
  const { seq, time, status, duration, requestBytes, responseBytes, queries, queryTime, parent } = entry;
  const isUnsigned = (value: number) => Number.isSafeInteger(value) && value >= 0;
  const areUnsigned =
    isUnsigned(time) &&
    isUnsigned(duration) &&
    isUnsigned(requestBytes) &&
    isUnsigned(responseBytes) &&
    isUnsigned(queryTime) &&
    isUnsigned(queries) &&
    queries < 2 ** 32 &&
    isUnsigned(parent ?? 0);
  if (areUnsigned && isUnsigned(seq) && seq < SEQ_END && isUnsigned(status) && status < 2 ** 16) return;
  throw new GatebookError(
    'profile-refused',
    `Profile ${seq} has a number that cannot be stored: all must be whole, not negative and in range.`,
  );
}

/** An entry as a JSON array in the order of ENTRY_COLUMNS. UTF-8 has no lone surrogates. */
export function entryLine(entry: Entry, batch: string): string {
  const key = ipKey(entry.ip);
  return JSON.stringify([
    entry.seq,
    entry.time,
    entry.status,
    key === null ? NO_ADDRESS : toIpText(key),
    key === null ? OTHER_PREFIX + entry.ip.toWellFormed() : '',
    entry.method.toWellFormed(),
    entry.url.toWellFormed(),
    entry.host.toWellFormed(),
    entry.route.toWellFormed(),
    entry.duration,
    entry.requestBytes,
    entry.responseBytes,
    entry.userAgent.toWellFormed(),
    entry.trace.toWellFormed(),
    entry.kind,
    entry.parent ?? NO_PARENT,
    entry.error.toWellFormed(),
    entry.client,
    entry.detail,
    entry.operation.toWellFormed(),
    entry.user.toWellFormed(),
    entry.tags.map((tag) => tag.toWellFormed()),
    entry.queries,
    entry.queryTime,
    entry.service.toWellFormed(),
    entry.instance.toWellFormed(),
    entry.release.toWellFormed(),
    entry.errorGroup.toWellFormed(),
    entry.environment.toWellFormed(),
    batch,
  ]);
}

/** The detail of a profile as a JSON array in the order of DETAIL_COLUMNS. */
export function detailLine({ entry: { seq, time, host }, detail }: Profile): string {
  return JSON.stringify([seq, time, host.toWellFormed(), JSON.stringify(detail)]);
}

export function toEntry(row: Row): Entry {
  return {
    seq: Number(row[0]) as Seq,
    time: Number(row[1]) as Micros,
    status: Number(row[2]),
    ip: fromIp(String(row[3]), String(row[4])),
    method: String(row[5]),
    url: String(row[6]),
    host: String(row[7]),
    route: String(row[8]),
    operation: String(row[19]),
    duration: Number(row[9]),
    requestBytes: Number(row[10]),
    responseBytes: Number(row[11]),
    userAgent: String(row[12]),
    trace: String(row[13]),
    kind: String(row[14]) as Kind,
    parent: Number(row[15]) === NO_PARENT ? null : (Number(row[15]) as Seq),
    error: String(row[16]),
    errorGroup: String(row[27]),
    client: String(row[17]) as ClientClass,
    user: String(row[20]),
    tags: row[21] as string[],
    queries: Number(row[22]),
    queryTime: Number(row[23]),
    service: String(row[24]),
    instance: String(row[25]),
    environment: String(row[28]),
    release: String(row[26]),
    detail: String(row[18]) as DetailState,
  };
}

export function toDetail(json: unknown): Detail {
  return JSON.parse(String(json)) as Detail;
}

/** Addresses are stored as IPv6, IPv4 as IPv4-mapped IPv6. */
export function toIpText(key: IpKey): string {
  return typeof key === 'number' ? `::ffff:${ipText(key)}` : ipText(key);
}

/** Normalises the address, because ClickHouse formats some differently. */
export function fromIp(ip: string, other: string): string {
  if (other !== '') return other.slice(OTHER_PREFIX.length);
  const key = ipKey(ip);
  return key === null ? ip : ipText(key);
}
