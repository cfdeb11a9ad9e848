import type { Detail, Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import { createTokens, type Seq } from '../../profile/token.ts';
import type { Criteria, Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import type { Batch, Count, Expired, Lease, Page, Retention } from '../store.ts';
import type { Survey } from '../survey.ts';
import { decodeBatch, type EncodedBatch } from './batch-codec.ts';
import { checkpoint } from './checkpoint.ts';
import { openForReading, openForWriting } from './connection.ts';
import { readTokenKey } from './migrate.ts';
import { prepareChange } from './prepare-change.ts';
import { pruneSome, retainSome } from './prune.ts';
import { createReader, type Reader } from './reader.ts';
import { ENTRY_COLUMNS, toEntry } from './rows.ts';
import { countBook, searchBook } from './search.ts';
import { surveyBook } from './survey-book.ts';
import { transaction } from './transaction.ts';
import { TUNING, type Tuning } from './tuning.ts';
import { createUrlIndexer } from './url-index.ts';
import { createWriter } from './writer.ts';

/** Long after the last retry of any batch. */
const BATCH_IDS_KEPT_MS = 24 * 3600 * 1000;

export interface BookOptions {
  readonly path: string;
  readonly create: boolean;
  readonly tuning?: Tuning;
}

/**
 * The writing side of a SQLite book. It blocks, so it lives in a thread of its own; and all that changes the book
 * is done there, since a change from anywhere else would cost it all that it has in its cache.
 */
export function openWritingBook({ path, create, tuning = TUNING }: BookOptions) {
  const db = openForWriting(path, create);
  const writer = createWriter(db, tuning);
  const urls = createUrlIndexer(db, tuning);
  const sql = {
    insertBatch: prepareChange(db, 'INSERT INTO batches (id, written) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    forgetBatches: prepareChange(db, 'DELETE FROM batches WHERE written < ?'),
    lease: db.prepare("UPDATE book SET value = value + ? WHERE name = 'next_seq' RETURNING value"),
  };
  return {
    tokenKey: () => readTokenKey(db),
    post: () => transaction(db, writer.post),

    write(batch: EncodedBatch | Batch): void {
      const { id, entries, details } = decodeBatch(batch);
      const now = Date.now();
      try {
        transaction(db, () => {
          if (Number(sql.insertBatch.run(id, now).changes) === 0) return;
          sql.forgetBatches.run(now - BATCH_IDS_KEPT_MS);
          writer.insert(entries, details);
        });
      } catch (error) {
        writer.forget();
        throw error;
      }
    },

    lease(size: number): Lease {
      const end = Number(sql.lease.get(size)?.value);
      return { first: (end - size) as Seq, end };
    },

    /** Indexes some of the URLs that are not indexed yet; says whether there is more. */
    indexSome: () => urls.step(),
    /** Takes some of what is older away; says how many, and whether there is more. */
    pruneSome: (before: Micros) => pruneSome(db, before, tuning),
    retainSome: (retention: Retention) => retainSome(db, retention, tuning),
    checkpoint: () => checkpoint(db),
    close: () => db.close(),
  };
}

/** The side that writes the log back into the book, so that no write has to wait for it. */
export function openKeptBook({ path }: BookOptions) {
  const db = openForWriting(path, false);
  return {
    checkpoint: () => checkpoint(db),
    close: () => db.close(),
  };
}

/** The reading side. Its questions are paced, so that several are answered at once, each within its time. */
export function openReadingBook({ path, tuning = TUNING }: BookOptions) {
  const db = openForReading(path);
  const { seqOf } = createTokens(readTokenKey(db));
  const reader = createReader(db, seqOf, tuning);
  return {
    search: (criteria: Criteria): Sliced<Page> => searchBook(reader, criteria),
    count: (terms: readonly Term[], cap: number): Sliced<Count> => countBook(reader, terms, cap),
    survey: (terms: readonly Term[]): Sliced<Survey> => surveyBook(reader, terms),
    get(token: string): Profile | Expired | null {
      const seq = seqOf(token);
      return seq === null ? null : (getProfile(reader, seq) ?? getExpired(reader, seq));
    },
    close: () => db.close(),
  };
}

function getProfile(reader: Reader, seq: Seq): Profile | null {
  const row = reader
    .prepare(
      `SELECT ${ENTRY_COLUMNS}, d.json FROM entries e JOIN urls u ON u.id = e.url JOIN agents a ON a.id = e.agent
       LEFT JOIN details d ON d.seq = e.seq WHERE e.seq = ?`,
    )
    .get(seq);
  if (!row) return null;
  reader.spans();
  const detail = typeof row.json === 'string' ? (JSON.parse(row.json) as Detail) : null;
  return { entry: toEntry(row, reader.shapes.get(Number(row.shape))), detail };
}

function getExpired(reader: Reader, seq: Seq): Expired | null {
  const row = reader
    .prepare('SELECT pruned FROM prunings WHERE last_seq >= ? ORDER BY last_seq LIMIT 1')
    .get(seq);
  return row ? { expired: Number(row.pruned) as Micros } : null;
}
