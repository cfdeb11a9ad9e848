import type { Entry, ProcessInfo } from '../../../profile/entry.ts';
import type { Micros } from '../../../profile/time.ts';
import type { Seq } from '../../../profile/token.ts';
import type { Ipv6Keys } from './ipv6.ts';
import type { NumberArray } from './numbers.ts';
import { type Dimensions, parseTags } from './rows.ts';
import type { Texts } from './texts.ts';

/** Columns whose numbers may be large. */
export const LARGE_COLUMNS = [
  'seq',
  'time',
  'duration',
  'requestBytes',
  'responseBytes',
  'parent',
  'queryTime',
] as const;
/** Columns of ids: of dimensions and processes, and of texts in the lists of the segment. */
const ID_COLUMNS = ['dimension', 'process', 'ip', 'url', 'agent', 'trace', 'user', 'tags'] as const;
/** The number of queries, and the block and line of an entry's detail. */
const SMALL_COLUMNS = ['queries', 'block', 'line'] as const;
export const NUMBER_COLUMNS = [...LARGE_COLUMNS, ...ID_COLUMNS, ...SMALL_COLUMNS] as const;
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];

const ENTRY_COLUMNS = [...LARGE_COLUMNS, ...ID_COLUMNS, 'queries'] as const;

/** `parent` of an entry without one, and `line` of an entry without a detail. */
export const NONE = -1;

const TEXT_LISTS = ['urls', 'agents', 'traces', 'users', 'tagLists'] as const;
export type TextListName = (typeof TEXT_LISTS)[number];

/** Addresses by id, as numbers. */
export interface IpKeys {
  /** NaN for an address that is not IPv4. */
  readonly ipv4: Float64Array;
  ipv6(): Ipv6Keys;
}

/** The entries of a segment, column by column. Live and closed segments are searched through it by the same code. */
export interface SegmentRows extends Readonly<Record<TextListName, Texts>> {
  readonly count: number;
  /** The rows oldest first, and of equal times the highest seq first: the listing reversed. `null` if they are stored in this order. */
  readonly order: Int32Array | null;
  /** Decodes some rows of these columns, unless they are in memory. */
  load(columns: readonly NumberColumn[], from: number, to: number): void;
  /** Call `load` for the rows first. */
  column(name: NumberColumn): NumberArray;
  ipKeys(): IpKeys;
  ipAt(id: number): string;
  /** The texts of all addresses. */
  allIps(): readonly string[];
  dimensionsOf(id: number): Dimensions | undefined;
  processOf(id: number): ProcessInfo;
}

export function rowAt({ order }: SegmentRows, position: number): number {
  return order ? (order[position] ?? 0) : position;
}

export function timeAt(rows: SegmentRows, position: number): number {
  return timeOf(rows, rowAt(rows, position));
}

const [TIME, SEQ] = [['time'], ['seq']] as const;

export function timeOf(rows: SegmentRows, row: number): number {
  return numberOf(rows, TIME, row);
}

function numberOf(rows: SegmentRows, column: readonly [NumberColumn], row: number): number {
  rows.load(column, row, row + 1);
  return rows.column(column[0])[row] ?? 0;
}

/** `null` for an entry of unknown dimensions, which only a damaged or crafted book has. */
export function entryAt(rows: SegmentRows, row: number): Entry | null {
  rows.load(ENTRY_COLUMNS, row, row + 1);
  const number = (name: NumberColumn) => rows.column(name)[row] ?? 0;
  const dimensions = rows.dimensionsOf(number('dimension'));
  if (!dimensions) return null;
  const { service, instance, environment, release } = rows.processOf(number('process'));
  const parent = number('parent');
  return {
    seq: number('seq') as Seq,
    time: number('time') as Micros,
    status: dimensions.status,
    ip: rows.ipAt(number('ip')),
    method: dimensions.method,
    url: rows.urls.at(number('url')),
    host: dimensions.host,
    route: dimensions.route,
    operation: dimensions.operation,
    duration: number('duration'),
    requestBytes: number('requestBytes'),
    responseBytes: number('responseBytes'),
    userAgent: rows.agents.at(number('agent')),
    trace: rows.traces.at(number('trace')),
    kind: dimensions.kind,
    parent: parent === NONE ? null : (parent as Seq),
    error: dimensions.error,
    errorGroup: dimensions.errorGroup,
    client: dimensions.client,
    user: rows.users.at(number('user')),
    tags: parseTags(rows.tagLists.at(number('tags'))),
    queries: number('queries'),
    queryTime: number('queryTime'),
    service,
    instance,
    environment,
    release,
    detail: dimensions.detail,
  };
}

/** The number of entries before this time and, at this time, with a higher seq: the listing reversed. */
export function positionsBefore(rows: SegmentRows, time: number, seq: number): number {
  return endOf(0, rows.count, (position) => {
    const row = rowAt(rows, position);
    const rowTime = timeOf(rows, row);
    return rowTime < time || (rowTime === time && numberOf(rows, SEQ, row) > seq);
  });
}

/** The end of the positions that are inside. They come first. */
function endOf(from: number, to: number, isInside: (position: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isInside(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Matches of one bin, as positions among all matches; `to` is not included. */
export interface BinRun {
  readonly bin: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Divides matches, which are in the order of time, by bin. Reads only the times around the ends of bins.
 * @param bins the start and the width of the bins, in µs
 */
export function binRuns(
  rows: SegmentRows,
  matches: Int32Array,
  { from, step }: { readonly from: number; readonly step: number },
): BinRun[] {
  const binAt = (i: number) => Math.floor((timeOf(rows, matches[i] ?? 0) - from) / step);
  const runs: BinRun[] = [];
  const { length } = matches;
  for (let start = 0; start < length; start = runs.at(-1)?.to ?? length) {
    const bin = binAt(start);
    const isInBin = (i: number) => binAt(i) === bin;
    runs.push({ bin, from: start, to: isInBin(length - 1) ? length : endOf(start + 1, length, isInBin) });
  }
  return runs;
}

/** The row of an entry, `null` if there is none. */
export function rowOf(rows: SegmentRows, seq: number): number | null {
  rows.load(SEQ, 0, rows.count);
  const row = rows.column('seq').subarray(0, rows.count).indexOf(seq);
  return row < 0 ? null : row;
}
