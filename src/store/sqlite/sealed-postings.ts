import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { lowerAscii } from '../../profile/lower-ascii.ts';
import { FIELD, type Field } from './fields.ts';
import { createInserter } from './inserter.ts';
import { compareValues, parseTags } from './rows.ts';
import {
  type DistinctTexts,
  type RankedValues,
  type SealSource,
  type Values,
  valueAt,
} from './sealed-values.ts';
import { sortedPositions } from './sort-entries.ts';

/** Writes the postings in the order of their key, which is much faster than in any other order. */
export function* writePostings(
  db: DatabaseSync,
  { table, rows }: SealSource,
  { urls, ips, traces, users }: Values,
  slice: number,
): Generator<void, void> {
  /** Writes the postings of a field: of each row the value to sort by, NaN for none, and what is stored for it. */
  function* write(
    field: Field,
    sortValue: (row: number) => number,
    stored: ((row: number) => SQLInputValue) | null,
  ): Generator<void, void> {
    const value = stored ? '?' : 'CAST(? AS INTEGER)';
    const inserter = createInserter(db, 'postings', `(${FIELD[field]}, ${value}, ?, ?)`);
    const values = Float64Array.from(rows, sortValue);
    yield;
    const positions = sortedPositions(values);
    yield;
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i] ?? 0;
      const row = rows[position] ?? 0;
      inserter.add(stored ? stored(row) : (values[position] ?? 0), position + 1, table.dimension[row] ?? 0);
      if (i % slice === slice - 1) yield;
    }
    inserter.flush();
  }
  const rankAt = ({ ids, ranks }: DistinctTexts & RankedValues, position: number | undefined) =>
    ranks[(ids[position ?? 0] ?? 0) - 1] ?? Number.NaN;
  yield* write('dimension', (row) => table.dimension[row] ?? 0, null);
  yield* write(
    'ip',
    (row) => rankAt(ips, table.ip[row]),
    (row) => valueAt(ips, table.ip[row]),
  );
  yield* write('url', (row) => urls.ids[table.url[row] ?? 0] ?? 0, null);
  yield* write(
    'trace',
    (row) => rankAt(traces, table.trace[row]),
    (row) => valueAt(traces, table.trace[row]),
  );
  yield* write(
    'user',
    (row) => rankAt(users, table.user[row]),
    (row) => valueAt(users, table.user[row]),
  );
  yield* write('parent', (row) => table.parentAt(row) ?? Number.NaN, null);
}

/** Writes a posting for each tag of each entry. Returns all tags. */
export function* writeTagPostings(
  db: DatabaseSync,
  { table, rows }: SealSource,
  { texts, ids }: DistinctTexts,
  slice: number,
): Generator<void, readonly string[]> {
  /** The tags of each list, by its id. */
  const tagsOf = [[], ...texts.map((text) => [...new Set(parseTags(text).map(lowerAscii))])];
  const rowsOf = new Map<string, number[]>();
  for (const [i, row] of rows.entries()) {
    if (i % slice === slice - 1) yield;
    for (const tag of tagsOf[ids[table.tags[row] ?? 0] ?? 0] ?? []) {
      const found = rowsOf.get(tag);
      if (found) found.push(i);
      else rowsOf.set(tag, [i]);
    }
  }
  const tags = [...rowsOf.keys()].sort(compareValues);
  yield;
  const inserter = createInserter(db, 'postings', `(${FIELD.tag}, ?, ?, ?)`);
  let written = 0;
  for (const tag of tags)
    for (const i of rowsOf.get(tag) ?? []) {
      inserter.add(tag, i + 1, table.dimension[rows[i] ?? 0] ?? 0);
      if (++written % slice === 0) yield;
    }
  inserter.flush();
  return tags;
}
