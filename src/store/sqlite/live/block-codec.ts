import { GatebookError } from '../../../errors.ts';
import type { Entry, ProcessInfo } from '../../../profile/entry.ts';
import { type Dimensions, formatTags } from '../columns/rows.ts';
import { compress, decompress } from '../files/zstd.ts';

/** The fields of an entry that are not part of its dimensions or its process. */
type BlockEntry = Omit<Entry, keyof Dimensions | keyof ProcessInfo>;

/** The entries of a block, column by column. `ip`, `url` and `agent` are positions in the lists of texts. */
export interface BlockColumns {
  readonly seq: number[];
  readonly time: number[];
  readonly dimension: readonly number[];
  readonly process: readonly number[];
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
  /** Positions in `users` and `tagLists`, whose first text is empty: most entries have none. */
  readonly user?: number[];
  readonly users?: string[];
  readonly tags?: number[];
  /** As JSON. */
  readonly tagLists?: string[];
}

/**
 * Encodes entries, the ids of their dimensions and processes, and which of them have a detail ('' is none). Similar values next to
 * each other compress well: an entry takes about 35 bytes. `text` is the number of characters before compression.
 */
export function encodeColumns(
  entries: readonly BlockEntry[],
  dimension: readonly number[],
  process: readonly number[],
  details: readonly string[],
): { columns: Buffer; text: number } {
  const [ips, urls, agents] = [createDictionary(), createDictionary(), createDictionary()];
  const [users, tagLists] = [createDictionary(''), createDictionary('')];
  const columns = {
    seq: [] as number[],
    time: [] as number[],
    dimension,
    process,
    ip: [] as number[],
    url: [] as number[],
    agent: [] as number[],
    duration: [] as number[],
    requestBytes: [] as number[],
    responseBytes: [] as number[],
    trace: [] as string[],
    parent: [] as (number | null)[],
    detail: entries.map((_, i) => (details[i] ? 1 : 0)),
  };
  let lastSeq = 0;
  let lastTime = 0;
  // One loop, because it runs for each profile that is recorded.
  for (const entry of entries) {
    columns.seq.push(integer(entry.seq, 'seq') - lastSeq);
    lastSeq = entry.seq;
    columns.time.push(integer(entry.time, 'time') - lastTime);
    lastTime = entry.time;
    columns.ip.push(ips.idOf(entry.ip));
    columns.url.push(urls.idOf(entry.url));
    columns.agent.push(agents.idOf(entry.userAgent));
    columns.duration.push(integer(entry.duration, 'duration'));
    columns.requestBytes.push(integer(entry.requestBytes, 'requestBytes'));
    columns.responseBytes.push(integer(entry.responseBytes, 'responseBytes'));
    columns.trace.push(entry.trace);
    columns.parent.push(entry.parent === null ? null : entry.seq - integer(entry.parent, 'parent'));
  }
  const text = JSON.stringify({
    ...columns,
    ips: ips.texts(),
    urls: urls.texts(),
    agents: agents.texts(),
    ...(entries.some(({ queries, queryTime }) => queries !== 0 || queryTime !== 0) && {
      queries: entries.map((entry) => integer(entry.queries, 'queries')),
      queryTime: entries.map((entry) => integer(entry.queryTime, 'queryTime')),
    }),
    ...(entries.some(({ user }) => user !== '') && {
      user: entries.map(({ user }) => users.idOf(user)),
      users: users.texts(),
    }),
    ...(entries.some(({ tags }) => tags.length > 0) && {
      tags: entries.map(({ tags }) => tagLists.idOf(formatTags(tags))),
      tagLists: tagLists.texts(),
    }),
  } satisfies BlockColumns);
  return { columns: compress(text), text: text.length };
}

export function decodeColumns(block: Uint8Array): BlockColumns {
  const columns = JSON.parse(decompress(block)) as BlockColumns;
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

/** Encodes the details of a block: one line of JSON per entry, empty if it has none. `null` if none of them has one. */
export function encodeDetails(details: readonly string[]): Buffer | null {
  return details.every((detail) => detail === '') ? null : compress(details.join('\n'));
}

export function decodeDetails(block: Uint8Array): string[] {
  return decompress(block).split('\n');
}

/** Numbers texts, each once. `first` is the text of most entries. */
function createDictionary(...first: string[]) {
  const ids = new Map(first.map((text, id) => [text, id]));
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
