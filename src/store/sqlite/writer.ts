import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { createLru, type Lru } from '../../lru.ts';
import type { Entry } from '../../profile/entry.ts';
import { createDimensionIds } from './dimension-ids.ts';
import { MAX_CACHED_SEGMENTS } from './free-values.ts';
import { createInserter } from './inserter.ts';
import { prepareWrite } from './prepare-write.ts';
import { ipValueOf, traceValueOf } from './rows.ts';
import { FIELD, FIELDS, MINUTE, type Segment, segmentAt, TEXTS_PER_SEGMENT } from './segments.ts';
import { TUNING } from './tuning.ts';

/** Cache sizes. A text that has dropped out of its cache is stored again under a new id. */
const MAX_CACHED = { ips: 16_384, urls: 32_768, agents: 4096 };

/** The ids of a segment's texts. */
interface TextIds {
  readonly urls: Lru<number>;
  readonly agents: Lru<number>;
}

export interface Writer {
  /** Writes entries, each with its detail as JSON ('' for none). The caller begins the transaction. */
  insert(entries: readonly Entry[], details: readonly string[]): void;
  /** Writes the postings of the pending entries, in key order. The caller begins the transaction. */
  writePostings(): void;
  /** Drops the cached state after the transaction was rolled back. */
  discard(): void;
}

