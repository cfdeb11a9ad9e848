import type { Detail, Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import { createTokens, type Seq } from '../../profile/token.ts';
import type { Criteria, Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import type { Batch, Count, Expired, Lease, Page, Retention } from '../store.ts';
import type { Survey } from '../survey.ts';
import { decodeBatch, type EncodedBatch } from './batch-codec.ts';
import { checkpoint, emptyLog } from './checkpoint.ts';
import { openForReading, openForWriting } from './connection.ts';
import { tightenModes } from './file-modes.ts';
import { readTokenKey } from './migrate.ts';
import { prepareWrite } from './prepare-write.ts';
import { createReader, type Reader } from './reader.ts';
import { createPruner } from './retention.ts';
import { ENTRY_COLUMNS, toEntry } from './rows.ts';
import { countBook, searchBook } from './search.ts';
import { surveyBook } from './survey-book.ts';
import { transaction } from './transaction.ts';
import { TUNING, type Tuning } from './tuning.ts';
import { createUrlIndexer } from './url-index.ts';
import { createWriter } from './writer.ts';

/** Much longer than any batch is retried. */
const KEEP_BATCH_IDS_MS = 24 * 3600 * 1000;

export interface BookOptions {
  readonly path: string;
  /** Create the book if it does not exist. */
  readonly create: boolean;
  readonly tuning?: Tuning;
}

/**
 * The methods of the writer thread. All changes are made on its connection: a change on any other would invalidate
 * its page cache.
 */
export function openWriter({ path, create, tuning = TUNING }: BookOptions) {
  const db = openForWriting(path, create);
  const open = tightenModes(path);
  if (open.length > 0)
    process.emitWarning(`All users of this machine can read ${open.join(', ')}. Run: chmod 600 ${path}*`, {
      code: 'GATEBOOK_FILE_MODE',
    });
  const writer = createWriter(db, tuning);
  const urls = createUrlIndexer(db, tuning);
  const pruner = createPruner(db, tuning);
  const sql = {
    insertBatch: prepareWrite(db, 'INSERT INTO batches (id, written) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    deleteBatches: prepareWrite(db, 'DELETE FROM batches WHERE written < ?'),
    lease: db.prepare("UPDATE book SET value = value + ? WHERE name = 'next_seq' RETURNING value"),
  };
  return {
    tokenKey: () => readTokenKey(db),

    /** A batch whose id is already in the book is ignored. */
    write(batch: EncodedBatch | Batch): void {
      const { id, entries, details } = decodeBatch(batch);
      const now = Date.now();
      try {
        transaction(db, () => {
          if (Number(sql.insertBatch.run(id, now).changes) === 0) return;
          sql.deleteBatches.run(now - KEEP_BATCH_IDS_MS);
          writer.insert(entries, details);
        });
      } catch (error) {
        writer.discard();
        throw error;
      }
    },

    lease(size: number): Lease {
      const end = Number(sql.lease.get(size)?.value);
      return { first: (end - size) as Seq, end };
    },

    writePostings: () => transaction(db, writer.writePostings),
    /** Indexes some URLs. Returns whether there are more. */
    indexStep: () => urls.step(),
    pruneStep: (before: Micros) => pruner.pruneStep(before),
    retainStep: (retention: Retention) => pruner.retainStep(retention),
    purgeStep: () => pruner.purgeStep(),
    checkpoint: () => checkpoint(db),
    emptyLog: () => emptyLog(db),
    close: () => db.close(),
  };
}

/** The methods of the maintenance thread. It checkpoints the write-ahead log, so that no write waits for that. */
export function openMaintenance({ path }: BookOptions) {
  const db = openForWriting(path, false);
  return {
    checkpoint: () => checkpoint(db),
    close: () => db.close(),
  };
}

/** The methods of the reader thread. Searches run in slices, so several of them make progress at once. */
export function openReader({ path, create, tuning = TUNING }: BookOptions) {
  const db = openForReading(path, create);
  const tokenKey = readTokenKey(db);
  const { seqOf } = createTokens(tokenKey);
  const reader = createReader(db, seqOf, tuning);
  return {
    tokenKey: () => tokenKey,
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
  reader.segments();
  const dimensions = reader.dimensions.get(Number(row.dimension));
  if (!dimensions) return null;
  const detail = typeof row.json === 'string' ? (JSON.parse(row.json) as Detail) : null;
  return { entry: toEntry(row, dimensions), detail };
}

function getExpired(reader: Reader, seq: Seq): Expired | null {
  const row = reader
    .prepare('SELECT pruned FROM prunings WHERE last_seq >= ? ORDER BY last_seq LIMIT 1')
    .get(seq);
  return row ? { expired: Number(row.pruned) as Micros } : null;
}
