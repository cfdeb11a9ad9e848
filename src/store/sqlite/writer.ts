import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Entry } from '../../profile/entry.ts';
import { createLru, type Lru } from '../../lru.ts';
import { createInserter } from './inserter.ts';
import { prepareChange } from './prepare-change.ts';
import { DIMENSION_COLUMNS, ipValueOf, toDimensionRow, traceValueOf } from './rows.ts';
import { FIELD, FIELDS, MINUTE, type Segment, segmentAt, TEXTS_PER_SEGMENT } from './segments.ts';
import { TUNING } from './tuning.ts';

/** So many of each are known without asking: what was forgotten is kept once more. */
const KNOWN = { ips: 16_384, urls: 32_768, agents: 4096 };

/** What a writer remembers of a span while it writes into it. */
interface Texts {
  readonly urls: Lru<number>;
  readonly agents: Lru<number>;
}

/** A minute and a status class in one number. */
function minuteKey({ time, status }: Pick<Entry, 'time' | 'status'>): number {
  return Math.floor(time / MINUTE) * 10 + Math.floor(status / 100);
}

export interface Writer {
  /** Writes entries, each with its detail in JSON ('' for none). Runs inside a transaction of the caller's. */
  insert(entries: readonly Entry[], details: readonly string[]): void;
  /** Posts the entries that wait for it, in the order of the postings. Runs inside a transaction, too. */
  post(): void;
  /** The transaction came to nothing: what it made is not there. */
  forget(): void;
}

