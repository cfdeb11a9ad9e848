import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { compress, decodeDetails, encodeDetails } from './block-codec.ts';
import { FIELD, type Field, LINES_PER_BLOCK, MINUTE } from './fields.ts';
import { addressTexts, addText, createTextFilter } from './filters.ts';
import { indexUrls } from './index-urls.ts';
import { createInserter } from './inserter.ts';
import { compareValues, ipValueOf, lowerAscii, parseTags, toDimensionRow, traceValueOf } from './rows.ts';
import {
  type DistinctTexts,
  distinctTexts,
  type RankedValues,
  rankedValues,
  writeTexts,
} from './sealed-values.ts';
import type { SegmentTable } from './segment-table.ts';
import { sortedPositions } from './sort-entries.ts';
import type { Tuning } from './tuning.ts';

/** What a sealed segment is built from. */
export interface SealSource {
  readonly table: SegmentTable;
  /** The rows to keep, in the order of `table.order`. */
  readonly rows: Int32Array;
  /** A block of details, `null` if there is none. */
  detailBlock(id: number): Uint8Array | null;
}

/** What a search needs to know of a segment before it opens it. */
export interface Summary {
  readonly dimensions: Uint8Array;
  readonly ips: Uint8Array;
  /** `null` if no entry has a trace. */
  readonly traces: Uint8Array | null;
  /** `null` if no entry has a user, and if none has a tag. Lowercase, as the postings. */
  readonly users: Uint8Array | null;
  readonly tags: Uint8Array | null;
  /** Both `null` if some URLs are too long to be indexed whole. */
  readonly trigrams: Uint8Array | null;
  readonly longParts: Uint8Array | null;
}

/** The texts of the entries, each once, and what is stored of them. */
interface Values {
  readonly urls: DistinctTexts;
  readonly agents: DistinctTexts;
  readonly ips: DistinctTexts & RankedValues;
  readonly traces: DistinctTexts & RankedValues;
  readonly users: DistinctTexts & RankedValues;
  readonly tagLists: DistinctTexts;
}

/** Writes the tables of a sealed segment. Yields between short slices of work. */
export function* buildSealed(
  db: DatabaseSync,
  source: SealSource,
  tuning: Tuning,
): Generator<void, { summary: Summary; details: number }> {
  const slice = tuning.entriesPerSlice;
  db.exec('BEGIN');
  const values = yield* readValues(source, slice);
  yield* writeTexts(db, 'urls', values.urls.texts, slice);
  yield* writeTexts(db, 'agents', values.agents.texts, slice);
  const dimensions = yield* writeDimensions(db, source, slice);
  const details = yield* writeDetails(db, source);
  yield* writeEntries(db, source, values, slice);
  yield* writePostings(db, source, values, slice);
  const tags = yield* writeTagPostings(db, source, values.tagLists, slice);
  writeMinutes(db, source);
  yield;
  const filters = yield* indexUrls(db, values.urls.texts, tuning);
  db.exec('COMMIT');
  yield;
  const traces = values.traces.texts.filter((trace) => trace !== '');
  const users = values.users.texts.filter((user) => user !== '').map(lowerAscii);
  return {
    details,
    summary: {
      dimensions,
      ips: yield* filterOf(new Set(values.ips.texts.flatMap(addressTexts)), slice),
      traces: traces.length > 0 ? yield* filterOf(new Set(traces), slice) : null,
      users: users.length > 0 ? yield* filterOf(new Set(users), slice) : null,
      tags: tags.length > 0 ? yield* filterOf(new Set(tags), slice) : null,
      trigrams: filters?.trigrams ?? null,
      longParts: filters?.longParts ?? null,
    },
  };
}

function* readValues({ table, rows }: SealSource, slice: number): Generator<void, Values> {
  const urls = yield* distinctTexts({ rows, column: table.url, list: table.urls }, slice);
  const agents = yield* distinctTexts({ rows, column: table.agent, list: table.agents }, slice);
  const ips = yield* distinctTexts({ rows, column: table.ip, list: table.ips }, slice);
  const traces = yield* distinctTexts({ rows, column: table.trace, list: table.traces }, slice);
  const users = yield* distinctTexts({ rows, column: table.user, list: table.users }, slice);
  const tagLists = yield* distinctTexts({ rows, column: table.tags, list: table.tagLists }, slice);
  return {
    urls,
    agents,
    ips: { ...ips, ...(yield* rankedValues(ips.texts, ipValueOf, slice)) },
    traces: { ...traces, ...(yield* rankedValues(traces.texts, traceValueOf, slice)) },
    users: { ...users, ...(yield* rankedValues(users.texts, userValueOf, slice)) },
    tagLists,
  };
}