/** Writes profiles into the tables of the book. */
export function createWriter(
  db: DatabaseSync,
  { entriesPerSegment, entriesPerPostingsBatch, distinct } = TUNING,
): Writer {
  const sql = {
    version: db.prepare('PRAGMA data_version'),
    epochs: db.prepare("SELECT value FROM book WHERE name IN ('epoch', 'text_epoch') ORDER BY name"),
    segments: db.prepare('SELECT * FROM segments ORDER BY id'),
    insertSegment: prepareWrite(db, 'INSERT INTO segments VALUES (?, ?, 0, 0, 0, 0, 0, 0)'),
    updateSegment: prepareWrite(
      db,
      'UPDATE segments SET latest = ?, entries = ?, pending = ?, urls = ?, agents = ? WHERE id = ?',
    ),
    countDimensions: prepareWrite(
      db,
      'INSERT INTO dimension_counts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET entries = entries + excluded.entries',
    ),
    countMinute: prepareWrite(
      db,
      'INSERT INTO minutes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET entries = entries + excluded.entries',
    ),
    insertUrl: prepareWrite(db, 'INSERT INTO urls VALUES (?, ?)'),
    updateAgent: prepareWrite(db, 'UPDATE agents SET latest = max(latest, ?) WHERE id = ?'),
    insertAgent: prepareWrite(db, 'INSERT INTO agents VALUES (?, ?, 0)'),
  };
  const inserters = {
    entries: createInserter(db, 'entries', 11),
    details: createInserter(db, 'details', 2),
    pending: createInserter(db, 'pending', 8),
  };
  let known: { version?: number; epoch?: number | undefined; textEpoch?: number | undefined } = {};
  let segments: Segment[] = [];
  const dimensionIds = createDimensionIds(db, distinct);
  const ipValues = createLru<NonNullable<SQLInputValue>>(MAX_CACHED.ips);
  const textIds = new Map<number, TextIds>();

  /** Other processes may have added or deleted segments. */
  function refresh(): void {
    segments = sql.segments.all() as unknown as Segment[];
    const version = Number(sql.version.get()?.data_version);
    if (version !== known.version) dimensionIds.expire();
    const [epoch, textEpoch] = sql.epochs.all().map(({ value }) => Number(value));
    if (epoch !== known.epoch) dimensionIds.clear();
    if (textEpoch !== known.textEpoch) textIds.clear();
    known = { version, epoch, textEpoch };
  }

  function addSegment(start: number): Segment {
    const id = (segments.at(-1)?.id ?? 0) + 1;
    sql.insertSegment.run(id, start);
    const segment: Segment = {
      id,
      start,
      latest: 0,
      entries: 0,
      pending: 0,
      urls: 0,
      urls_indexed: 0,
      agents: 0,
    };
    segments.push(segment);
    return segment;
  }

  /** The segment for a time. Once the last segment is full, the next one takes all later entries. */
  function segmentFor(time: number): Segment {
    const segment = segmentAt(segments, time) ?? addSegment(0);
    const isFull = segment === segments.at(-1) && segment.entries >= entriesPerSegment;
    return isFull && time > segment.latest ? addSegment(segment.latest + 1) : segment;
  }

  function ipValue(text: string): NonNullable<SQLInputValue> {
    let value = ipValues.get(text);
    if (value === undefined) {
      value = ipValueOf(text);
      ipValues.set(text, value);
    }
    return value;
  }

  function textIdsOf(segment: Segment): TextIds {
    let ids = textIds.get(segment.id);
    if (!ids) {
      ids = { urls: createLru(MAX_CACHED.urls), agents: createLru(MAX_CACHED.agents) };
      textIds.set(segment.id, ids);
      const [oldest] = textIds.keys();
      if (textIds.size > MAX_CACHED_SEGMENTS && oldest !== undefined) textIds.delete(oldest);
    }
    return ids;
  }

  function textId(segment: Segment, kind: 'urls' | 'agents', text: string): number {
    const ids = textIdsOf(segment)[kind];
    let id = ids.get(text);
    if (id === undefined) {
      id = segment.id * TEXTS_PER_SEGMENT + ++segment[kind];
      sql[kind === 'urls' ? 'insertUrl' : 'insertAgent'].run(id, text);
      ids.set(text, id);
    }
    return id;
  }

  function writePostings(): void {
    for (const field of FIELDS)
      db.exec(`INSERT INTO postings SELECT segment, ${FIELD[field]}, ${field}, time, seq, dimension FROM pending
        WHERE ${field} IS NOT NULL ORDER BY segment, ${field}, time, seq`);
    db.exec('DELETE FROM pending; UPDATE segments SET pending = 0 WHERE pending > 0');
  }

  return {
    writePostings,
    discard() {
      known = {};
      for (const inserter of Object.values(inserters)) inserter.discard();
    },
    insert(entries, details) {
      refresh();
      const counts = new Map<Segment, Map<number, number>>();
      const minutes = new Map<number, number>();
      const agents = new Map<number, number>();
      for (const [i, entry] of entries.entries()) {
        const segment = segmentFor(entry.time);
        const dimension = dimensionIds.idOf(segment, entry);
        const url = textId(segment, 'urls', entry.url);
        const { seq, time, parent } = entry;
        const ip = ipValue(entry.ip);
        const trace = traceValueOf(entry.trace);
        const agent = textId(segment, 'agents', entry.userAgent);
        agents.set(agent, Math.max(time, agents.get(agent) ?? 0));
        inserters.entries.add(
          seq,
          time,
          dimension,
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
        if (detail) inserters.details.add(seq, detail);
        inserters.pending.add(seq, segment.id, time, dimension, ip, url, trace, parent);
        segment.entries++;
        segment.pending++;
        segment.latest = Math.max(segment.latest, time);
        const minute = minuteKey(entry);
        minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
        const segmentCounts = counts.get(segment) ?? new Map<number, number>();
        counts.set(segment, segmentCounts.set(dimension, (segmentCounts.get(dimension) ?? 0) + 1));
      }
      for (const inserter of Object.values(inserters)) inserter.flush();
      for (const [agent, latest] of agents) sql.updateAgent.run(latest, agent);
      for (const [minute, entries] of minutes)
        sql.countMinute.run(Math.floor(minute / 10), minute % 10, entries);
      for (const [segment, segmentCounts] of counts) {
        for (const [dimension, entries] of segmentCounts)
          sql.countDimensions.run(segment.id, dimension, entries);
        sql.updateSegment.run(
          segment.latest,
          segment.entries,
          segment.pending,
          segment.urls,
          segment.agents,
          segment.id,
        );
      }
      if (segments.reduce((sum, { pending }) => sum + pending, 0) >= entriesPerPostingsBatch) writePostings();
    },
  };
}

/** The minute and the status class of an entry in one number. */
function minuteKey({ time, status }: Pick<Entry, 'time' | 'status'>): number {
  return Math.floor(time / MINUTE) * 10 + Math.floor(status / 100);
}
