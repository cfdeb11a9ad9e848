import type { DatabaseSync } from 'node:sqlite';
import { OTHER } from '../other-value.ts';
import { rowOfData } from './rows.ts';

/** Values that many entries share, which a segment stores once for each combination. */
export interface Shared<T, Field extends keyof T> {
  readonly table: 'dimensions' | 'processes';
  keyOf(values: T): string;
  toRow(values: T): readonly (string | number)[];
  fromRow(row: readonly (string | number)[]): T;
  /** The fields that fold, in this order, once a segment has too many combinations. */
  readonly folded: readonly Field[];
  readonly maxCombinations: number;
  /** How many distinct values of a field are stored. */
  readonly maxValues: Readonly<Partial<Record<Field, number>>>;
  /** Whether a value is never folded. */
  isKept(field: Field, value: string): boolean;
}

/** Finds the ids of shared values in a live segment, and adds new ones up to the limits of a segment. Others are stored as OTHER. */
export function createSharedIds<Field extends string, T extends Readonly<Record<Field, string>>>(
  db: DatabaseSync,
  { table, keyOf, toRow, fromRow, folded, maxCombinations, maxValues, isKept }: Shared<T, Field>,
) {
  const selectNew = db.prepare(`SELECT id, data FROM ${table} WHERE id > ? ORDER BY id`);
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
  const ids = new Map<string, number>();
  const distinct = new Map(folded.map((field) => [field, new Set<string>()]));
  let lastId = 0;
  let isCurrent = false;

  function add(values: T, id: number): void {
    ids.set(keyOf(values), id);
    for (const [field, known] of distinct) known.add(values[field]);
    lastId = id;
  }

  function addNew(entry: T): number {
    if (!isCurrent) {
      isCurrent = true;
      for (const [id, row] of selectNew.all(lastId).map(rowOfData)) add(fromRow(row), id);
    }
    const values = fromRow(toRow(entry));
    for (const [field, known] of distinct)
      if (known.size >= (maxValues[field] ?? Number.POSITIVE_INFINITY) && !known.has(values[field]))
        fold(values, field);
    for (let next = 0; ; next++) {
      const id = ids.get(keyOf(values));
      if (id !== undefined) return id;
      const field = folded[next];
      // Each field that was folded leaves a little more room, so that the remaining ones fold later.
      if (field === undefined || ids.size < maxCombinations * (1 + next / folded.length)) break;
      fold(values, field);
    }
    const id = lastId + 1;
    insert.run(id, JSON.stringify(toRow(values)));
    add(values, id);
    return id;
  }

  function fold(values: Record<Field, string>, field: Field): void {
    if (values[field] !== '' && !isKept(field, values[field])) values[field] = OTHER;
  }

  return {
    idOf: (entry: T): number => ids.get(keyOf(entry)) ?? addNew(entry),
    /** Another process may have added some: look again before the next one is added. */
    expire(): void {
      isCurrent = false;
    },
    /** The transaction was rolled back: forget what it has added. */
    clear(): void {
      ids.clear();
      for (const known of distinct.values()) known.clear();
      lastId = 0;
      isCurrent = false;
    },
  };
}
