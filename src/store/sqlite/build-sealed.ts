import type { DatabaseSync } from 'node:sqlite';
import { compareValues, ipValueOf, toDimensionRow, traceValueOf } from './rows.ts';
import { addTrigrams, createTextFilter, createTrigramFilter } from './filters.ts';
import { ipKey, ipText } from '../../net/ip.ts';
import { compress, decodeDetails, encodeDetails } from './block-codec.ts';
import { FIELD, INDEXED_LENGTH, LINES_PER_BLOCK, MINUTE } from './fields.ts';
import { createInserter } from './inserter.ts';
import type { SegmentTable } from './segment-table.ts';
import type { Tuning } from './tuning.ts';

/** Pages of the text index merged in one slice. */
const PAGES_PER_MERGE = 64;

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
  /** `null` if some URLs are too long to be indexed whole. */
  readonly trigrams: Uint8Array | null;
}

/** Writes the tables of a sealed segment. Yields between short slices of work. */
export function* buildSealed(
  db: DatabaseSync,
  source: SealSource,
  tuning: Tuning,
): Generator<void, { summary: Summary; details: number }> {
  const { table, rows } = source;
  db.exec('BEGIN');
  const urls = yield* writeTexts(db, 'urls', rows, table.url, table.urls, tuning.entriesPerSlice);
  const agents = yield* writeTexts(db, 'agents', rows, table.agent, table.agents, tuning.entriesPerSlice);
  const counts = countDimensions(table, rows);
  const insertDimension = db.prepare(`INSERT INTO dimensions VALUES (${Array(10).fill('?').join(', ')})`);
  const listed: unknown[] = [];
  for (const [id, count] of counts) {
    const dimensions = table.dimensions.get(id);
    if (!dimensions) throw new Error(`an entry has the unknown dimensions ${id}`);
    const row = toDimensionRow(dimensions);
    insertDimension.run(id, ...row, count);
    listed.push([id, ...row, count]);
  }
  yield;
  const { details, hasDetail } = yield* writeDetails(db, source);
  yield* writeEntries(db, source, urls.ids, agents.ids, hasDetail, tuning);
  yield* writePostings(db, source, urls.ids, tuning);
  writeMinutes(db, source);
  yield;
  const trigrams = yield* indexUrls(db, urls.texts, tuning);
  db.exec('COMMIT');
  const traces = new Set<string>();
  const ips = new Set<string>();
  for (const row of rows) {
    ips.add(table.ips[table.ip[row] ?? 0] ?? '');
    const trace = table.trace[row] ?? 0;
    if (trace !== 0) traces.add(table.traces[trace] ?? '');
  }
  return {
    details,
    summary: {
      dimensions: compress(JSON.stringify(listed)),
      ips: createTextFilter(new Set([...ips].map(canonicalIp))),
      traces: traces.size > 0 ? createTextFilter(traces) : null,
      trigrams,
    },
  };
}

/** A search looks for the canonical text of an address. */
function canonicalIp(text: string): string {
  const key = ipKey(text);
  return key === null ? text : ipText(key);
}

/** Writes each distinct text once. Returns the id of each text in the table's list. */
function* writeTexts(
  db: DatabaseSync,
  name: 'urls' | 'agents',
  rows: Int32Array,
  column: Int32Array,
  list: readonly string[],
  slice: number,
): Generator<void, { texts: string[]; ids: Int32Array }> {
  const byText = new Map<string, number>();
  const texts: string[] = [];
  const ids = new Int32Array(list.length);
  const inserter = createInserter(db, name, '(?, ?)');
  for (let i = 0; i < rows.length; i++) {
    if (i % slice === 0) yield;
    const at = column[rows[i] ?? 0] ?? 0;
    if (ids[at] !== 0) continue;
    const text = list[at] ?? '';
    let id = byText.get(text);
    if (id === undefined) {
      id = texts.push(text);
      byText.set(text, id);
      inserter.add(id, text);
    }
    ids[at] = id;
  }
  inserter.flush();
  return { texts, ids };
}