/** Puts profiles into the book's tables: each entry small, each text once, each posting where its span's are. */
export function createWriter(db: DatabaseSync, { spanEntries, postedAtOnce } = TUNING): Writer {
  const sql = {
    epoch: db.prepare("SELECT value FROM book WHERE name = 'epoch'"),
    spans: db.prepare('SELECT * FROM spans ORDER BY id'),
    newSpan: prepareChange(db, 'INSERT INTO spans VALUES (?, ?, 0, 0, 0, 0, 0, 0)'),
    updateSpan: prepareChange(
      db,
      'UPDATE spans SET latest = ?, entries = ?, unposted = ?, urls = ?, agents = ? WHERE id = ?',
    ),
    shape: db.prepare(`SELECT id FROM shapes WHERE (${DIMENSION_COLUMNS}) = (?, ?, ?, ?, ?, ?, ?, ?)`),
    newShape: db.prepare(
      `INSERT INTO shapes (${DIMENSION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    ),
    countShape: prepareChange(
      db,
      'INSERT INTO shape_counts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET entries = entries + excluded.entries',
    ),
    countMinute: prepareChange(
      db,
      'INSERT INTO minutes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET entries = entries + excluded.entries',
    ),
    url: prepareChange(db, 'INSERT INTO urls VALUES (?, ?)'),
    agent: prepareChange(db, 'INSERT INTO agents VALUES (?, ?)'),
    entry: createInserter(db, 'entries', 11),
    detail: createInserter(db, 'details', 2),
    unposted: createInserter(db, 'unposted', 8),
  };
  let epoch = -1;
  let spans: Segment[] = [];
  const shapes = new Map<string, number>();
  const ips = createLru<NonNullable<SQLInputValue>>(KNOWN.ips);
  const texts = new Map<number, Texts>();

  /** Other processes write too: they may have begun a span, or taken one away. */
  function refresh(): void {
    spans = sql.spans.all() as unknown as Segment[];
    const now = Number(sql.epoch.get()?.value);
    if (now === epoch) return;
    epoch = now;
    shapes.clear();
    texts.clear();
  }

  function beginSpan(start: number): Segment {
    const id = (spans.at(-1)?.id ?? 0) + 1;
    sql.newSpan.run(id, start);
    const span: Segment = {
      id,
      start,
      latest: 0,
      entries: 0,
      unposted: 0,
      urls: 0,
      urls_indexed: 0,
      agents: 0,
    };
    spans.push(span);
    return span;
  }

  /** The span of a time; a full one is followed by a new one, for what arrives after all that it holds. */
  function spanFor(time: number): Segment {
    const span = segmentAt(spans, time) ?? beginSpan(0);
    const isFull = span === spans.at(-1) && span.entries >= spanEntries;
    return isFull && time > span.latest ? beginSpan(span.latest + 1) : span;
  }

  function shapeId(entry: Entry): number {
    const { status, method, host, route, kind, error, client, detail } = entry;
    const key = `${status}\0${method}\0${host}\0${route}\0${kind}\0${error}\0${client}\0${detail}`;
    let id = shapes.get(key);
    if (id === undefined) {
      const values = toDimensionRow(entry);
      id = Number((sql.shape.get(...values) ?? sql.newShape.get(...values))?.id);
      shapes.set(key, id);
    }
    return id;
  }

  /** Clients come again: most addresses have been read before. */
  function ipValue(text: string): NonNullable<SQLInputValue> {
    let value = ips.get(text);
    if (value === undefined) {
      value = ipValueOf(text);
      ips.set(text, value);
    }
    return value;
  }

  function textsOf(span: Segment): Texts {
    let found = texts.get(span.id);
    if (!found) {
      found = { urls: createLru(KNOWN.urls), agents: createLru(KNOWN.agents) };
      texts.set(span.id, found);
      // Only the newest spans are written to, but for a late entry now and then.
      const [oldest] = texts.keys();
      if (texts.size > 3 && oldest !== undefined) texts.delete(oldest);
    }
    return found;
  }

  function textId(span: Segment, kind: 'urls' | 'agents', text: string): number {
    const known = textsOf(span)[kind];
    let id = known.get(text);
    if (id === undefined) {
      id = span.id * TEXTS_PER_SEGMENT + ++span[kind];
      sql[kind === 'urls' ? 'url' : 'agent'].run(id, text);
      known.set(text, id);
    }
    return id;
  }

  function post(): void {
    for (const field of FIELDS)
      db.exec(`INSERT INTO postings SELECT span, ${FIELD[field]}, ${field}, time, seq, shape FROM unposted
        WHERE ${field} IS NOT NULL ORDER BY span, ${field}, time, seq`);
    db.exec('DELETE FROM unposted; UPDATE spans SET unposted = 0 WHERE unposted > 0');
  }

  return {
    post,
    forget() {
      epoch = -1;
      for (const inserter of [sql.entry, sql.detail, sql.unposted]) inserter.forget();
    },
    insert(entries, details) {
      refresh();
      const counts = new Map<Segment, Map<number, number>>();
      const minutes = new Map<number, number>();
      for (const [i, entry] of entries.entries()) {
        const span = spanFor(entry.time);
        const shape = shapeId(entry);
        const url = textId(span, 'urls', entry.url);
        const { seq, time, parent } = entry;
        const ip = ipValue(entry.ip);
        const trace = traceValueOf(entry.trace);
        const agent = textId(span, 'agents', entry.userAgent);
        sql.entry.add(
          seq,
          time,
          shape,
          ip,
          url,
          agent,
          entry.duration,
          entry.requestBytes,
          entry.responseBytes,
          trace,
          parent,
        );
        const detail = details[i];
        if (detail) sql.detail.add(seq, detail);
        sql.unposted.add(seq, span.id, time, shape, ip, url, trace, parent);
        span.entries++;
        span.unposted++;
        span.latest = Math.max(span.latest, time);
        const shapeCounts = counts.get(span) ?? new Map<number, number>();
        const minute = minuteKey(entry);
        minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
        counts.set(span, shapeCounts.set(shape, (shapeCounts.get(shape) ?? 0) + 1));
      }
      for (const inserter of [sql.entry, sql.detail, sql.unposted]) inserter.flush();
      for (const [minute, entries] of minutes)
        sql.countMinute.run(Math.floor(minute / 10), minute % 10, entries);
      for (const [span, shapeCounts] of counts) {
        for (const [shape, entries] of shapeCounts) sql.countShape.run(span.id, shape, entries);
        sql.updateSpan.run(span.latest, span.entries, span.unposted, span.urls, span.agents, span.id);
      }
      if (spans.reduce((sum, { unposted }) => sum + unposted, 0) >= postedAtOnce) post();
    },
  };
}
