import type { DatabaseSync } from 'node:sqlite';
import { OTHER } from '../other-value.ts';
import { type Dimensions, fromDimensionRow, rowOfData, toDimensionRow } from './rows.ts';
import type { Tuning } from './tuning.ts';

/** The fields that fold, in this order, once a segment has too many combinations. A URL still has its host. */
const FOLDED = ['operation', 'host', 'method', 'errorGroup', 'error', 'route'] as const;
/** Never folded: made-up methods must not displace these. */
const STANDARD_METHODS: ReadonlySet<string> = new Set(
  // Of HTTP, then of WebDAV and CalDAV. A list of our own, because node:http takes long to load.
  (
    'GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY ' +
    'PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK REPORT SEARCH ACL BIND REBIND UNBIND MKCALENDAR MKACTIVITY CHECKOUT MERGE'
  ).split(' '),
);
type FoldedField = (typeof FOLDED)[number];

/** Finds the ids of dimensions in a live segment, and adds new ones up to the limits of a segment. */
export interface DimensionIds {
  idOf(entry: Dimensions): number;
  /** Another process may have added dimensions: look again before the next one is added. */
  expire(): void;
  /** The transaction was rolled back: forget what it has added. */
  clear(): void;
}

export function createDimensionIds(db: DatabaseSync, limits: Tuning['distinct']): DimensionIds {
  const selectNew = db.prepare('SELECT id, data FROM dimensions WHERE id > ? ORDER BY id');
  const insert = db.prepare('INSERT INTO dimensions VALUES (?, ?)');
  const ids = new Map<string, number>();
  const values: Readonly<Record<FoldedField, Set<string>>> = {
    operation: new Set(),
    host: new Set(),
    method: new Set(),
    errorGroup: new Set(),
    error: new Set(),
    route: new Set(),
  };
  let lastId = 0;
  let isCurrent = false;

  function add(dimensions: Dimensions, id: number): void {
    ids.set(keyOf(dimensions), id);
    for (const field of FOLDED) values[field].add(dimensions[field]);
    lastId = id;
  }

  function addNew(entry: Dimensions): number {
    if (!isCurrent) {
      isCurrent = true;
      for (const [id, row] of selectNew.all(lastId).map(rowOfData)) add(fromDimensionRow(row), id);
    }
    const dimensions = foldValues(entry);
    for (let folded = 0; ; folded++) {
      const id = ids.get(keyOf(dimensions));
      if (id !== undefined) return id;
      const field = FOLDED[folded];
      if (field === undefined || hasRoom(folded)) break;
      dimensions[field] = foldedValue(field, dimensions[field]);
    }
    const id = lastId + 1;
    insert.run(id, JSON.stringify(toDimensionRow(dimensions)));
    add(dimensions, id);
    return id;
  }

  function foldValues(entry: Dimensions): Writable<Dimensions> {
    const { status, method, host, route, operation, kind, error, errorGroup, client, detail } = entry;
    const dimensions = { status, method, host, route, operation, kind, error, errorGroup, client, detail };
    for (const field of FOLDED)
      if (values[field].size >= limits[field] && !values[field].has(dimensions[field]))
        dimensions[field] = foldedValue(field, dimensions[field]);
    return dimensions;
  }

  /** Each field that was folded leaves a little more room, so that the remaining ones fold later. */
  function hasRoom(folded: number): boolean {
    return ids.size < limits.combinations * (1 + folded / FOLDED.length);
  }

  return {
    idOf: (entry) => ids.get(keyOf(entry)) ?? addNew(entry),
    expire() {
      isCurrent = false;
    },
    clear() {
      ids.clear();
      for (const field of FOLDED) values[field].clear();
      lastId = 0;
      isCurrent = false;
    },
  };
}

function foldedValue(field: FoldedField, value: string): string {
  return value === '' || (field === 'method' && STANDARD_METHODS.has(value)) ? value : OTHER;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function keyOf(dimensions: Dimensions): string {
  const { status, method, host, route, operation, kind, error, errorGroup, client, detail } = dimensions;
  return `${status}\0${method}\0${host}\0${route}\0${operation}\0${kind}\0${error}\0${errorGroup}\0${client}\0${detail}`;
}
