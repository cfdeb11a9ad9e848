import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { GatebookError } from '../../errors.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import { formatTags, parseTags } from './rows.ts';

/** Higher levels gain little on this data and cost much more. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };
/** Far more than any block, so that a forged one can't fill the memory. */
const MAX_BLOCK_BYTES = 256e6;
/** A forged header can't make us reserve more. */
const MAX_CHUNK_BYTES = 4e6;
const MAX_HEADER_BYTES = 18;

/** The fields of an entry that are not part of its dimensions. */
export type BlockEntry = Pick<
  Entry,
  | 'seq'
  | 'time'
  | 'ip'
  | 'url'
  | 'userAgent'
  | 'duration'
  | 'requestBytes'
  | 'responseBytes'
  | 'trace'
  | 'parent'
  | 'queries'
  | 'queryTime'
  | 'user'
  | 'tags'
>;

/** The entries of a block, column by column. `ip`, `url` and `agent` are positions in the lists of texts. */
export interface Columns {
  readonly seq: number[];
  readonly time: number[];
  readonly dimension: number[];
  readonly process: number[];
  readonly ip: number[];
  readonly url: number[];
  readonly agent: number[];
  readonly duration: number[];
  readonly requestBytes: number[];
  readonly responseBytes: number[];
  readonly trace: string[];
  readonly parent: (number | null)[];
  /** 1 for an entry with a detail, 0 for one without. */
  readonly detail: number[];
  readonly ips: string[];
  readonly urls: string[];
  readonly agents: string[];
  // Absent if no entry of the block has any.
  readonly queries?: number[];
  readonly queryTime?: number[];
  /** Positions in `users`, and in `tagLists`: the first is that of most entries, none. */
  readonly user?: number[];
  readonly users?: string[];
  readonly tags?: number[];
  /** As JSON. */
  readonly tagLists?: string[];
}

/**
 * Encodes entries, the ids of their dimensions and processes, and which of them have a detail ('' is none). Similar values next to each other compress well: an entry takes
 * about 35 bytes. `text` is the number of characters before compression.
 */
export function encodeColumns(
  entries: readonly BlockEntry[],
  dimension: readonly number[],
  process: readonly number[],
  details: readonly string[],
): { columns: Buffer; text: number } {
  const ips = createDictionary();
  const urls = createDictionary();
  const agents = createDictionary();
  const seq: number[] = [];
  const time: number[] = [];
  const ip: number[] = [];
  const url: number[] = [];
  const agent: number[] = [];
  const duration: number[] = [];
  const requestBytes: number[] = [];
  const responseBytes: number[] = [];
  const trace: string[] = [];
  const parent: (number | null)[] = [];
  let lastSeq = 0;
  let lastTime = 0;
  for (const entry of entries) {
    seq.push(integer(entry.seq, 'seq') - lastSeq);
    lastSeq = entry.seq;
    time.push(integer(entry.time, 'time') - lastTime);
    lastTime = entry.time;
    ip.push(ips.idOf(entry.ip));
    url.push(urls.idOf(entry.url));
    agent.push(agents.idOf(entry.userAgent));
    duration.push(integer(entry.duration, 'duration'));
    requestBytes.push(integer(entry.requestBytes, 'requestBytes'));
    responseBytes.push(integer(entry.responseBytes, 'responseBytes'));
    trace.push(entry.trace);
    parent.push(entry.parent === null ? null : entry.seq - integer(entry.parent, 'parent'));
  }
  const columns = {
    seq,
    time,
    dimension,
    process,
    ip,
    url,
    agent,
    duration,
    requestBytes,
    responseBytes,
    trace,
    parent,
    detail: entries.map((_, i) => (details[i] ? 1 : 0)),
    ips: ips.texts(),
    urls: urls.texts(),
    agents: agents.texts(),
    ...(entries.some(({ queries, queryTime }) => queries !== 0 || queryTime !== 0) && {
      queries: entries.map(({ queries }) => integer(queries, 'queries')),
      queryTime: entries.map(({ queryTime }) => integer(queryTime, 'queryTime')),
    }),
    ...userColumns(entries),
    ...tagColumns(entries),
  };
  const text = JSON.stringify(columns);
  return { columns: zstdCompressSync(text, ZSTD), text: text.length };
}

function userColumns(entries: readonly BlockEntry[]): Pick<Columns, 'user' | 'users'> {
  if (entries.every(({ user }) => user === '')) return {};
  const users = createDictionary();
  users.idOf('');
  return { user: entries.map(({ user }) => users.idOf(user)), users: users.texts() };
}

