import type { Entry, ProcessInfo } from '../../../profile/entry.ts';
import type { Micros } from '../../../profile/time.ts';
import type { Seq } from '../../../profile/token.ts';
import type { Ipv6Keys } from './ipv6.ts';
import type { NumberArray } from './numbers.ts';
import { type Dimensions, parseTags } from './rows.ts';
import type { TextTest } from './text-test.ts';

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

/** The columns that an entry is made of. */
const ENTRY_COLUMNS = [...LARGE_COLUMNS, ...ID_COLUMNS, 'queries'] as const;

/** `parent` of an entry without one, and `line` of an entry without a detail. */
export const NONE = -1;

const TEXT_LISTS = ['urls', 'agents', 'traces', 'users', 'tagLists'] as const;
export type TextListName = (typeof TEXT_LISTS)[number];

/** The texts of a column, by id. */
export interface Texts {
  readonly length: number;
  at(id: number): string;
  all(): readonly string[];
  /** A 1 for each text that matches, by id. Yields between short slices of work. */
  matching(test: TextTest): Generator<void, Uint8Array>;
}

/** The keys of addresses by id. */
export interface IpKeys {
  /** Those of IPv4; NaN for others. */
  readonly ipv4: Float64Array;
  ipv6(): Ipv6Keys;
}

/** The entries of a segment, column by column. A search reads the columns that it needs, and is the same for all segments. */
export interface SegmentRows extends Readonly<Record<TextListName, Texts>> {
  readonly count: number;
  /** The rows in the reverse order of the listing: oldest first, and of equal times the highest seq first. `null` if they are stored so. */
  readonly order: Int32Array | null;
  /** Reads the columns of some rows. */
  load(columns: readonly NumberColumn[], from: number, to: number): void;
  /** A column. Only rows that were loaded have their numbers. */
  column(name: NumberColumn): NumberArray;
  ipKeys(): IpKeys;
  ipAt(id: number): string;
  /** The texts of all addresses. */
  allIps(): readonly string[];
  dimensionsOf(id: number): Dimensions | undefined;
  processOf(id: number): ProcessInfo;
}

/** The row at a position of the order. */
export function rowAt({ order }: SegmentRows, position: number): number {
  return order ? (order[position] ?? 0) : position;
}

export function timeAt(rows: SegmentRows, position: number): number {
  return timeOf(rows, rowAt(rows, position));
}

const TIME = ['time'] as const;

export function timeOf(rows: SegmentRows, row: number): number {
  rows.load(TIME, row, row + 1);
  return rows.column('time')[row] ?? 0;
}

const SEQ = ['seq'] as const;

function seqOf(rows: SegmentRows, row: number): number {
  rows.load(SEQ, row, row + 1);
  return rows.column('seq')[row] ?? 0;
}

/** `null` for an entry of unknown dimensions, which only a damaged or crafted book has. */
export function entryAt(rows: SegmentRows, row: number): Entry | null {
  rows.load(ENTRY_COLUMNS, row, row + 1);
  const number = (name: NumberColumn) => rows.column(name)[row] ?? 0;
  const dimensions = rows.dimensionsOf(number('dimension'));
  if (!dimensions) return null;
  const { service, instance, release } = rows.processOf(number('process'));
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
    release,
    detail: dimensions.detail,
  };
}

/** The number of positions that come before this place in the listing's reverse order. */
export function positionsBefore(rows: SegmentRows, time: number, seq: number): number {
  let low = 0;
  let high = rows.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rowAt(rows, middle);
    const rowTime = timeOf(rows, row);
    if (rowTime < time || (rowTime === time && seqOf(rows, row) > seq)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row of an entry, `null` if there is none. */
export function rowOf(rows: SegmentRows, seq: number): number | null {
  rows.load(['seq'], 0, rows.count);
  const row = rows.column('seq').subarray(0, rows.count).indexOf(seq);
  return row < 0 ? null : row;
}
