import type { DatabaseSync } from 'node:sqlite';
import { ipKey } from '../../../net/ip.ts';
import { seqRanges } from '../catalog/taken-seqs.ts';
import { IPV6 } from '../columns/ipv6.ts';
import { CHUNK_ROWS, encodeNumbers } from '../columns/numbers.ts';
import { toProcessRow } from '../columns/rows.ts';
import { NONE, NUMBER_COLUMNS, type NumberColumn, type SegmentRows } from '../columns/segment-rows.ts';
import { type DistinctTexts, distinctTexts, encodeTexts, textChunks } from '../columns/texts.ts';
import { compress } from '../files/zstd.ts';
import { decodeDetails, encodeDetails } from '../live/block-codec.ts';
import { type ClosedMeta, MAY_BE_NONE, OTHER_ADDRESS } from './closed-table.ts';
import type { OpenedSource } from './segment-source.ts';
import { type DimensionList, encodeDimensions, lineOf } from './shared-lists.ts';
import { type Summary, summarize } from './summarize.ts';

interface ClosedSource extends Omit<OpenedSource, 'close'> {
  /** The rows to keep, in the reverse order of the listing. */
  readonly kept: Int32Array;
}

/** Columns whose numbers are close to the one before. */
const NEAR: ReadonlySet<string> = new Set(['seq', 'time', 'block', 'line']);

/** Writes the columns of a closed segment. Yields between short slices of work. */
export function* writeClosed(
  db: DatabaseSync,
  source: ClosedSource,
): Generator<void, { summary: Summary; details: number }> {
  const { rows, kept } = source;
  db.exec('BEGIN');
  const insert = db.prepare('INSERT INTO columns VALUES (?, ?, ?)');
  const write = (name: string, chunk: number, data: Uint8Array) => insert.run(name, chunk, data);
  rows.load(NUMBER_COLUMNS, 0, rows.count);
  const texts = yield* readTexts(source);
  for (const name of NUMBER_COLUMNS) yield* writeNumbers(write, name, numbersOf(source, texts, name));
  const ips = texts.ip.texts.map((text) => ({ text, key: ipKey(text) }));
  yield* writeNumbers(
    write,
    'ipv4',
    Float64Array.from(ips, ({ key }) => (typeof key === 'number' ? key + 1 : 0)),
  );
  const lists = {
    urls: texts.url.texts,
    agents: texts.agent.texts,
    traces: texts.trace.texts,
    users: texts.user.texts,
    tagLists: texts.tags.texts,
    ips: ips.map(({ text, key }) =>
      typeof key === 'number' ? '' : key === null ? OTHER_ADDRESS + text : IPV6 + key,
    ),
  };
  const starts: Partial<Record<keyof typeof lists, number[]>> = {};
  for (const [name, list] of Object.entries(lists) as [keyof typeof lists, readonly string[]][])
    starts[name] = yield* writeTexts(write, name, list);
  write('meta', 0, compress(JSON.stringify({ count: kept.length, texts: starts } satisfies ClosedMeta)));
  const dimensions = compress(encodeDimensions(dimensionsOf(source)));
  const processes = compress(JSON.stringify(processesOf(source)));
  write('dimensions', 0, dimensions);
  write('processes', 0, processes);
  const insertSeqs = db.prepare('INSERT INTO seqs VALUES (?, ?)');
  const seqs = Float64Array.from(kept, (row) => rows.column('seq')[row] ?? 0);
  for (const [first, last] of seqRanges(seqs)) insertSeqs.run(first, last);
  yield;
  const details = yield* writeDetails(db, source);
  db.exec('COMMIT');
  const keys = ips.map(({ key }) => key);
  return { summary: yield* summarize({ ...lists, dimensions, processes, ips: keys }), details };
}

type TextColumn = 'ip' | 'url' | 'agent' | 'trace' | 'user' | 'tags';

function* readTexts({ rows, kept }: ClosedSource): Generator<void, Record<TextColumn, DistinctTexts>> {
  const read = (column: TextColumn, list: readonly string[]) =>
    distinctTexts(kept, rows.column(column), list);
  return {
    ip: yield* read('ip', rows.allIps()),
    url: yield* read('url', rows.urls.all()),
    agent: yield* read('agent', rows.agents.all()),
    trace: yield* read('trace', rows.traces.all()),
    user: yield* read('user', rows.users.all()),
    tags: yield* read('tags', rows.tagLists.all()),
  };
}