function* filterOf(texts: ReadonlySet<string>, slice: number): Generator<void, Uint8Array> {
  const filter = createTextFilter(texts.size);
  let added = 0;
  for (const text of texts) {
    addText(filter, text);
    if (++added % (4 * slice) === 0) yield;
  }
  return filter;
}

/** Returns the dimensions and their counts for the summary. */
function* writeDimensions(
  db: DatabaseSync,
  { table, rows }: SealSource,
  slice: number,
): Generator<void, Uint8Array> {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const id = table.dimension[row] ?? 0;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const insert = db.prepare(`INSERT INTO dimensions VALUES (${Array(11).fill('?').join(', ')})`);
  const listed: unknown[] = [];
  for (const [id, count] of counts) {
    const dimensions = table.dimensions.get(id);
    if (!dimensions) throw new Error(`an entry has the unknown dimensions ${id}`);
    const row = toDimensionRow(dimensions);
    insert.run(id, ...row, count);
    if (listed.push([id, ...row, count]) % slice === 0) yield;
  }
  return compress(JSON.stringify(listed));
}

/** Copies the blocks of details. A block with rows that are not kept is written again without them. */
function* writeDetails(db: DatabaseSync, { table, rows, detailBlock }: SealSource): Generator<void, number> {
  const isKept = new Uint8Array(table.count);
  for (const row of rows) isKept[row] = 1;
  /** The lines of each block that are not kept. */
  const removed = new Map<number, number[]>();
  let details = 0;
  for (let row = 0; row < table.count; row++) {
    const line = table.line[row] ?? -1;
    if (line < 0) continue;
    const block = table.block[row] ?? 0;
    const lines = removed.get(block) ?? [];
    removed.set(block, lines);
    if (isKept[row] === 1) details++;
    else lines.push(line);
  }
  yield;
  const insert = db.prepare('INSERT INTO details VALUES (?, ?)');
  for (const [id, lines] of removed) {
    const data = detailBlock(id);
    const kept = data && (lines.length === 0 ? data : withoutLines(data, lines));
    if (kept) insert.run(id, kept);
    yield;
  }
  return details;
}

function withoutLines(data: Uint8Array, removed: readonly number[]): Uint8Array | null {
  const lines = decodeDetails(data);
  for (const line of removed) lines[line] = '';
  return encodeDetails(lines);
}

function* writeEntries(
  db: DatabaseSync,
  { table, rows }: SealSource,
  { urls, agents, ips, traces }: Values,
  slice: number,
): Generator<void, void> {
  const inserter = createInserter(db, 'entries', `(${Array(17).fill('?').join(', ')})`);
  for (let n = 1; n <= rows.length; n++) {
    const row = rows[n - 1] ?? 0;
    inserter.add(
      n,
      table.seq[row] ?? 0,
      table.time[row] ?? 0,
      table.dimension[row] ?? 0,
      valueAt(ips, table.ip[row]),
      urls.ids[table.url[row] ?? 0] ?? 0,
      agents.ids[table.agent[row] ?? 0] ?? 0,
      table.duration[row] ?? 0,
      table.requestBytes[row] ?? 0,
      table.responseBytes[row] ?? 0,
      valueAt(traces, table.trace[row]),
      table.parentAt(row),
      table.queries[row] ?? 0,
      table.queryTime[row] ?? 0,
      table.users[table.user[row] ?? 0] || null,
      table.tagLists[table.tags[row] ?? 0] || null,
      detailAt(table, row),
    );
    if (n % slice === 0) yield;
  }
  inserter.flush();
  yield;
  const seqs = Float64Array.from(rows, (row) => table.seq[row] ?? 0);
  const bySeq = sortedPositions(seqs);
  yield;
  const inserterOfSeqs = createInserter(db, 'seqs', '(?, ?)');
  for (let i = 0; i < bySeq.length; i++) {
    const position = bySeq[i] ?? 0;
    inserterOfSeqs.add(seqs[position] ?? 0, position + 1);
    if (i % (4 * slice) === 0) yield;
  }
  inserterOfSeqs.flush();
}

/** Where the detail of a row is, `null` if it has none. */
function detailAt(table: SegmentTable, row: number): number | null {
  const line = table.line[row] ?? -1;
  return line < 0 ? null : (table.block[row] ?? 0) * LINES_PER_BLOCK + line;
}

