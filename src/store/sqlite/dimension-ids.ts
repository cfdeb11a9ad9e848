import type { DatabaseSync } from 'node:sqlite';
import { OTHER } from '../other-value.ts';
import { DIMENSION_COLUMNS, type Dimensions, type Row, toDimensionRow, toDimensions } from './rows.ts';
import type { Segment } from './segments.ts';
import type { Tuning } from './tuning.ts';

/** Only the newest segments are written to, except for a late entry now and then. */
const MAX_CACHED_SEGMENTS = 3;
/** The fields that fold, in this order, once a segment has too many combinations. A URL still has its host. */
const FOLDED = ['host', 'method', 'error', 'route'] as const;
/** Never folded: made-up methods must not displace these. */
const STANDARD_METHODS: ReadonlySet<string> = new Set(
  // Of HTTP, then of WebDAV and CalDAV. A list of our own, because node:http takes long to load.
  (
    'GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY ' +
    'PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK REPORT SEARCH ACL BIND REBIND UNBIND MKCALENDAR MKACTIVITY CHECKOUT MERGE'
  ).split(' '),
);
type FoldedField = (typeof FOLDED)[number];

/** What a segment has: its combinations by key, and the distinct values of each field. */
interface Known {
  readonly ids: Map<string, number>;
  readonly values: Readonly<Record<FoldedField, Set<string>>>;
}

/** Finds the ids of dimensions for the writer, and adds new ones up to the limits of the segment and of the book. */
export interface DimensionIds {
  idOf(segment: Segment, entry: Dimensions): number;
  /** Another connection may have added dimensions: look again before the next one is added. */
  expire(): void;
  /** Ids may have been reused: forget them all. */
  clear(): void;
}

export function createDimensionIds(db: DatabaseSync, limits: Tuning['distinct']): DimensionIds {
  const sql = {
    inSegment: db.prepare(
      `SELECT id, ${DIMENSION_COLUMNS} FROM dimension_counts CROSS JOIN dimensions ON id = dimension WHERE segment = ?`,
    ),
    count: db.prepare('SELECT count(*) AS count FROM dimensions'),
    find: db.prepare(`SELECT id FROM dimensions WHERE (${DIMENSION_COLUMNS}) = (?, ?, ?, ?, ?, ?, ?, ?)`),
    insert: db.prepare(
      `INSERT INTO dimensions (${DIMENSION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    ),
  };
  const cached = new Map<number, Known>();
  let inBook = 0;
  let isExpired = true;

  function read(segment: Segment): Known {
    const known: Known = {
      ids: new Map(),
      values: { host: new Set(), method: new Set(), route: new Set(), error: new Set() },
    };
    for (const row of sql.inSegment.all(segment.id) as (Row & { id: number })[])
      add(known, toDimensions(row), row.id);
    cached.set(segment.id, known);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED_SEGMENTS && oldest !== undefined) cached.delete(oldest);
    return known;
  }

  function add({ ids, values }: Known, dimensions: Dimensions, id: number): void {
    ids.set(keyOf(dimensions), id);
    for (const field of FOLDED) values[field].add(dimensions[field]);
  }

  function addNew(segment: Segment, entry: Dimensions): number {
    if (isExpired) {
      isExpired = false;
      cached.clear();
      inBook = Number(sql.count.get()?.count);
    }
    const known = cached.get(segment.id) ?? read(segment);
    const dimensions = foldValues(known, entry);
    for (let folded = 0; ; folded++) {
      const id = known.ids.get(keyOf(dimensions));
      if (id !== undefined) return id;
      const field = FOLDED[folded];
      if (field === undefined || hasRoom(known, folded)) break;
      dimensions[field] = foldedValue(field, dimensions[field]);
    }
    const row = toDimensionRow(dimensions);
    let id = sql.find.get(...row)?.id;
    if (id === undefined) {
      id = sql.insert.get(...row)?.id;
      inBook++;
    }
    add(known, dimensions, Number(id));
    return Number(id);
  }

  function foldValues({ values }: Known, entry: Dimensions): Writable<Dimensions> {
    const dimensions = { ...entry };
    for (const field of FOLDED)
      if (values[field].size >= limits[field] && !values[field].has(dimensions[field]))
        dimensions[field] = foldedValue(field, dimensions[field]);
    return dimensions;
  }

  /** Each field that was folded leaves a little more room, so that the remaining ones fold later. */
  function hasRoom({ ids }: Known, folded: number): boolean {
    const share = 1 + folded / FOLDED.length;
    return ids.size < limits.combinations * share && inBook < limits.combinationsInBook * share;
  }

  return {
    idOf: (segment, entry) => cached.get(segment.id)?.ids.get(keyOf(entry)) ?? addNew(segment, entry),
    expire() {
      isExpired = true;
    },
    clear() {
      cached.clear();
      isExpired = true;
    },
  };
}

function foldedValue(field: FoldedField, value: string): string {
  return value === '' || (field === 'method' && STANDARD_METHODS.has(value)) ? value : OTHER;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function keyOf({ status, method, host, route, kind, error, client, detail }: Dimensions): string {
  return `${status}\0${method}\0${host}\0${route}\0${kind}\0${error}\0${client}\0${detail}`;
}