function countDimensions({ dimension }: SegmentTable, rows: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const id = dimension[row] ?? 0;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Copies the blocks of details. A block with rows that are not kept is written again without them. */
function* writeDetails(
  db: DatabaseSync,
  { table, rows, detailBlock }: SealSource,
): Generator<void, { details: number; hasDetail: Uint8Array }> {
  const isKept = new Uint8Array(table.count);
  for (const row of rows) isKept[row] = 1;
  const byBlock = new Map<number, number[]>();
  for (let row = 0; row < table.count; row++) {
    const block = table.block[row] ?? 0;
    const list = byBlock.get(block);
    if (list) list.push(row);
    else byBlock.set(block, [row]);
  }
  const insert = db.prepare('INSERT INTO details VALUES (?, ?)');
  const hasDetail = new Uint8Array(table.count);
  let details = 0;
  for (const [id, blockRows] of byBlock) {
    const data = detailBlock(id);
    if (data === null) continue;
    const lines = decodeDetails(data);
    let isWhole = true;
    for (const row of blockRows) {
      const line = table.line[row] ?? 0;
      if (!lines[line]) continue;
      if (isKept[row] === 1) {
        hasDetail[row] = 1;
        details++;
      } else {
        lines[line] = '';
        isWhole = false;
      }
    }
    const kept = isWhole ? data : encodeDetails(lines);
    if (kept) insert.run(id, kept);
    yield;
  }
  return { details, hasDetail };
}

function* writeEntries(
  db: DatabaseSync,
  { table, rows }: SealSource,
  urls: Int32Array,
  agents: Int32Array,
  hasDetail: Uint8Array,
  { entriesPerSlice }: Tuning,
): Generator<void, void> {
  const inserter = createInserter(db, 'entries', `(${Array(13).fill('?').join(', ')})`);
  for (let n = 1; n <= rows.length; n++) {
    const row = rows[n - 1] ?? 0;
    inserter.add(
      n,
      table.seq[row] ?? 0,
      table.time[row] ?? 0,
      table.dimension[row] ?? 0,
      ipValueOf(table.ips[table.ip[row] ?? 0] ?? ''),
      urls[table.url[row] ?? 0] ?? 0,
      agents[table.agent[row] ?? 0] ?? 0,
      table.duration[row] ?? 0,
      table.requestBytes[row] ?? 0,
      table.responseBytes[row] ?? 0,
      traceValueOf(table.traces[table.trace[row] ?? 0] ?? ''),
      table.parentAt(row),
      hasDetail[row] === 1 ? (table.block[row] ?? 0) * LINES_PER_BLOCK + (table.line[row] ?? 0) : null,
    );
    if (n % entriesPerSlice === 0) yield;
  }
  inserter.flush();
  const bySeq = Int32Array.from(rows, (_, i) => i).sort(
    (a, b) => (table.seq[rows[a] ?? 0] ?? 0) - (table.seq[rows[b] ?? 0] ?? 0),
  );
  yield;
  const seqs = createInserter(db, 'seqs', '(?, ?)');
  for (const [i, at] of bySeq.entries()) {
    seqs.add(table.seq[rows[at] ?? 0] ?? 0, at + 1);
    if (i % (4 * entriesPerSlice) === 0) yield;
  }
  seqs.flush();
}

/** Writes the postings in the order of their key, which is much faster than in any other order. */
function* writePostings(
  db: DatabaseSync,
  { table, rows }: SealSource,
  urls: Int32Array,
  { entriesPerSlice }: Tuning,
): Generator<void, void> {
  const { dimension } = table;
  const numbers = {
    dimension: (row: number) => dimension[row] ?? 0,
    url: (row: number) => urls[table.url[row] ?? 0] ?? 0,
    parent: (row: number) => table.parentAt(row),
  };
  for (const [field, valueOf] of Object.entries(numbers)) {
    const inserter = createInserter(db, 'postings', `(${FIELD[field as keyof typeof numbers]}, CAST(? AS INTEGER), ?, ?)`);
    const values = Float64Array.from(rows, (row) => valueOf(row) ?? Number.NaN);
    yield;
    for (const [i, n] of sortedBy(values).entries()) {
      inserter.add(values[n - 1] ?? 0, n, dimension[rows[n - 1] ?? 0] ?? 0);
      if (i % entriesPerSlice === 0) yield;
    }
    inserter.flush();
  }
  const texts = {
    ip: { column: table.ip, list: table.ips, toValue: ipValueOf },
    trace: { column: table.trace, list: table.traces, toValue: traceValueOf },
  };
  for (const [field, { column, list, toValue }] of Object.entries(texts)) {
    const inserter = createInserter(db, 'postings', `(${FIELD[field as keyof typeof texts]}, ?, ?, ?)`);
    const { ranks, values } = rank(rows, column, list, toValue);
    yield;
    for (const [i, n] of sortedBy(ranks).entries()) {
      inserter.add(values[ranks[n - 1] ?? 0] ?? null, n, dimension[rows[n - 1] ?? 0] ?? 0);
      if (i % entriesPerSlice === 0) yield;
    }
    inserter.flush();
  }
}

type SqlValue = ReturnType<typeof traceValueOf>;

/** The rank of each row's value among the distinct values in SQLite's order. NULL has none. */
function rank(
  rows: Int32Array,
  column: Int32Array,
  list: readonly string[],
  toValue: (text: string) => SqlValue,
): { ranks: Float64Array; values: SqlValue[] } {
  const distinct = new Map<string, SqlValue>();
  for (const row of rows) {
    const text = list[column[row] ?? 0] ?? '';
    if (!distinct.has(text)) distinct.set(text, toValue(text));
  }
  const sorted = [...distinct].sort(([, a], [, b]) => compareValues(a, b));
  const rankOf = new Map(sorted.map(([text, value], i) => [text, value === null ? Number.NaN : i]));
  return {
    ranks: Float64Array.from(rows, (row) => rankOf.get(list[column[row] ?? 0] ?? '') ?? Number.NaN),
    values: sorted.map(([, value]) => value),
  };
}

/** The numbers of the entries, from 1 on, sorted by value and then by number. Entries whose value is NaN are left out. */
function sortedBy(values: Float64Array): number[] {
  const numbers: number[] = [];
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) numbers.push(i + 1);
  return numbers.sort((a, b) => (values[a - 1] ?? 0) - (values[b - 1] ?? 0) || a - b);
}

