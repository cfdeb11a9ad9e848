import type { DatabaseSync } from 'node:sqlite';
import type { ProcessInfo } from '../../../profile/entry.ts';
import { OTHER } from '../../survey.ts';
import {
  type Dimensions,
  fromDimensionRow,
  fromProcessRow,
  rowOfData,
  toDimensionRow,
  toProcessRow,
} from '../columns/rows.ts';
import type { Tuning } from '../tuning.ts';

/** Values that many entries share, which a segment stores once for each combination. */
interface Shared<T, Field extends keyof T> {
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
function createSharedIds<Field extends string, T extends Readonly<Record<Field, string>>>(
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

/** Never folded: made-up methods must not displace these. */
const STANDARD_METHODS: ReadonlySet<string> = new Set(
  // HTTP, then WebDAV and CalDAV. node:http has a list too, but takes long to load.
  (
    'GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY ' +
    'PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK REPORT SEARCH ACL BIND REBIND UNBIND MKCALENDAR MKACTIVITY CHECKOUT MERGE'
  ).split(' '),
);

/** The host is in the URL too, so it folds early. */
const FOLDED_DIMENSIONS = ['operation', 'host', 'method', 'errorGroup', 'error', 'route'] as const;

export function createDimensionIds(db: DatabaseSync, limits: Tuning['distinct']) {
  return createSharedIds<(typeof FOLDED_DIMENSIONS)[number], Dimensions>(db, {
    table: 'dimensions',
    keyOf: keyOfDimensions,
    toRow: toDimensionRow,
    fromRow: fromDimensionRow,
    folded: FOLDED_DIMENSIONS,
    maxCombinations: limits.combinations,
    maxValues: limits,
    isKept: (field, value) => field === 'method' && STANDARD_METHODS.has(value),
  });
}

function keyOfDimensions(dimensions: Dimensions): string {
  const { status, method, host, route, operation, kind, error, errorGroup, client, detail } = dimensions;
  return `${status}\0${method}\0${host}\0${route}\0${operation}\0${kind}\0${error}\0${errorGroup}\0${client}\0${detail}`;
}

/** An app that restarts often has many processes. */
export function createProcessIds(db: DatabaseSync, limit: number) {
  return createSharedIds<keyof ProcessInfo, ProcessInfo>(db, {
    table: 'processes',
    keyOf: ({ service, instance, environment, release }) =>
      `${service}\0${instance}\0${environment}\0${release}`,
    toRow: toProcessRow,
    fromRow: fromProcessRow,
    folded: ['instance', 'release', 'environment', 'service'],
    maxCombinations: limit,
    maxValues: {},
    isKept: () => false,
  });
}
