import type { DatabaseSync } from 'node:sqlite';
import type { Entry } from '../../profile/entry.ts';
import type { Term } from '../../search/criteria.ts';
import { matches } from '../../search/matches.ts';
import { DIMENSION_FIELDS, type DimensionField } from './compile-terms.ts';
import { DIMENSION_COLUMNS, type Dimensions, type Row, toDimensions } from './rows.ts';
import type { Segment } from './segments.ts';

export type DimensionTerm = Extract<Term, { field: DimensionField }>;

/** How many entries of a span have which shape. */
interface SpanCounts {
  readonly entries: number;
  readonly shapes: Int32Array;
  readonly counts: Int32Array;
}

/** The book's shapes as a reader knows them: few, so a question about them is answered without reading entries. */
export interface DimensionTable {
  get(id: number): Dimensions;
  /** The shapes all these terms hold for. */
  matching(terms: readonly DimensionTerm[]): DimensionSet;
  /** How many entries of the span have one of these shapes. */
  countIn(span: Segment, set: DimensionSet): number;
  /** Every shape of the span, and how many of its entries have it. */
  eachIn(span: Segment, tell: (shape: Dimensions, entries: number) => void): void;
  /** The span's shapes that are in the set, and those that are not. */
  within(span: Segment, set: DimensionSet): { readonly inside: number[]; readonly outside: number[] };
  /** Forgets all when the book's epoch is new. */
  refresh(epoch: number): void;
}

export interface DimensionSet {
  readonly ids: readonly number[];
  /** By shape id, 1 for those in the set. */
  readonly mask: Uint8Array;
}

const REMEMBERED = 64;

type ByValue = Record<DimensionField, Map<string | number, number[]>>;

function noValues(): ByValue {
  return Object.fromEntries(DIMENSION_FIELDS.map((field) => [field, new Map()])) as ByValue;
}

export function createDimensionTable(db: DatabaseSync): DimensionTable {
  const added = db.prepare(`SELECT id, ${DIMENSION_COLUMNS} FROM shapes WHERE id > ? ORDER BY id`);
  const one = db.prepare(`SELECT ${DIMENSION_COLUMNS} FROM shapes WHERE id = ?`);
  const ofSpan = db.prepare('SELECT shape, entries FROM shape_counts WHERE span = ?');
  const shapes = new Map<number, Dimensions>();
  let byValue = noValues();
  let lastId = 0;
  let knownEpoch = -1;
  const counts = new Map<number, SpanCounts>();
  const remembered = new Map<string, DimensionSet>();

  function readAdded(): void {
    for (const row of added.all(lastId) as (Row & { id: number })[]) {
      const shape = toDimensions(row);
      shapes.set(row.id, shape);
      for (const field of DIMENSION_FIELDS) {
        const ids = byValue[field].get(shape[field]);
        if (ids) ids.push(row.id);
        else byValue[field].set(shape[field], [row.id]);
      }
      lastId = row.id;
      remembered.clear();
    }
  }

  function countsOf(span: Segment): SpanCounts {
    const known = counts.get(span.id);
    if (known?.entries === span.entries) return known;
    const rows = ofSpan.all(span.id);
    const read = {
      entries: span.entries,
      shapes: Int32Array.from(rows, (row) => Number(row.shape)),
      counts: Int32Array.from(rows, (row) => Number(row.entries)),
    };
    counts.set(span.id, read);
    return read;
  }

  function get(id: number): Dimensions {
    const known = shapes.get(id);
    if (known) return known;
    const row = one.get(id);
    if (!row) throw new Error(`the book has no shape ${id}`);
    const shape = toDimensions(row);
    shapes.set(id, shape);
    return shape;
  }

  return {
    get,
    eachIn(span, tell) {
      readAdded();
      const { shapes: ids, counts: entries } = countsOf(span);
      for (let i = 0; i < ids.length; i++) tell(get(ids[i] ?? 0), entries[i] ?? 0);
    },
    matching(terms) {
      readAdded();
      const key = JSON.stringify(terms);
      const known = remembered.get(key);
      if (known) return known;
      // Each term is asked of a field's few values, not of every shape.
      const held = new Uint8Array(lastId + 1);
      for (const term of terms) {
        for (const [value, ids] of byValue[term.field]) {
          if (matches({ [term.field]: value } as unknown as Entry, [term], () => null))
            for (const id of ids) held[id] = (held[id] ?? 0) + 1;
        }
      }
      const ids: number[] = [];
      const mask = held.map((count, id) => (count === terms.length && ids.push(id) > 0 ? 1 : 0));
      const [oldest] = remembered.keys();
      if (remembered.size >= REMEMBERED && oldest !== undefined) remembered.delete(oldest);
      remembered.set(key, { ids, mask });
      return { ids, mask };
    },
    countIn(span, { mask }) {
      const { shapes: ids, counts: entries } = countsOf(span);
      let total = 0;
      for (let i = 0; i < ids.length; i++) if (mask[ids[i] ?? 0] === 1) total += entries[i] ?? 0;
      return total;
    },
    within(span, { mask }) {
      const inside: number[] = [];
      const outside: number[] = [];
      for (const id of countsOf(span).shapes) (mask[id] === 1 ? inside : outside).push(id);
      return { inside, outside };
    },
    refresh(epoch) {
      if (epoch !== knownEpoch) {
        shapes.clear();
        byValue = noValues();
        lastId = 0;
        counts.clear();
        remembered.clear();
        knownEpoch = epoch;
      }
    },
  };
}