function writeMinutes(db: DatabaseSync, { table, rows }: SealSource): void {
  const counts = new Map<string, { minute: number; statusClass: number; entries: number }>();
  for (const row of rows) {
    const minute = Math.floor((table.time[row] ?? 0) / MINUTE);
    const status = table.dimensions.get(table.dimension[row] ?? 0)?.status ?? 0;
    const statusClass = Math.floor(status / 100);
    const key = `${minute} ${statusClass}`;
    const count = counts.get(key);
    if (count) count.entries++;
    else counts.set(key, { minute, statusClass, entries: 1 });
  }
  const insert = db.prepare('INSERT INTO minutes VALUES (?, ?, ?)');
  for (const { minute, statusClass, entries } of counts.values()) insert.run(minute, statusClass, entries);
}

/** Indexes the trigrams of all URLs. Returns the filter of them. */
function* indexUrls(
  db: DatabaseSync,
  texts: readonly string[],
  { urlsPerSlice, bytesPerSlice }: Tuning,
): Generator<void, Uint8Array | null> {
  // FTS5 would merge in one long statement. In steps, others can write in between.
  db.exec("INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('automerge', 0)");
  db.exec("INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('crisismerge', 2000)");
  const insert = db.prepare('INSERT INTO url_trigrams (rowid, text) VALUES (?, ?)');
  // FTS5 leaves a last inserted rowid that doesn't fit into a number: as a bigint it does not throw.
  insert.setReadBigInts(true);
  let trigrams: Uint8Array | null = createTrigramFilter();
  let bytes = 0;
  for (const [i, text] of texts.entries()) {
    const indexed = text.slice(0, INDEXED_LENGTH);
    insert.run(BigInt(i + 1), indexed);
    if (Buffer.byteLength(text) > INDEXED_LENGTH) trigrams = null;
    if (trigrams) addTrigrams(trigrams, indexed);
    bytes += indexed.length;
    if (i % urlsPerSlice === 0 || bytes > bytesPerSlice) {
      bytes = 0;
      yield;
    }
  }
  db.exec('COMMIT; BEGIN');
  merge(db, -PAGES_PER_MERGE);
  for (let more = true; more; ) {
    yield;
    more = merge(db, PAGES_PER_MERGE);
  }
  return trigrams;
}

function merge(db: DatabaseSync, pages: number): boolean {
  const totalChanges = () => Number(db.prepare('SELECT total_changes() AS changes').get()?.changes);
  const before = totalChanges();
  db.exec(`INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('merge', ${pages})`);
  // FTS5 documents fewer than two changes as "nothing to merge".
  return totalChanges() - before >= 2;
}
