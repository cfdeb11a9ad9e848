import type { DatabaseSync } from 'node:sqlite';
import { type Columns, decodeColumns, decodeDetails } from './block-codec.ts';
import { brokenPages } from './broken-pages.ts';
import type { Segment, SegmentSize } from './catalog.ts';
import { parseTags } from './rows.ts';
import { seqRanges } from './seq-ranges.ts';

const COMPARED = ['entries', 'details', 'earliest', 'latest', 'first_seq', 'last_seq'] as const;
type Found = Record<(typeof COMPARED)[number], number>;

/** Checks a segment that is not sealed: that each block can be read, and that the counts agree. */
export function checkLive(db: DatabaseSync, segment: Segment): string[] {
  // One transaction, so that all queries see the same state.
  db.exec('BEGIN');
  try {
    const broken = brokenPages(db);
    return broken.length > 0 ? broken : [...checkBlocks(db, segment)];
  } finally {
    db.exec('COMMIT');
  }
}

function* checkBlocks(db: DatabaseSync, segment: Segment): Generator<string> {
  const idsOf = (table: 'dimensions' | 'processes') =>
    new Set(
      db
        .prepare(`SELECT id FROM ${table}`)
        .all()
        .map(({ id }) => id),
    );
  const [dimensions, processes] = [idsOf('dimensions'), idsOf('processes')];
  const seqs: { seq: number }[] = [];
  const found: Found = { entries: 0, details: 0, earliest: 0, latest: 0, first_seq: 0, last_seq: 0 };
  for (const { id, entries, columns, details } of db.prepare('SELECT * FROM blocks').iterate()) {
    try {
      const decoded = decodeColumns(columns as Uint8Array);
      if (
        !isWhole(decoded, Number(entries)) ||
        !decoded.dimension.every((dimension) => dimensions.has(dimension)) ||
        !decoded.process.every((process) => processes.has(process))
      )
        throw new Error('its columns do not fit together');
      add(found, decoded);
      for (const seq of decoded.seq) seqs.push({ seq });
      const lines = details === null ? [] : decodeDetails(details as Uint8Array);
      for (const [i, hasDetail] of decoded.detail.entries()) if (hasDetail === 1) JSON.parse(lines[i] ?? '');
      found.details += lines.filter((line) => line !== '').length;
    } catch {
      yield `block ${id} can't be read`;
      return;
    }
  }
  const state = db.prepare('SELECT * FROM state').get() as unknown as SegmentSize | undefined;
  for (const name of COMPARED) {
    if (state?.[name] !== found[name])
      yield `its state has ${state?.[name]} as ${name}, its blocks have ${found[name]}`;
    // The row of a live segment is completed when it is full.
    else if (segment.state === 'full' && segment[name] !== found[name])
      yield `the catalog has ${segment[name]} as ${name}, the segment ${found[name]}`;
  }
  const stored = db.prepare('SELECT first, last FROM seqs ORDER BY first').all();
  if (
    !isSame(
      seqRanges(seqs),
      stored.map(({ first, last }) => [Number(first), Number(last)] as const),
    )
  )
    yield 'the list of its seqs differs from its entries';
}

function isWhole(columns: Columns, entries: number): boolean {
  const { ips, urls, agents, users = [''], tagLists = [''], ...rest } = columns;
  const isPosition = (texts: readonly string[]) => (at: number) => typeof texts[at] === 'string';
  return (
    Object.values(rest).every((column) => column.length === entries) &&
    [...columns.seq, ...columns.time].every(Number.isSafeInteger) &&
    columns.ip.every(isPosition(ips)) &&
    columns.url.every(isPosition(urls)) &&
    columns.agent.every(isPosition(agents)) &&
    (columns.user ?? []).every(isPosition(users)) &&
    (columns.tags ?? []).every(isPosition(tagLists)) &&
    tagLists.every((list) => list === '' || parseTags(list).length > 0)
  );
}

function add(found: Found, { seq, time }: Columns): void {
  const isFirst = found.entries === 0;
  for (let i = 0; i < seq.length; i++) {
    const [s = 0, t = 0] = [seq[i], time[i]];
    const isStart = isFirst && i === 0;
    found.earliest = isStart ? t : Math.min(found.earliest, t);
    found.latest = isStart ? t : Math.max(found.latest, t);
    found.first_seq = isStart ? s : Math.min(found.first_seq, s);
    found.last_seq = isStart ? s : Math.max(found.last_seq, s);
  }
  found.entries += seq.length;
}

/** Whether two lists have the same seqs. One may have them in more ranges. */
function isSame(
  a: readonly (readonly [number, number])[],
  b: readonly (readonly [number, number])[],
): boolean {
  return JSON.stringify(joined(a)) === JSON.stringify(joined(b));
}

function joined(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const result: [number, number][] = [];
  for (const [first, last] of ranges) {
    const previous = result.at(-1);
    if (previous && previous[1] === first - 1) previous[1] = last;
    else result.push([first, last]);
  }
  return result;
}