function valueAt({ ids, values }: DistinctTexts & RankedValues, position: number | undefined): SQLInputValue {
  return values[(ids[position ?? 0] ?? 0) - 1] ?? null;
}

/** Writes the postings in the order of their key, which is much faster than in any other order. */
function* writePostings(
  db: DatabaseSync,
  { table, rows }: SealSource,
  { urls, ips, traces, users }: Values,
  slice: number,
): Generator<void, void> {
  /** Writes the postings of a field: of each row the value to sort by, NaN for none, and what is stored for it. */
  function* write(
    field: Field,
    sortValue: (row: number) => number,
    stored: ((row: number) => SQLInputValue) | null,
  ): Generator<void, void> {
    const value = stored ? '?' : 'CAST(? AS INTEGER)';
    const inserter = createInserter(db, 'postings', `(${FIELD[field]}, ${value}, ?, ?)`);
    const values = Float64Array.from(rows, sortValue);
    yield;
    const positions = sortedPositions(values);
    yield;
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i] ?? 0;
      const row = rows[position] ?? 0;
      inserter.add(stored ? stored(row) : (values[position] ?? 0), position + 1, table.dimension[row] ?? 0);
      if (i % slice === slice - 1) yield;
    }
    inserter.flush();
  }
  const rankAt = ({ ids, ranks }: DistinctTexts & RankedValues, position: number | undefined) =>
    ranks[(ids[position ?? 0] ?? 0) - 1] ?? Number.NaN;
  yield* write('dimension', (row) => table.dimension[row] ?? 0, null);
  yield* write(
    'ip',
    (row) => rankAt(ips, table.ip[row]),
    (row) => valueAt(ips, table.ip[row]),
  );
  yield* write('url', (row) => urls.ids[table.url[row] ?? 0] ?? 0, null);
  yield* write(
    'trace',
    (row) => rankAt(traces, table.trace[row]),
    (row) => valueAt(traces, table.trace[row]),
  );
  yield* write(
    'user',
    (row) => rankAt(users, table.user[row]),
    (row) => valueAt(users, table.user[row]),
  );
  yield* write('parent', (row) => table.parentAt(row) ?? Number.NaN, null);
}

function userValueOf(user: string): SQLInputValue {
  return user === '' ? null : lowerAscii(user);
}

/** Writes a posting for each tag of each entry. Returns all tags. */
function* writeTagPostings(
  db: DatabaseSync,
  { table, rows }: SealSource,
  { texts, ids }: DistinctTexts,
  slice: number,
): Generator<void, readonly string[]> {
  /** The tags of each list, by its id. */
  const tagsOf = [[], ...texts.map((text) => [...new Set(parseTags(text).map(lowerAscii))])];
  const tags = [...new Set(tagsOf.flat())].sort((a, b) => compareValues(a, b));
  if (tags.length === 0) return tags;
  const ranks = new Map(tags.map((tag, rank) => [tag, rank]));
  yield;
  const found: { rank: number; n: number; dimension: number }[] = [];
  for (const [i, row] of rows.entries()) {
    if (i % slice === slice - 1) yield;
    for (const tag of tagsOf[ids[table.tags[row] ?? 0] ?? 0] ?? [])
      found.push({ rank: ranks.get(tag) ?? 0, n: i + 1, dimension: table.dimension[row] ?? 0 });
  }
  const positions = sortedPositions(Float64Array.from(found, ({ rank }) => rank));
  yield;
  const inserter = createInserter(db, 'postings', `(${FIELD.tag}, ?, ?, ?)`);
  for (const [i, position] of positions.entries()) {
    const { rank = 0, n = 0, dimension = 0 } = found[position] ?? {};
    inserter.add(tags[rank] ?? '', n, dimension);
    if (i % slice === slice - 1) yield;
  }
  inserter.flush();
  return tags;
}

function writeMinutes(db: DatabaseSync, { table, rows }: SealSource): void {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const { status = 0, kind } = table.dimensions.get(table.dimension[row] ?? 0) ?? {};
    if (kind === 'error') continue;
    const key = Math.floor((table.time[row] ?? 0) / MINUTE) * 10 + Math.floor(status / 100);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const insert = db.prepare('INSERT INTO minutes VALUES (?, ?, ?)');
  for (const [key, entries] of counts) insert.run(Math.floor(key / 10), key % 10, entries);
}
