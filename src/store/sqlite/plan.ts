import type { Condition } from './compile-terms.ts';
import type { DimensionTable } from './dimensions.ts';
import { areCommon, findUrls, findUrlsIn } from './find-urls.ts';
import type { Driver, Filter, ParsedTerms } from './parse-terms.ts';
import type { Reader } from './reader.ts';
import {
  among,
  type DimensionChoice,
  numbered,
  type RowQuery,
  type Source,
  under,
  WALK,
  type Window,
} from './row-query.ts';
import { FIELD, type Segment, TEXTS_PER_SEGMENT } from './segments.ts';

/**
 * The planner is ours: SQLite's own drives three criteria by the wrong index and sorts what it could walk.
 * A search is a series of lots, each small enough to be looked at between two looks at the clock. What is rare
 * in the whole book is one lot; otherwise the book is read span by span, each in the way that its own counts
 * say is cheapest, and reading ends when the page is full.
 */

export function* plan(reader: Reader, question: ParsedTerms, window: Window): Generator<RowQuery> {
  const { shapes, drivers, urls } = question;
  if (shapes?.ids.length === 0 || drivers.some(({ any }) => 'length' in any && any.length === 0)) return;
  const bounds = {
    ...window,
    from: Math.max(window.from, question.from),
    to: Math.min(window.to, question.to),
  };
  if (bounds.from > bounds.to) return;

  const rare = question.seqs ?? gatherRare(reader, question);
  const found =
    !rare && urls.length > 0 && !areCommon(urls, reader) ? findUrls(reader, urls, reader.tuning.few) : null;
  const seqs = rare ?? (found && gatherUrls(reader, [...found.values()].flat()));
  if (seqs) {
    yield {
      source: numbered(seqs),
      shapes: shapes && { ids: shapes.ids, not: false },
      filter: question.filter,
      window: bounds,
    };
    return;
  }
  for (const { span, ...own } of spansWithin(reader.spans(), bounds)) {
    if (found && !found.has(span.id)) continue;
    yield* planSpan(reader, question, span, { ...bounds, ...own }, found?.get(span.id) ?? null);
  }
}

/** The spans that lie in a window, in reading order, each with its part of it. */
function* spansWithin(spans: readonly Segment[], { from, to, toward }: Window) {
  const parts = spans.map((span, i) => ({
    span,
    from: i === 0 ? from : Math.max(from, span.start),
    to: Math.min(to, (spans[i + 1]?.start ?? Number.MAX_SAFE_INTEGER) - 1),
  }));
  for (const part of toward === 'older' ? parts.reverse() : parts) if (part.from <= part.to) yield part;
}

/** Every entry that can match, if one of the criteria leaves only a few in the whole book. */
function gatherRare(reader: Reader, { drivers, shapes }: ParsedTerms): number[] | null {
  for (const driver of drivers) {
    const seqs = gather(reader, driver);
    if (seqs) return seqs;
  }
  if (!shapes || shapes.ids.length > reader.tuning.dense) return null;
  return gather(reader, { field: 'shape', any: shapes.ids.map((id) => ({ from: id, to: id })) });
}

function gather(reader: Reader, driver: Driver): number[] | null {
  const { sql, params } = among('k.value', driver.any);
  const posted = `SELECT k.seq FROM spans s CROSS JOIN postings k
    ON k.span = s.id AND k.field = ${FIELD[driver.field]} AND ${sql}`;
  return ifRare(reader, { sql: posted, params }, driver);
}

function gatherUrls(reader: Reader, ids: readonly number[]): number[] | null {
  const posted = `SELECT k.seq FROM json_each(?) i CROSS JOIN postings k
    ON k.span = i.value / ${TEXTS_PER_SEGMENT} AND k.field = ${FIELD.url} AND k.value = i.value`;
  return ifRare(reader, { sql: posted, params: [JSON.stringify(ids)] }, { field: 'url', any: { ids } });
}

/** The posted entries and the driver's among those that wait to be, if they are few. */
function ifRare(reader: Reader, posted: Condition, { field, any }: Driver): number[] | null {
  const { rare } = reader.tuning;
  const waiting = among(field, any);
  // In one statement: what waits now may be posted a moment later.
  const rows = reader.spans().some(({ unposted }) => unposted > 0)
    ? reader
        .prepare(`${posted.sql} UNION ALL SELECT seq FROM unposted WHERE ${waiting.sql} LIMIT ?`)
        .all(...posted.params, ...waiting.params, rare + 1)
    : reader.prepare(`${posted.sql} LIMIT ?`).all(...posted.params, rare + 1);
  return rows.length > rare ? null : rows.map(({ seq }) => Number(seq));
}

function* planSpan(
  reader: Reader,
  question: ParsedTerms,
  span: Segment,
  window: Window,
  urlIds: readonly number[] | null,
): Generator<RowQuery> {
  const { few, dense } = reader.tuning;
  const { shapes, drivers, urls, filter } = question;
  const ofShape = shapes ? reader.shapes.countIn(span, shapes) : span.entries;
  if (ofShape === 0) return;
  const split = shapes && ofShape < span.entries ? reader.shapes.within(span, shapes) : null;

  // Where one in so many match, the walk finds them sooner than sorting does.
  let best = { source: WALK, filter, count: Math.floor(span.entries / dense) + 1 };
  const consider = (source: Source, rest: Filter) => {
    const count = countKeys(reader, source, best.count);
    if (count < best.count) best = { source, filter: rest, count };
  };
  for (const driver of drivers) consider(under(driver, span), driver.rest);
  if (urls.length > 0 && (urlIds || (best.count > few && ofShape > few && !areCommon(urls, reader)))) {
    const found = urlIds ?? findUrlsIn(reader, urls, span, few);
    if (found) consider(under({ field: 'url', any: { ids: found } }, span), filter);
  }
  if (best.count === 0) return;

  if (split && ofShape < best.count) {
    const source = under({ field: 'shape', any: { ids: split.inside } }, span);
    yield { source, shapes: null, filter, window };
  } else if (best.source === WALK) {
    yield* strides(reader, { source: WALK, shapes: split && fewer(split), filter, window });
  } else {
    yield { source: best.source, shapes: split && fewer(split), filter: best.filter, window };
  }
}

function fewer({ inside, outside }: ReturnType<DimensionTable['within']>): DimensionChoice {
  return inside.length <= outside.length ? { ids: inside, not: false } : { ids: outside, not: true };
}

/** A walk, in parts that grow while they find too little. */
function* strides(reader: Reader, lot: RowQuery): Generator<RowQuery> {
  const { window } = lot;
  if (lot.shapes === null && lot.filter.sql === 'TRUE') {
    // Everything matches: the first that are read are the page.
    yield lot;
    return;
  }
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
    yield { ...lot, window: { ...window, ...part } };
    if (end === undefined) return;
    if (older) to = end - 1;
    else from = end + 1;
  }
}

function countKeys(reader: Reader, { from, where }: Source, cap: number): number {
  const sql = `SELECT count(*) AS found FROM (SELECT 1 FROM ${from} WHERE ${where.sql} LIMIT ?)`;
  return Number(reader.prepare(sql).get(...where.params, cap)?.found);
}
