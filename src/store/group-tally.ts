import type { Micros } from '../profile/time.ts';
import { GroupCounts } from './group-counts.ts';
import { timeName } from './group-name.ts';
import {
  type CountedRequest,
  type GroupCounting,
  type GroupFigures,
  type Groups,
  type KeyedName,
  MAX_GROUPS,
} from './groups.ts';

const HASHES = 2 ** 18;

export type GroupKey = string | number;

/** The groups of a book without requests. */
export function noGroups(): Groups {
  return new GroupTally({ from: 0, step: 1 }).groups(0, null);
}

/** Adds up groups, request by request or from figures that were added up before. */
export class GroupTally {
  readonly from: number;
  readonly step: number;
  readonly timesMonitors: boolean;
  readonly #groups = new Map<GroupKey, NamedCounts>();
  readonly #others = new GroupCounts();
  readonly #binNames = new Map<number, KeyedName>();
  #otherValues = 0;
  readonly #kept: number;
  /** Groups that are counted before the smallest are folded. */
  #most = 2 * MAX_GROUPS;
  /** The size of the smallest group that stayed when groups were folded. */
  #smallest = 0;
  /** A 1 for each hash of a group, modulo {@link HASHES}. */
  readonly #hashes = new Uint8Array(HASHES);

  /** @param kept groups that stay when there are more than {@link MAX_GROUPS}: fewer take less time */
  constructor({ from, step, timesMonitors = true }: GroupCounting, kept = MAX_GROUPS) {
    this.from = from;
    this.step = step;
    this.timesMonitors = timesMonitors;
    this.#kept = kept;
  }

  addRequest(name: KeyedName, request: CountedRequest): void {
    const isTimed = this.timesMonitors || request.client !== 'monitor';
    this.countsOf(name).addRequest(request, this.binOf(request.time), isTimed);
  }

  binOf(time: number): number {
    return Math.floor((time - this.from) / this.step);
  }

  /** The name of the bin that has this time, to group by time. */
  nameOfTime(time: number): KeyedName {
    const bin = this.binOf(time);
    let name = this.#binNames.get(bin);
    if (name === undefined) {
      name = timeName(this.from + bin * this.step);
      this.#binNames.set(bin, name);
    }
    return name;
  }

  addOthers(figures: GroupFigures, values: number): void {
    this.othersOf(values).add(figures);
  }

  /** The counts of the others, to add more groups to them. */
  othersOf(values: number): GroupCounts {
    this.#otherValues += values;
    return this.#others;
  }

  groups(limit: number, searchedTo: Micros | null): Groups {
    this.#keepLargest(Math.min(limit, MAX_GROUPS));
    return {
      from: this.from as Micros,
      step: this.step,
      groups: [...this.#groups.values()].map((group) => {
        const { value, method, isRoute } = nameOf(group);
        return { value, method, isRoute, ...group.counts.figures() };
      }),
      others: { ...this.#others.figures(), values: this.#otherValues },
      searchedTo,
    };
  }

  /** The counts of a group, to add to them until the next call. */
  countsOf(name: KeyedName): GroupCounts {
    if (!this.has(name.key)) this.makeRoom(1);
    return this.countsFor(name.key, () => name);
  }

  /**
   * The counts of a group by any key. The name is only made for groups that are returned. Does not fold groups, so the counts stay
   * valid until {@link makeRoom}.
   */
  countsFor(key: GroupKey, makeName: () => KeyedName, hash: number | null = null): GroupCounts {
    const known = this.#groups.get(key);
    if (known) return known.counts;
    const counts = new GroupCounts();
    this.#groups.set(key, { makeName, name: null, counts, hash });
    if (hash !== null) this.#hashes[hash % HASHES] = 1;
    return counts;
  }

  has(key: GroupKey): boolean {
    return this.#groups.has(key);
  }

  /** Whether there may be a group with this hash. A text would have to be made first, and then looked up. */
  mayHave(hash: number): boolean {
    return this.#hashes[hash % HASHES] === 1;
  }

  /** Folds the smallest groups if there is no room for this many more. */
  makeRoom(groups: number): void {
    if (this.#groups.size + groups > this.#most) this.#foldSmallest();
  }

  /** Whether a new group with this many requests is so small that it is counted among the others at once. */
  isNegligible(requests: number): boolean {
    return requests <= this.#smallest;
  }

  /** Adds all but the largest groups to the others. A client that starts late may be larger than those before it. */
  #foldSmallest(): void {
    const sizes = Float64Array.from(this.#groups.values(), ({ counts }) => counts.requests).sort();
    const smallest = sizes[sizes.length - this.#kept] ?? 0;
    this.#smallest = smallest;
    // The largest groups are not exact any more, so a smaller number is kept, which takes less time.
    this.#most = 2 * this.#kept;
    let equal = this.#kept - sizes.filter((size) => size > smallest).length;
    for (const [key, { counts }] of this.#groups) {
      if (counts.requests > smallest || (counts.requests === smallest && equal-- > 0)) continue;
      this.#groups.delete(key);
      this.othersOf(1).addCounts(counts);
    }
    this.#hashes.fill(0);
    for (const { hash } of this.#groups.values()) if (hash !== null) this.#hashes[hash % HASHES] = 1;
  }

  /** Sorts the groups, and adds those after the first `count` to the others. */
  #keepLargest(count: number): void {
    const sizes = Float64Array.from(this.#groups.values(), ({ counts }) => counts.requests).sort();
    const smallest = count === 0 ? Number.POSITIVE_INFINITY : (sizes.at(-count) ?? 0);
    const candidates = [...this.#groups].filter(([, { counts }]) => counts.requests >= smallest);
    const sorted = candidates.sort(([, a], [, b]) => compareCounts(a, b)).slice(0, count);
    for (const [key] of sorted) this.#groups.delete(key);
    for (const { counts } of this.#groups.values()) this.othersOf(1).addCounts(counts);
    this.#groups.clear();
    for (const [key, group] of sorted) this.#groups.set(key, group);
  }
}

interface NamedCounts {
  readonly makeName: () => KeyedName;
  /** `null` until it is needed. */
  name: KeyedName | null;
  readonly counts: GroupCounts;
  /** The hash of the key, for keys that take long to look up. */
  readonly hash: number | null;
}

function compareCounts(a: NamedCounts, b: NamedCounts): number {
  return b.counts.requests - a.counts.requests || compareNames(nameOf(a), nameOf(b));
}

function nameOf(group: NamedCounts): KeyedName {
  group.name ??= group.makeName();
  return group.name;
}

function compareNames(a: KeyedName, b: KeyedName): number {
  return (
    compareTexts(a.value, b.value) ||
    compareTexts(a.method, b.method) ||
    Number(b.isRoute) - Number(a.isRoute)
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
