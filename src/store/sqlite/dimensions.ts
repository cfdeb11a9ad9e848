import type { DatabaseSync } from 'node:sqlite';
import { createLru } from '../../lru.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Term } from '../../search/criteria.ts';
import { matches } from '../../search/matches.ts';
import { DIMENSION_FIELDS, type DimensionField } from './compile-terms.ts';
import { DIMENSION_COLUMNS, type Dimensions, type Row, toDimensions } from './rows.ts';
import type { Segment } from './segments.ts';

export type DimensionTerm = Extract<Term, { field: DimensionField }>;

/** The number of entries in a segment by dimension id, in two parallel arrays. */
interface SegmentCounts {
  /** Entries in the segment when the counts were read. */
  readonly entries: number;
  readonly ids: Int32Array;
  readonly counts: Int32Array;
}

/** The book's dimensions in memory. There are few, so terms on them are evaluated without reading entries. */
export interface DimensionTable {
  /** `undefined` if they were deleted since, with all their entries. */
  get(id: number): Dimensions | undefined;
  /** The dimensions that match all terms. */
  matching(terms: readonly DimensionTerm[]): DimensionSet;
  /** The number of entries in the segment whose dimensions are in the set. */
  countIn(segment: Segment, set: DimensionSet): number;
  /** Calls back with all dimensions of the segment and their number of entries. */
  eachIn(segment: Segment, callback: (dimensions: Dimensions, entries: number) => void): void;
  /** The ids of the segment's dimensions that are in the set, and of those that are not. */
  split(segment: Segment, set: DimensionSet): { readonly inside: number[]; readonly outside: number[] };
  /** Clears the table if the book's epoch has changed: dimension ids may have been reused. */
  refresh(epoch: number): void;
}

export interface DimensionSet {
  readonly ids: readonly number[];
  /** Indexed by dimension id: 1 if it is in the set. */
  readonly mask: Uint8Array;
}

const CACHED_SETS = 64;
const MAX_ID = 2 ** 26;

type IdsByValue = Record<DimensionField, Map<string | number, number[]>>;

function emptyIdsByValue(): IdsByValue {
  return Object.fromEntries(DIMENSION_FIELDS.map((field) => [field, new Map()])) as IdsByValue;
}

export function createDimensionTable(db: DatabaseSync): DimensionTable {
  const selectNew = db.prepare(`SELECT id, ${DIMENSION_COLUMNS} FROM dimensions WHERE id > ? ORDER BY id`);
  const selectOne = db.prepare(`SELECT ${DIMENSION_COLUMNS} FROM dimensions WHERE id = ?`);
  const selectCounts = db.prepare('SELECT dimension, entries FROM dimension_counts WHERE segment = ?');
  const byId = new Map<number, Dimensions>();
  let idsByValue = emptyIdsByValue();
  let lastId = 0;
  let knownEpoch = -1;
  const segmentCounts = new Map<number, SegmentCounts>();
  let cachedSets = createLru<DimensionSet>(CACHED_SETS);

  function readNew(): void {
    const rows = selectNew.all(lastId) as (Row & { id: number })[];
    if (rows.length > 0) cachedSets = createLru(CACHED_SETS);
    for (const row of rows) {
      // A set of dimensions is an array as long as the largest id, which only a damaged or forged book makes this large.
      if (row.id > MAX_ID) throw new Error(`dimensions have the invalid id ${row.id}`);
      const dimensions = toDimensions(row);
      byId.set(row.id, dimensions);
      for (const field of DIMENSION_FIELDS) {
        const ids = idsByValue[field].get(dimensions[field]);
        if (ids) ids.push(row.id);
        else idsByValue[field].set(dimensions[field], [row.id]);
      }
      lastId = row.id;
    }
  }

  function countsOf(segment: Segment): SegmentCounts {
    const known = segmentCounts.get(segment.id);
    if (known?.entries === segment.entries) return known;
    const rows = selectCounts.all(segment.id);
    const read = {
      entries: segment.entries,
      ids: Int32Array.from(rows, (row) => Number(row.dimension)),
      counts: Int32Array.from(rows, (row) => Number(row.entries)),
    };
    segmentCounts.set(segment.id, read);
    return read;
  }

  function get(id: number): Dimensions | undefined {
    const known = byId.get(id);
    if (known) return known;
    const row = selectOne.get(id);
    if (!row) return undefined;
    const dimensions = toDimensions(row);
    byId.set(id, dimensions);
    return dimensions;
  }

  return {
    get,
    eachIn(segment, callback) {
      readNew();
      const { ids, counts } = countsOf(segment);
      for (let i = 0; i < ids.length; i++) {
        const dimensions = get(ids[i] ?? 0);
        if (dimensions) callback(dimensions, counts[i] ?? 0);
      }
    },
    matching(terms) {
      readNew();
      const key = JSON.stringify(terms);
      const cached = cachedSets.get(key);
      if (cached) return cached;
      // A field has few distinct values: test each value once, not each combination.
      const matched = new Uint8Array(lastId + 1);
      for (const term of terms) {
        for (const [value, ids] of idsByValue[term.field]) {
          if (matches({ [term.field]: value } as unknown as Entry, [term], () => null))
            for (const id of ids) matched[id] = (matched[id] ?? 0) + 1;
        }
      }
      const ids: number[] = [];
      const mask = matched.map((count, id) => (count === terms.length && ids.push(id) > 0 ? 1 : 0));
      cachedSets.set(key, { ids, mask });
      return { ids, mask };
    },
    countIn(segment, { mask }) {
      const { ids, counts } = countsOf(segment);
      let total = 0;
      for (let i = 0; i < ids.length; i++) if (mask[ids[i] ?? 0] === 1) total += counts[i] ?? 0;
      return total;
    },
    split(segment, { mask }) {
      const inside: number[] = [];
      const outside: number[] = [];
      for (const id of countsOf(segment).ids) (mask[id] === 1 ? inside : outside).push(id);
      return { inside, outside };
    },
    refresh(epoch) {
      if (epoch === knownEpoch) return;
      knownEpoch = epoch;
      byId.clear();
      idsByValue = emptyIdsByValue();
      lastId = 0;
      segmentCounts.clear();
      cachedSets = createLru(CACHED_SETS);
    },
  };
}
