import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { lowerAscii } from '../../profile/lower-ascii.ts';
import { compress, decodeDetails, encodeDetails } from './block-codec.ts';
import { LINES_PER_BLOCK } from './fields.ts';
import { addressTexts, addText, createTextFilter } from './filters.ts';
import { indexUrls } from './index-urls.ts';
import { createInserter } from './inserter.ts';
import { ipValueOf, toDimensionRow, traceValueOf } from './rows.ts';
import { writePostings, writeTagPostings } from './sealed-postings.ts';
import {
  distinctTexts,
  rankedValues,
  type SealSource,
  type Values,
  valueAt,
  writeTexts,
} from './sealed-values.ts';
import type { SegmentTable } from './segment-table.ts';
import { sortedPositions } from './sort-entries.ts';
import type { Tuning } from './tuning.ts';
import { writeMinutes, writeProcesses } from './write-counts.ts';
import { writeRollups } from './write-rollups.ts';

/** What a search needs to know of a segment before it opens it. */
export interface Summary {
  readonly dimensions: Uint8Array;
  readonly processes: Uint8Array;
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
  const processes = writeProcesses(db, source);
  yield;
  const details = yield* writeDetails(db, source);
  yield* writeEntries(db, source, values, slice);
  yield* writePostings(db, source, values, slice);
  const tags = yield* writeTagPostings(db, source, values.tagLists, slice);
  writeMinutes(db, source);
  yield;
  yield* writeRollups(db, source, tuning);
  const filters = yield* indexUrls(db, values.urls.texts, tuning);
  db.exec('COMMIT');
  yield;
  const traces = values.traces.texts.filter((trace) => trace !== '');
  const users = values.users.texts.filter((user) => user !== '').map(lowerAscii);
  return {
    details,
    summary: {
      dimensions,
      processes,
      ips: yield* filterOf(yield* allAddressTexts(values.ips.texts, slice), slice),
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

function* allAddressTexts(ips: readonly string[], slice: number): Generator<void, ReadonlySet<string>> {
  const texts = new Set<string>();
  for (const [i, ip] of ips.entries()) {
    for (const text of addressTexts(ip)) texts.add(text);
    if (i % slice === slice - 1) yield;
  }
  return texts;
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
  const insert = db.prepare(`INSERT INTO dimensions VALUES (${Array(12).fill('?').join(', ')})`);
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
  const inserter = createInserter(db, 'entries', `(${Array(18).fill('?').join(', ')})`);
  for (let n = 1; n <= rows.length; n++) {
    const row = rows[n - 1] ?? 0;
    inserter.add(
      n,
      table.seq[row] ?? 0,
      table.time[row] ?? 0,
      table.dimension[row] ?? 0,
      table.process[row] ?? 0,
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

function userValueOf(user: string): SQLInputValue {
  return user === '' ? null : lowerAscii(user);
}