function tagColumns(entries: readonly BlockEntry[]): Pick<Columns, 'tags' | 'tagLists'> {
  if (entries.every(({ tags }) => tags.length === 0)) return {};
  const lists = createDictionary();
  lists.idOf('');
  return { tags: entries.map(({ tags }) => lists.idOf(formatTags(tags))), tagLists: lists.texts() };
}

export function decodeColumns(block: Uint8Array): Columns {
  const columns = JSON.parse(decompress(block)) as Columns;
  const { seq, time, parent } = columns;
  for (let i = 0, lastSeq = 0, lastTime = 0; i < seq.length; i++) {
    lastSeq += seq[i] ?? 0;
    lastTime += time[i] ?? 0;
    seq[i] = lastSeq;
    time[i] = lastTime;
    const distance = parent[i] ?? null;
    if (distance !== null) parent[i] = lastSeq - distance;
  }
  return columns;
}

/** An entry of a decoded block, without its dimensions. */
export function entryAt(columns: Columns, i: number): BlockEntry {
  return {
    seq: columns.seq[i] as Seq,
    time: columns.time[i] as Micros,
    ip: columns.ips[columns.ip[i] ?? 0] ?? '',
    url: columns.urls[columns.url[i] ?? 0] ?? '',
    userAgent: columns.agents[columns.agent[i] ?? 0] ?? '',
    duration: columns.duration[i] ?? 0,
    requestBytes: columns.requestBytes[i] ?? 0,
    responseBytes: columns.responseBytes[i] ?? 0,
    trace: columns.trace[i] ?? '',
    parent: (columns.parent[i] ?? null) as Seq | null,
    queries: columns.queries?.[i] ?? 0,
    queryTime: columns.queryTime?.[i] ?? 0,
    user: columns.users?.[columns.user?.[i] ?? 0] ?? '',
    tags: parseTags(columns.tagLists?.[columns.tags?.[i] ?? 0] ?? ''),
  };
}

/** Encodes the details of a block: one line of JSON per entry, empty if it has none. `null` if none of them has one. */
export function encodeDetails(details: readonly string[]): Buffer | null {
  return details.every((detail) => detail === '') ? null : zstdCompressSync(details.join('\n'), ZSTD);
}

export function decodeDetails(block: Uint8Array): string[] {
  return decompress(block).split('\n');
}

export function decompress(data: Uint8Array): string {
  return withDecompressed(data, (output) => output.toString());
}

/** Calls back with the decompressed bytes, which are gone afterwards. */
export function withDecompressed<T>(data: Uint8Array, use: (output: Buffer) => T): T {
  const options = { maxOutputLength: MAX_BLOCK_BYTES, chunkSize: chunkSizeFor(data) };
  const output = zstdDecompressSync(data, options);
  try {
    return use(output);
  } finally {
    // A reader makes one buffer for each block, and V8 would let tens of megabytes of them pile up.
    if (output.buffer.byteLength === options.chunkSize) output.buffer.transfer(0);
  }
}

/** Makes room for the whole output, unless it is very large. More than Node's pool has, so that the buffer is not shared. */
function chunkSizeFor(data: Uint8Array): number {
  return Math.min(Math.max(contentSize(data), Buffer.poolSize) + 1, MAX_CHUNK_BYTES);
}

/** The size of the output as the header of a zstd frame says, or 0 if it does not. */
function contentSize(data: Uint8Array): number {
  const header = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.byteLength < MAX_HEADER_BYTES) return 0;
  const descriptor = header.getUint8(4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingleSegment ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  switch (descriptor >> 6) {
    case 0:
      return isSingleSegment ? header.getUint8(at) : 0;
    case 1:
      return header.getUint16(at, true) + 256;
    case 2:
      return header.getUint32(at, true);
    default:
      return Number(header.getBigUint64(at, true));
  }
}

export function compress(data: string | Uint8Array): Buffer {
  return zstdCompressSync(data, ZSTD);
}

function createDictionary() {
  const ids = new Map<string, number>();
  return {
    idOf(text: string): number {
      let id = ids.get(text);
      if (id === undefined) {
        id = ids.size;
        ids.set(text, id);
      }
      return id;
    },
    texts: () => [...ids.keys()],
  };
}

function integer(value: number, field: string): number {
  if (Number.isSafeInteger(value)) return value;
  throw new GatebookError(
    'profile-refused',
    `The book can't store a profile of this batch: its ${field} is ${value}, not a whole number.`,
  );
}
