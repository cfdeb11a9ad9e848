import type { Profile } from '../../profile/profile.ts';
import type { Seq, TokenKey } from '../../profile/token.ts';
import { openForReading } from './connection.ts';
import { readTokenKey } from './migrate.ts';
import { DIMENSION_COLUMNS, ENTRY_COLUMNS, toDimensions, toEntry } from './rows.ts';

/** A book read in order of seq, to copy it elsewhere. */
export interface ExportedBook {
  readonly tokenKey: TokenKey;
  /** The first seq of the next lease. */
  readonly nextSeq: number;
  /** The number of profiles with a higher seq. */
  countAfter(seq: number): number;
  /** The next profiles with a higher seq, at most `limit`. */
  readAfter(seq: number, limit: number): Profile[];
  close(): void;
}

export function openForExport(path: string): ExportedBook {
  const db = openForReading(path);
  const read = db.prepare(
    `SELECT ${ENTRY_COLUMNS}, ${DIMENSION_COLUMNS}, d.json
     FROM entries e CROSS JOIN dimensions dim ON dim.id = e.dimension
     CROSS JOIN urls u ON u.id = e.url CROSS JOIN agents a ON a.id = e.agent LEFT JOIN details d ON d.seq = e.seq
     WHERE e.seq > ? ORDER BY e.seq LIMIT ?`,
  );
  const number = (sql: string, ...params: number[]) => Number(db.prepare(sql).get(...params)?.n ?? 0);
  return {
    tokenKey: readTokenKey(db),
    nextSeq: Math.max(
      number("SELECT value AS n FROM book WHERE name = 'next_seq'"),
      number('SELECT max(seq) + 1 AS n FROM entries'),
    ),
    countAfter: (seq) => number('SELECT count(*) AS n FROM entries WHERE seq > ?', seq),
    readAfter: (seq: Seq | number, limit) =>
      read.all(seq, limit).map((row) => ({
        entry: toEntry(row, toDimensions(row)),
        detail: typeof row.json === 'string' ? (JSON.parse(row.json) as Profile['detail']) : null,
      })),
    close: () => db.close(),
  };
}
