import { copyText } from '../../format/cut-text.ts';
import { createLru } from '../../lru.ts';
import type { Entry } from '../../profile/entry.ts';
import { matches } from '../../search/matches.ts';
import { type DimensionList, dimensionsOfLine } from './dimension-list.ts';
import type { DimensionTerm } from './parse-terms.ts';
import type { Dimensions } from './rows.ts';

/** Combinations in memory. A book that has more was written by an attacker. */
const MAX_COMBINATIONS = 100_000;
const CACHED_SETS = 64;

/** The dimensions of a segment: of each, its id in the table and its number of entries, by its id in the segment. */
export interface SegmentDimensions {
  readonly generation: number;
  readonly ids: Int32Array;
  readonly counts: Int32Array;
  /** The ids in the table, one bit each. */
  readonly bits: Uint32Array;
}

/** Combinations that match terms. */
export interface DimensionSet {
  has(id: number): boolean;
  /** Whether the segment has any of them. */
  isIn(dimensions: SegmentDimensions): boolean;
}

/** The combinations of all segments that were searched, each once, so that a term is evaluated once for all of them. */
export class DimensionTable {
  /** Incremented when the table was emptied: ids from before are void. */
  generation = 0;
  #byId: Dimensions[] = [];
  readonly #ids = new Map<string, number>();
  #sets = createLru<DimensionSet>(CACHED_SETS);

  get(id: number): Dimensions | undefined {
    return this.#byId[id];
  }

  /** Adds the dimensions of a segment, by their ids in it. */
  add(listed: DimensionList): SegmentDimensions {
    if (this.#byId.length + listed.ids.length > MAX_COMBINATIONS) this.#clear();
    const size = listed.ids.reduce((max, id) => Math.max(max, id), 0) + 1;
    if (size > MAX_COMBINATIONS) throw new Error(`dimensions have the invalid id ${size - 1}`);
    const ids = new Int32Array(size).fill(-1);
    const counts = new Int32Array(size);
    for (let i = 0; i < listed.ids.length; i++) {
      const id = listed.ids[i] as number;
      ids[id] = this.#idOf(listed.lines[i] ?? '');
      counts[id] = listed.counts[i] ?? 0;
    }
    return { generation: this.generation, ids, counts, bits: bitsOf(ids, this.#byId.length) };
  }

  matching(terms: readonly DimensionTerm[]): DimensionSet {
    const key = JSON.stringify(terms);
    const known = this.#sets.get(key);
    if (known) return known;
    const set = this.#createSet(terms);
    this.#sets.set(key, set);
    return set;
  }

  #createSet(terms: readonly DimensionTerm[]): DimensionSet {
    // A field has few distinct values: each is tested once, not each combination.
    const tests = terms.map((term) => {
      const known = new Map<string | number, boolean>();
      return (dimensions: Dimensions) => {
        const value =
          term.field === 'error' ? `${dimensions.error}\0${dimensions.errorGroup}` : dimensions[term.field];
        let isMatch = known.get(value);
        if (isMatch === undefined) {
          isMatch = matches(dimensions as unknown as Entry, [term], () => null);
          known.set(value, isMatch);
        }
        return isMatch;
      };
    });
    /** One bit for each combination that was tested, in order. */
    let bits = new Uint32Array(0);
    let tested = 0;
    const testNew = () => {
      const count = this.#byId.length;
      if (tested === count) return;
      const grown = new Uint32Array((count >>> 5) + 1);
      grown.set(bits);
      for (; tested < count; tested++) {
        const dimensions = this.#byId[tested] as Dimensions;
        if (tests.every((test) => test(dimensions)))
          grown[tested >>> 5] = (grown[tested >>> 5] ?? 0) | (1 << (tested & 31));
      }
      bits = grown;
    };
    return {
      has(id) {
        testNew();
        return ((bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
      },
      isIn(dimensions) {
        testNew();
        const words = Math.min(bits.length, dimensions.bits.length);
        for (let i = 0; i < words; i++) if ((bits[i] ?? 0) & (dimensions.bits[i] ?? 0)) return true;
        return false;
      },
    };
  }

  #idOf(line: string): number {
    let id = this.#ids.get(line);
    if (id === undefined) {
      id = this.#byId.push(dimensionsOfLine(line)) - 1;
      this.#ids.set(copyText(line), id);
    }
    return id;
  }

  #clear(): void {
    this.generation++;
    this.#byId = [];
    this.#ids.clear();
    this.#sets = createLru(CACHED_SETS);
  }
}

function bitsOf(ids: Int32Array, size: number): Uint32Array {
  const bits = new Uint32Array((size >>> 5) + 1);
  for (const id of ids) if (id !== -1) bits[id >>> 5] = (bits[id >>> 5] ?? 0) | (1 << (id & 31));
  return bits;
}

/** The number of entries in a segment whose dimensions are in the set. */
export function countIn({ ids, counts }: SegmentDimensions, set: DimensionSet): number {
  let total = 0;
  for (let id = 0; id < ids.length; id++) if (isIn(ids[id], set)) total += counts[id] ?? 0;
  return total;
}

function isIn(id: number | undefined, set: DimensionSet): boolean {
  return id !== undefined && id !== -1 && set.has(id);
}
