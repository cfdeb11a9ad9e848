import { copyText } from '../../../format/cut-text.ts';
import { createLru } from '../../../lru.ts';
import { CLIENT_CLASSES, type Entry } from '../../../profile/entry.ts';
import { matches } from '../../../search/matches.ts';
import { type KeyedName, keyedName } from '../../groups.ts';
import { type DimensionList, dimensionsOfLine } from '../closed/shared-lists.ts';
import type { Dimensions } from '../columns/rows.ts';
import type { DimensionTerm } from './parse-terms.ts';

/** Combinations in memory. A book that has more was written by an attacker. */
const MAX_COMBINATIONS = 50_000;
const CACHED_SETS = 64;

/** The dimensions of a segment: of each, its id in the table and its number of entries, by its id in the segment. */
export interface SegmentDimensions {
  readonly generation: number;
  readonly ids: Int32Array;
  readonly counts: Int32Array;
  readonly figures: DimensionFigures;
}

/** What is counted of dimensions, by id in the segment. */
export interface DimensionFigures {
  /** The first digit of the status. */
  readonly statusClasses: Uint8Array;
  /** The place of the client's class in `CLIENT_CLASSES`. */
  readonly clients: Uint8Array;
  /** A 1 for error stages. */
  readonly stages: Uint8Array;
  /** The place of the route's name in `routeNames`. */
  readonly routes: Int32Array;
  /** The names of the routes of all segments. Those without a route have an empty name, one for each method. */
  readonly routeNames: readonly KeyedName[];
}

/** Combinations that match terms. */
interface DimensionSet {
  has(id: number): boolean;
}

/** The combinations of all segments that were searched, each once, so that a term is evaluated once for all of them. */
export class DimensionTable {
  /** Incremented when the table was emptied: ids from before are void. */
  generation = 0;
  #byId: Dimensions[] = [];
  /** The place of the name of the route of each, by id. */
  #routeOf: number[] = [];
  #routeNames: KeyedName[] = [];
  readonly #routePlaces = new Map<string, number>();
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
    return { generation: this.generation, ids, counts, figures: this.#figuresOf(ids) };
  }

  #figuresOf(ids: Int32Array): DimensionFigures {
    const statusClasses = new Uint8Array(ids.length);
    const clients = new Uint8Array(ids.length);
    const stages = new Uint8Array(ids.length);
    const routes = new Int32Array(ids.length);
    for (let i = 0; i < ids.length; i++) {
      const dimensions = this.#byId[ids[i] as number];
      if (!dimensions) continue;
      statusClasses[i] = Math.floor(dimensions.status / 100);
      clients[i] = CLIENT_CLASSES.indexOf(dimensions.client);
      stages[i] = dimensions.kind === 'error' ? 1 : 0;
      routes[i] = this.#routeOf[ids[i] as number] ?? 0;
    }
    return { statusClasses, clients, stages, routes, routeNames: this.#routeNames };
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
    const byId = this.#byId;
    /** A 1 for each combination that matches. Those from `tested` on are tested when they are asked for. */
    const isMatch = new Uint8Array(MAX_COMBINATIONS);
    let tested = 0;
    return {
      has(id) {
        for (; tested < byId.length; tested++)
          if (tests.every((test) => test(byId[tested] as Dimensions))) isMatch[tested] = 1;
        return isMatch[id] === 1;
      },
    };
  }

  #idOf(line: string): number {
    let id = this.#ids.get(line);
    if (id === undefined) {
      const dimensions = dimensionsOfLine(line);
      id = this.#byId.push(dimensions) - 1;
      this.#routeOf.push(this.#addRoute(dimensions));
      this.#ids.set(copyText(line), id);
    }
    return id;
  }

  #addRoute({ method, route }: Dimensions): number {
    const name = keyedName(route, method, route !== '');
    let place = this.#routePlaces.get(name.key);
    if (place === undefined) {
      place = this.#routeNames.push(name) - 1;
      this.#routePlaces.set(name.key, place);
    }
    return place;
  }

  #clear(): void {
    this.generation++;
    this.#byId = [];
    this.#routeOf = [];
    this.#routeNames = [];
    this.#routePlaces.clear();
    this.#ids.clear();
    this.#sets = createLru(CACHED_SETS);
  }
}

/** The number of entries in a segment whose dimensions are in the set. */
export function countIn({ ids, counts }: SegmentDimensions, set: DimensionSet): number {
  let total = 0;
  for (let i = 0; i < ids.length; i++) if (set.has(ids[i] as number)) total += counts[i] ?? 0;
  return total;
}
