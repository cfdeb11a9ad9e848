import { GatebookError } from '../../errors.ts';
import { type IpKey, ipKey, ipText } from '../../net/ip.ts';
import type { ClientClass, DetailState, Entry, Kind } from '../../profile/entry.ts';
import type { Detail, Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import { SEQ_END, type Seq } from '../../profile/token.ts';
import type { Row } from './engine.ts';

/** The columns of `entries`, in the order rows are written in. */
export const ENTRY_COLUMNS = [
  'seq',
  'time',
  'status',
  'ip',
  'ip_other',
  'method',
  'url',
  'host',
  'route',
  'duration',
  'request_bytes',
  'response_bytes',
  'user_agent',
  'trace',
  'kind',
  'parent',
  'error',
  'client',
  'detail',
  'batch',
] as const;

export const DETAIL_COLUMNS = ['seq', 'time', 'host', 'json'] as const;

/** What is read of an entry, in the order toEntry() takes it. An alias must not hide the column that the index is on. */
export const READ_ENTRY = `seq, toUnixTimestamp64Micro(time) AS micros, status, ip, ip_other, method, url, host, route,
  duration, request_bytes, response_bytes, user_agent, trace, kind, parent, error, client, detail`;

const NO_ADDRESS = '::';
/** What is no address is kept beside, behind a sign that tells it from none at all. */
const OTHER = '=';
const NO_PARENT = -1;

/** ClickHouse would keep what is left of a number that is too large, and 0 for one that is none. */
export function refuseInvalidNumbers(entry: Entry): void {
  const { seq, time, status, duration, requestBytes, responseBytes, parent } = entry;
  const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0;
  const areWhole =
    isWhole(time) &&
    isWhole(duration) &&
    isWhole(requestBytes) &&
    isWhole(responseBytes) &&
    isWhole(parent ?? 0);
  if (areWhole && isWhole(seq) && seq < SEQ_END && isWhole(status) && status < 2 ** 16) return;
  throw new GatebookError('profile-refused', `The profile ${seq} has a number that no book can keep.`);
}

/** An entry as a line of JSON, in the order of ENTRY_COLUMNS. */
export function entryLine(entry: Entry, batch: string): string {
  const ip = keptIp(entry.ip);
  return JSON.stringify([
    entry.seq,
    entry.time,
    entry.status,
    ip ?? NO_ADDRESS,
    ip === null ? OTHER + wellFormed(entry.ip) : '',
    wellFormed(entry.method),
    wellFormed(entry.url),
    wellFormed(entry.host),
    wellFormed(entry.route),
    entry.duration,
    entry.requestBytes,
    entry.responseBytes,
    wellFormed(entry.userAgent),
    wellFormed(entry.trace),
    entry.kind,
    entry.parent ?? NO_PARENT,
    wellFormed(entry.error),
    entry.client,
    entry.detail,
    batch,
  ]);
}

/** The detail of a profile as a line of JSON, in the order of DETAIL_COLUMNS. */
export function detailLine({ entry: { seq, time, host }, detail }: Profile): string {
  return JSON.stringify([seq, time, wellFormed(host), JSON.stringify(detail)]);
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
    duration: Number(row[9]),
    requestBytes: Number(row[10]),
    responseBytes: Number(row[11]),
    userAgent: String(row[12]),
    trace: String(row[13]),
    kind: String(row[14]) as Kind,
    parent: Number(row[15]) === NO_PARENT ? null : (Number(row[15]) as Seq),
    error: String(row[16]),
    client: String(row[17]) as ClientClass,
    detail: String(row[18]) as DetailState,
  };
}

export function toDetail(json: unknown): Detail {
  return JSON.parse(String(json)) as Detail;
}

/** Every address is kept as IPv6; IPv4 is mapped into it. */
export function toIpText(key: IpKey): string {
  return typeof key === 'number' ? `::ffff:${ipText(key)}` : ipText(key);
}

const IPS_KNOWN = 20_000;
const ips = new Map<string, string | null>();

/** An address as it is kept; `null` for what is none. Clients come again: most have been read before. */
function keptIp(text: string): string | null {
  let kept = ips.get(text);
  if (kept === undefined) {
    const key = ipKey(text);
    kept = key === null ? null : toIpText(key);
    if (ips.size >= IPS_KNOWN) ips.clear();
    ips.set(text, kept);
  }
  return kept;
}

/** ClickHouse spells some addresses in another way than we do. */
function fromIp(ip: string, other: string): string {
  if (other !== '') return other.slice(OTHER.length);
  const key = ipKey(ip);
  return key === null ? ip : ipText(key);
}

/** Half of a surrogate pair is no text: ClickHouse keeps UTF-8. */
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}
