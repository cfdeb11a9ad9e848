import { copyText } from '../../../format/cut-text.ts';
import { createLru } from '../../../lru.ts';
import { CLIENT_CLASSES, type Entry } from '../../../profile/entry.ts';
import { matchesEach } from '../../../search/matches.ts';
import { type KeyedName, keyedName } from '../../groups.ts';
import { type DimensionList, dimensionsOfLine } from '../closed/shared-lists.ts';
import type { Dimensions } from '../columns/rows.ts';
import type { DimensionTerm } from './parse-terms.ts';

/** Combinations in memory. A book that has more was written by an attacker. */
const MAX_COMBINATIONS = 50_000;
const CACHED_SETS = 64;

/** The dimensions of a segment, by their id in it, with what surveys and groups count. */
export interface SegmentDimensions {
  readonly generation: number;
  /** The id of each in the table, -1 if the segment does not have it. */
  readonly ids: Int32Array;
  /** The number of entries with each. */
  readonly counts: Int32Array;
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

interface Combination {
  readonly dimensions: Dimensions;
  /** The place of the name of its route. */
  readonly route: number;
}

/** Whether a combination matches, by its id in the table. */
type CombinationTest = (id: number) => boolean;

/** The combinations of all segments that were searched, each once, so that a term is evaluated once for all of them. */
export class DimensionTable {
  /** Incremented when the table is emptied, which makes all earlier ids invalid. */
  generation = 0;
  #combinations: Combination[] = [];
  readonly #ids = new Map<string, number>();
  #routeNames: KeyedName[] = [];
  readonly #routePlaces = new Map<string, number>();
  #tests = createLru<CombinationTest>(CACHED_SETS);

  get(id: number): Dimensions | undefined {
    return this.#combinations[id]?.dimensions;
  }

  add(listed: DimensionList): SegmentDimensions {
    if (this.#combinations.length + listed.ids.length > MAX_COMBINATIONS) this.#clear();
    const size = listed.ids.reduce((max, id) => Math.max(max, id), 0) + 1;
    if (size > MAX_COMBINATIONS) throw new Error(`dimensions have the invalid id ${size - 1}`);
    const added = {
      generation: this.generation,
      ids: new Int32Array(size).fill(-1),
      counts: new Int32Array(size),
      statusClasses: new Uint8Array(size),
      clients: new Uint8Array(size),
      stages: new Uint8Array(size),
      routes: new Int32Array(size),
      routeNames: this.#routeNames,
    };
    for (const [i, at] of listed.ids.entries()) {
      const id = this.#idOf(listed.lines[i] ?? '');
      const { dimensions, route } = this.#combinations[id] as Combination;
      added.ids[at] = id;
      added.counts[at] = listed.counts[i] ?? 0;
      added.statusClasses[at] = Math.floor(dimensions.status / 100);
      added.clients[at] = CLIENT_CLASSES.indexOf(dimensions.client);
      added.stages[at] = dimensions.kind === 'error' ? 1 : 0;
      added.routes[at] = route;
    }
    return added;
  }

  matching(terms: readonly DimensionTerm[]): CombinationTest {
    return this.#tests.getOrMake(JSON.stringify(terms), () => this.#createTest(terms));
  }

  #createTest(terms: readonly DimensionTerm[]): CombinationTest {
    const tests = terms.map(testOf);
    const combinations = this.#combinations;
    /** A 1 for each combination that matches. Those from `tested` on are tested when they are asked for. */
    const isMatch = new Uint8Array(MAX_COMBINATIONS);
    let tested = 0;
    return (id) => {
      for (; tested < combinations.length; tested++) {
        const { dimensions } = combinations[tested] as Combination;
        if (tests.every((test) => test(dimensions))) isMatch[tested] = 1;
      }
      return isMatch[id] === 1;
    };
  }

  #idOf(line: string): number {
    let id = this.#ids.get(line);
    if (id === undefined) {
      const dimensions = dimensionsOfLine(line);
      id = this.#combinations.push({ dimensions, route: this.#routeOf(dimensions) }) - 1;
      this.#ids.set(copyText(line), id);
    }
    return id;
  }

  #routeOf({ method, route }: Dimensions): number {
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
    this.#combinations = [];
    this.#ids.clear();
    this.#routeNames = [];
    this.#routePlaces.clear();
    this.#tests = createLru(CACHED_SETS);
  }
}

/** Tests a term. A field has few distinct values: each is tested once, not each combination. */
function testOf(term: DimensionTerm): (dimensions: Dimensions) => boolean {
  const known = new Map<string | number, boolean>();
  return (dimensions) => {
    const { error, errorGroup } = dimensions;
    const value = term.field === 'error' ? `${error}\0${errorGroup}` : dimensions[term.field];
    let isMatch = known.get(value);
    if (isMatch === undefined) {
      isMatch = matchesEach(dimensions as unknown as Entry, [term], () => null);
      known.set(value, isMatch);
    }
    return isMatch;
  };
}
