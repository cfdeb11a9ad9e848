import type { DatabaseSync } from 'node:sqlite';
import type { Micros } from '../../../profile/time.ts';
import { newTokenKey, type Seq, type TokenKey } from '../../../profile/token.ts';
import type { Expired, Lease } from '../../store.ts';
import { transaction } from '../files/transaction.ts';

/** A segment is live while it is written, then full, and closed after it was rewritten as columns. */
export type SegmentState = 'live' | 'full' | 'closed';

/** How the catalog stores that a segment is closed. */
export const STORED_AS_CLOSED = 'sealed';

/** The contents of a segment. Times and seqs are inclusive; all are 0 while it is empty. */
export interface SegmentSize {
  readonly entries: number;
  readonly details: number;
  readonly bytes: number;
  readonly earliest: number;
  readonly latest: number;
  readonly first_seq: number;
  readonly last_seq: number;
}

/** A row of the catalog. The sizes of a live segment are in its own file. */
export interface Segment extends SegmentSize {
  readonly id: number;
  readonly state: SegmentState;
  /** How many times it was rewritten to delete a part of it. */
  readonly rewrites: number;
  /** When it was started, in ms. */
  readonly created: number;
  /** All but a few entries arrived at or after this time: requests that took long are the exception. */
  readonly early: number;
}

const KEEP_CLAIMS_MS = 24 * 3600 * 1000;
const HOUR = 3600e6;

/** After a book was deleted under a running app, the new one goes on with its tokens and seqs. */
export interface Origin {
  readonly tokenKey: TokenKey;
  readonly nextSeq: number;
}

/** Adds what a new book needs. The caller begins the transaction. */
export function initialize(db: DatabaseSync, origin: Origin | null): void {
  const insert = db.prepare('INSERT INTO book (name, value) VALUES (?, ?)');
  insert.run('token_key', (origin?.tokenKey ?? newTokenKey()).join(','));
  insert.run('next_seq', origin?.nextSeq ?? 0);
  insert.run('next_segment', 1);
}

export function readNextSeq(db: DatabaseSync): number {
  return Number(db.prepare("SELECT value FROM book WHERE name = 'next_seq'").get()?.value ?? 0);
}

/** No seq before this one is leased any more. */
export function raiseNextSeq(db: DatabaseSync, seq: number): void {
  db.prepare("UPDATE book SET value = max(value, ?) WHERE name = 'next_seq'").run(seq);
}

export function readTokenKey(db: DatabaseSync): TokenKey {
  const key = String(db.prepare("SELECT value FROM book WHERE name = 'token_key'").get()?.value);
  if (!/^\d{1,10}(,\d{1,10}){3}$/.test(key)) throw new Error('its token key is missing or wrong');
  return key.split(',').map(Number) as unknown as TokenKey;
}

/** All segments, oldest first. */
export function readSegments(db: DatabaseSync): Segment[] {
  const rows = db.prepare('SELECT * FROM segments ORDER BY id').all() as unknown as Segment[];
  return rows.map((row) => ((row.state as string) === STORED_AS_CLOSED ? { ...row, state: 'closed' } : row));
}

export function lease(db: DatabaseSync, size: number): Lease {
  const row = db
    .prepare("UPDATE book SET value = value + ? WHERE name = 'next_seq' RETURNING value")
    .get(size);
  const end = Number(row?.value);
  return { first: (end - size) as Seq, end };
}

/** Takes a name, unless it is taken. Names are kept for longer than asked: the clock of the machine may be set back. */
export function claim(db: DatabaseSync, name: string, until: Micros): boolean {
  return transaction(db, () => {
    db.prepare("DELETE FROM book WHERE name >= 'claim:' AND name < 'claim;' AND value < ?").run(
      (Date.now() - KEEP_CLAIMS_MS) * 1000,
    );
    const insert = db.prepare('INSERT INTO book (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
    return Number(insert.run(`claim:${name}`, until).changes) === 1;
  });
}

/** Adds an empty live segment. The caller begins the transaction. Returns its id. */
export function addSegment(db: DatabaseSync): number {
  const next = db
    .prepare("UPDATE book SET value = value + 1 WHERE name = 'next_segment' RETURNING value")
    .get();
  const id = Number(next?.value) - 1;
  db.prepare("INSERT INTO segments VALUES (?, 'live', 0, ?, 0, 0, 0, 0, 0, 0, 0, 0)").run(id, Date.now());
  return id;
}

/** Completes the row of a segment that is full or was rewritten. The caller begins the transaction. */
export function updateSegment(db: DatabaseSync, { state, ...segment }: Omit<Segment, 'created'>): void {
  db.prepare(
    `UPDATE segments SET state = :state, rewrites = :rewrites, entries = :entries, details = :details,
     bytes = :bytes, earliest = :earliest, latest = :latest, early = :early, first_seq = :first_seq,
     last_seq = :last_seq WHERE id = :id`,
  ).run({ ...segment, state: state === 'closed' ? STORED_AS_CLOSED : state });
}

/** Removes a segment and its summary. The caller begins the transaction, and deletes the files after it. */
export function removeSegment(db: DatabaseSync, id: number): void {
  db.prepare('DELETE FROM segments WHERE id = ?').run(id);
  db.prepare('DELETE FROM summaries WHERE segment = ?').run(id);
}

/** Removes a segment and records that its profiles were deleted. The caller begins the transaction. */
export function forgetSegment(db: DatabaseSync, { id, last_seq }: Segment): void {
  removeSegment(db, id);
  recordPruning(db, last_seq);
}

/** Records when profiles were deleted, with one row per hour. The caller begins the transaction. */
export function recordPruning(db: DatabaseSync, lastSeq: number): void {
  const now = Date.now() * 1000;
  db.prepare('DELETE FROM prunings WHERE last_seq <= ? AND pruned >= ?').run(lastSeq, now - (now % HOUR));
  db.prepare('INSERT INTO prunings VALUES (?, ?) ON CONFLICT DO NOTHING').run(lastSeq, now);
}

export function readExpired(db: DatabaseSync, seq: number): Expired | null {
  const row = db
    .prepare('SELECT pruned FROM prunings WHERE last_seq >= ? ORDER BY last_seq LIMIT 1')
    .get(seq);
  return row ? { expired: Number(row.pruned) as Micros } : null;
}
