import { findUrls, findUrlsIn } from './find-urls.ts';
import { type Lot, numbered, posted, postedUnder, type Source, WALK, type Window } from './keys.ts';
import type { Driver, Question } from './question.ts';
import type { Reader } from './reader.ts';
import { FIELD, type Span, TEXTS_PER_SPAN } from './spans.ts';

/**
 * The planner is ours: SQLite's own drives three criteria by the wrong index and sorts what it could walk.
 * A search is a series of lots, each small enough to be looked at between two looks at the clock. What is rare
 * in the whole book is one lot; otherwise the book is read span by span, each in the way that its own counts
 * say is cheapest, and reading ends when the page is full.
 */

export function* plan(reader: Reader, question: Question, window: Window): Generator<Lot> {
  const { shapes, seqs } = question;
  if (shapes?.ids.length === 0 || question.drivers.some(({ any: values }) => values.length === 0)) return;
  const bounds = {
    ...window,
    from: Math.max(window.from, question.from),
    to: Math.min(window.to, question.to),
  };
  if (bounds.from > bounds.to) return;

  const few = seqs ?? rarest(reader, question);
  if (few) {
    yield { source: numbered(few), shapes: shapes?.ids ?? null, window: bounds };
    return;
  }
  for (const { span, ...own } of spansWithin(reader.spans(), bounds)) {
    yield* planSpan(reader, question, span, { ...bounds, ...own });
  }
}

/** The spans that lie in a window, in reading order, each with its part of it. */
function* spansWithin(spans: readonly Span[], { from, to, toward }: Window) {
  const parts = spans.map((span, i) => ({
    span,
    from: i === 0 ? from : Math.max(from, span.start),
    to: Math.min(to, (spans[i + 1]?.start ?? Number.MAX_SAFE_INTEGER) - 1),
  }));
  for (const part of toward === 'older' ? parts.reverse() : parts) if (part.from <= part.to) yield part;
}

/** Every entry that can match, if one of the criteria leaves only a few in the whole book. */
function rarest(reader: Reader, { drivers, urls, shapes }: Question): number[] | null {
  const { rare, dense } = reader.tuning;
  for (const driver of drivers) {
    const seqs = gather(reader, driver);
    if (seqs.length <= rare) return seqs;
  }
  if (urls) {
    const ids = findUrls(reader, urls, rare);
    const seqs = ids && gatherUrls(reader, ids);
    if (seqs && seqs.length <= rare) return seqs;
  }
  if (shapes && shapes.ids.length <= dense) {
    const seqs = gather(reader, { field: FIELD.shape, any: shapes.ids.map((id) => ({ from: id, to: id })) });
    if (seqs.length <= rare) return seqs;
  }
  return null;
}

function gather(reader: Reader, driver: Driver): number[] {
  const { where } = posted(driver, 0);
  const [, ...values] = where.params;
  const sql = `SELECT k.seq FROM spans s CROSS JOIN postings k ON ${where.sql.replace('k.span = ?', 'k.span = s.id')} LIMIT ?`;
  return reader
    .prepare(sql)
    .all(...values, reader.tuning.rare + 1)
    .map(({ seq }) => Number(seq));
}

function gatherUrls(reader: Reader, ids: readonly number[]): number[] {
  const sql = `SELECT k.seq FROM json_each(?) i CROSS JOIN postings k
    ON k.span = i.value / ${TEXTS_PER_SPAN} AND k.field = ${FIELD.url} AND k.value = i.value LIMIT ?`;
  return reader
    .prepare(sql)
    .all(JSON.stringify(ids), reader.tuning.rare + 1)
    .map(({ seq }) => Number(seq));
}

function* planSpan(reader: Reader, question: Question, span: Span, window: Window): Generator<Lot> {
  const { few, dense, longestStride } = reader.tuning;
  const { shapes, drivers, urls } = question;
  const ofShape = shapes ? reader.shapes.countIn(span, shapes) : span.entries;
  if (ofShape === 0) return;
  const ids = shapes && ofShape < span.entries ? reader.shapes.within(span, shapes) : null;

  let best: { source: Source; count: number } = { source: WALK, count: few + 1 };
  const consider = (source: Source, most = best.count) => {
    const count = countKeys(reader, source, most);
    if (count < most) best = { source, count };
  };
  for (const driver of drivers) consider(posted(driver, span.id));
  if (best.count > few && urls && ofShape > few) {
    const found = findUrlsIn(reader, urls, span, few);
    if (found) consider(postedUnder(FIELD.url, found, span.id));
  }
  // One value's postings are in the order of time: many of them need no sorting.
  for (const driver of drivers) {
    if (best.count > few && isSingle(driver)) consider(posted(driver, span.id), longestStride);
  }
  if (best.count === 0) return;

  if (ids && ofShape < best.count && ofShape * dense < span.entries) {
    yield { source: postedUnder(FIELD.shape, ids, span.id), shapes: null, window };
  } else if (best.source === WALK) {
    yield* strides(reader, ids, window);
  } else {
    yield { source: best.source, shapes: ids, window };
  }
}

function isSingle({ any: values }: Driver): boolean {
  return values.length === 1 && values[0]?.from === values[0]?.to;
}

/** A walk, in parts that grow while they find too little. */
function* strides(reader: Reader, shapes: readonly number[] | null, window: Window): Generator<Lot> {
  const { firstStride, longestStride } = reader.tuning;
  const older = window.toward === 'older';
  const boundary = reader.prepare(
    `SELECT time FROM entries INDEXED BY entries_listing WHERE time BETWEEN ? AND ?
     ORDER BY time ${older ? 'DESC' : 'ASC'} LIMIT 1 OFFSET ?`,
  );
  let { from, to } = window;
  for (let stride = firstStride; from <= to; stride = Math.min(longestStride, stride * 4)) {
    const end = boundary.get(from, to, stride)?.time as number | undefined;
    const part = end === undefined ? { from, to } : older ? { from: end, to } : { from, to: end };
    yield { source: WALK, shapes, window: { ...window, ...part } };
    if (end === undefined) return;
    if (older) to = end - 1;
    else from = end + 1;
  }
}

function countKeys(reader: Reader, { from, where }: Source, cap: number): number {
  const sql = `SELECT count(*) AS found FROM (SELECT 1 FROM ${from} WHERE ${where.sql} LIMIT ?)`;
  return Number(reader.prepare(sql).get(...where.params, cap)?.found);
}