/** The numbers of a column as they are stored. */
function numbersOf(
  { rows, kept }: ClosedSource,
  texts: Readonly<Partial<Record<NumberColumn, DistinctTexts>>>,
  name: NumberColumn,
): Float64Array {
  const column = rows.column(name);
  const ids = texts[name]?.ids;
  const more = MAY_BE_NONE.has(name) ? -NONE : 0;
  const numbers = new Float64Array(kept.length);
  for (let i = 0; i < numbers.length; i++) {
    const number = column[kept[i] ?? 0] ?? 0;
    numbers[i] = ids ? (ids[number] ?? 0) : number + more;
  }
  return numbers;
}

type Write = (name: string, chunk: number, data: Uint8Array) => void;

function* writeNumbers(write: Write, name: string, numbers: Float64Array): Generator<void, void> {
  for (let chunk = 0; chunk * CHUNK_ROWS < numbers.length; chunk++) {
    const part = numbers.subarray(chunk * CHUNK_ROWS, (chunk + 1) * CHUNK_ROWS);
    write(name, chunk, encodeNumbers(part, NEAR.has(name)));
    yield;
  }
}

/** Returns the first id of each chunk, and after them the number of texts. */
function* writeTexts(write: Write, name: string, texts: readonly string[]): Generator<void, number[]> {
  const starts = [0];
  for (const chunk of textChunks(texts)) {
    write(name, starts.length - 1, encodeTexts(chunk));
    starts.push((starts.at(-1) ?? 0) + chunk.length);
    yield;
  }
  return starts;
}

function dimensionsOf({ rows, kept }: ClosedSource): DimensionList {
  const found = countsOf(rows, kept, 'dimension');
  return {
    ids: found.map(([id]) => id),
    counts: found.map(([, count]) => count),
    lines: found.map(([id]) => {
      const dimensions = rows.dimensionsOf(id);
      if (!dimensions) throw new Error(`an entry has the unknown dimensions ${id}`);
      return lineOf(dimensions);
    }),
  };
}

/** The processes of the kept rows: id and values. */
function processesOf({ rows, kept }: ClosedSource): (string | number)[][] {
  return countsOf(rows, kept, 'process').map(([id]) => [id, ...toProcessRow(rows.processOf(id))]);
}

function countsOf(rows: SegmentRows, kept: Int32Array, name: NumberColumn): [id: number, count: number][] {
  const column = rows.column(name);
  const counts = new Map<number, number>();
  for (const row of kept) {
    const id = column[row] ?? 0;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts];
}

/** Copies the blocks of details. A block with rows that are not kept is written again without them. */
function* writeDetails(db: DatabaseSync, { rows, kept, detailBlock }: ClosedSource): Generator<void, number> {
  const [lines, blocks] = [rows.column('line'), rows.column('block')];
  const isKept = new Uint8Array(rows.count);
  for (const row of kept) isKept[row] = 1;
  /** The lines of each block that are not kept. */
  const removed = new Map<number, number[]>();
  let details = 0;
  for (let row = 0; row < rows.count; row++) {
    const line = lines[row] ?? NONE;
    if (line === NONE) continue;
    const block = blocks[row] ?? 0;
    const ofBlock = removed.get(block) ?? [];
    removed.set(block, ofBlock);
    if (isKept[row] === 1) details++;
    else ofBlock.push(line);
  }
  yield;
  const insert = db.prepare('INSERT INTO details VALUES (?, ?)');
  for (const [id, ofBlock] of removed) {
    const data = detailBlock(id);
    const left = data && (ofBlock.length === 0 ? data : withoutLines(data, ofBlock));
    if (left) insert.run(id, left);
    yield;
  }
  return details;
}

function withoutLines(data: Uint8Array, removed: readonly number[]): Uint8Array | null {
  const lines = decodeDetails(data);
  for (const line of removed) lines[line] = '';
  return encodeDetails(lines);
}
