import { CLIENT_CLASSES, type ClientClass, type Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import type { NumberRange, Term } from '../search/criteria.ts';
import { DurationCounts, type Durations, durationStep } from './durations.ts';
import { shownRange } from './survey.ts';

/** What requests are grouped by. */
export type GroupBy = 'client' | 'route';

/** What the requests of a group have in common. */
export interface GroupName {
  /**
   * By client: the IPv4 address, or the IPv6 network of 64 bits (`2001:db8::/64`). By route: the pattern that the framework matched or,
   * for a request without one, its path with a star in place of each number and id.
   */
  readonly value: string;
  /** Empty by client. */
  readonly method: string;
  /** Whether `value` is the pattern of a route. */
  readonly isRoute: boolean;
}

/** A name that many requests are added to. */
export interface KeyedName extends GroupName {
  /** All of the name as one text. */
  readonly key: string;
}

export function keyedName(value: string, method: string, isRoute: boolean): KeyedName {
  return { value, method, isRoute, key: `${isRoute ? 'r' : ''} ${method} ${value}` };
}

/** The figures of some requests. */
export interface GroupFigures {
  readonly requests: number;
  /** Responses with 4xx. */
  readonly clientErrors: number;
  /** Responses with 5xx. */
  readonly serverErrors: number;
  /** Arrival of the first and the last request; 0 if there are none. */
  readonly first: Micros;
  readonly last: Micros;
  /** The sum of all durations, in µs. */
  readonly duration: number;
  /** `percentileOf` reads percentiles from it. */
  readonly durations: Durations;
  readonly queries: number;
  /** In µs. */
  readonly queryTime: number;
  /** Requests over time, in {@link GROUP_BINS} bins. */
  readonly bins: readonly number[];
  /** Requests by the class of their client. */
  readonly clients: Readonly<Record<ClientClass, number>>;
  /** Responses with 2xx to scanners. */
  readonly servedToScanners: number;
}

export interface Group extends GroupName, GroupFigures {}

/** Main requests by what they have in common. */
export interface Groups {
  /** Start of the first bin. */
  readonly from: Micros;
  /** Width of a bin, in µs. */
  readonly step: number;
  /** The groups with the most requests first; those with as many in code unit order of value, then of method, then routes first. */
  readonly groups: readonly Group[];
  /** All requests that are not in `groups`. `values` is the number of their groups: exact up to {@link MAX_GROUPS} groups, estimated beyond that. */
  readonly others: GroupFigures & { readonly values: number };
  /** Set if the search stopped early: it counts the requests from this time on. `null` if it counts all. */
  readonly searchedTo: Micros | null;
}

/** The fields of an entry that are counted. */
export type CountedRequest = Pick<Entry, 'time' | 'status' | 'client' | 'duration' | 'queries' | 'queryTime'>;

/** Bins of each group. */
export const GROUP_BINS = 30;
/** Groups that are counted separately. If there are more, the smallest ones are counted together in `others`. */
export const MAX_GROUPS = 10_000;

/** The terms of the requests that are grouped: main requests only. */
export function groupedTerms(terms: readonly Term[]): readonly Term[] {
  return [...terms, { field: 'kind', not: false, any: ['main'] }];
}

/** Start and width of the bins for the time from `counted.from` to `counted.to`, or for the time that the terms ask for. */
export function groupBins(counted: NumberRange, terms: readonly Term[]): { from: number; step: number } {
  const { from, to } = shownRange(counted, terms);
  return { from, step: Math.ceil((to - from + 1) / GROUP_BINS) };
}

/** The groups of a book without requests. */
export function noGroups(): Groups {
  return new GroupTally({ from: 0, step: 1 }).groups(0, null);
}

/** Adds up groups, request by request or from figures that were added up before. */
export class GroupTally {
  readonly from: number;
  readonly step: number;
  readonly #groups = new Map<string, NamedCounts>();
  readonly #others = new Counts();
  #otherValues = 0;

  constructor({ from, step }: { readonly from: number; readonly step: number }) {
    this.from = from;
    this.step = step;
  }

  addRequest(name: KeyedName, request: CountedRequest): void {
    this.#countsOf(name).addRequest(request, Math.floor((request.time - this.from) / this.step));
  }

  add(name: KeyedName, figures: GroupFigures): void {
    this.#countsOf(name).add(figures);
  }

  /** Adds a tally with the same bins. */
  addTally(tally: GroupTally): void {
    for (const { name, counts } of tally.#groups.values()) this.#countsOf(name).addCounts(counts);
    this.#addOthers(tally.#others, tally.#otherValues);
  }

  addOthers(figures: GroupFigures, values: number): void {
    this.#others.add(figures);
    this.#otherValues += values;
  }

  #addOthers(counts: Counts, values: number): void {
    this.#others.addCounts(counts);
    this.#otherValues += values;
  }

  groups(limit: number, searchedTo: Micros | null): Groups {
    this.#keepLargest(Math.min(limit, MAX_GROUPS));
    return {
      from: this.from as Micros,
      step: this.step,
      groups: [...this.#groups.values()].map(({ name: { value, method, isRoute }, counts }) => ({
        value,
        method,
        isRoute,
        ...counts.figures(),
      })),
      others: { ...this.#others.figures(), values: this.#otherValues },
      searchedTo,
    };
  }

  #countsOf(name: KeyedName): Counts {
    const known = this.#groups.get(name.key);
    if (known) return known.counts;
    // A client that starts late may be larger than those before it: the smallest ones go, not the last ones.
    if (this.#groups.size >= 2 * MAX_GROUPS) this.#keepLargest(MAX_GROUPS);
    const counts = new Counts();
    this.#groups.set(name.key, { name, counts });
    return counts;
  }

  /** Sorts the groups, and adds those after the first `count` to the others. */
  #keepLargest(count: number): void {
    const sorted = [...this.#groups].sort(([, a], [, b]) => compareCounts(a, b));
    this.#groups.clear();
    for (const [key, group] of sorted.slice(0, count)) this.#groups.set(key, group);
    for (const [, { counts }] of sorted.slice(count)) this.#addOthers(counts, 1);
  }
}

interface NamedCounts {
  readonly name: KeyedName;
  readonly counts: Counts;
}

function compareCounts(a: NamedCounts, b: NamedCounts): number {
  return (
    b.counts.requests - a.counts.requests ||
    compareTexts(a.name.value, b.name.value) ||
    compareTexts(a.name.method, b.name.method) ||
    Number(b.name.isRoute) - Number(a.name.isRoute)
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The figures of one group while they are added up. */
class Counts {
  requests = 0;
  #clientErrors = 0;
  #serverErrors = 0;
  #first = 0;
  #last = 0;
  #duration = 0;
  readonly #durations = new DurationCounts();
  #queries = 0;
  #queryTime = 0;
  readonly #bins = Array<number>(GROUP_BINS).fill(0);
  readonly #clients = CLIENT_CLASSES.map(() => 0);
  #servedToScanners = 0;

  addRequest({ time, status, client, duration, queries, queryTime }: CountedRequest, bin: number): void {
    const statusClass = Math.floor(status / 100);
    if (this.requests === 0 || time < this.#first) this.#first = time;
    if (time > this.#last) this.#last = time;
    this.requests++;
    if (statusClass === 4) this.#clientErrors++;
    if (statusClass === 5) this.#serverErrors++;
    if (statusClass === 2 && client === 'scanner') this.#servedToScanners++;
    this.#duration += duration;
    this.#durations.add(durationStep(duration), 1);
    this.#queries += queries;
    this.#queryTime += queryTime;
    this.#addToBin(bin, 1);
    const at = CLIENT_CLASSES.indexOf(client);
    this.#clients[at] = (this.#clients[at] ?? 0) + 1;
  }

  add(figures: GroupFigures): void {
    this.#addSums(figures);
    this.#durations.addAll(figures.durations);
    for (const [at, client] of CLIENT_CLASSES.entries())
      this.#clients[at] = (this.#clients[at] ?? 0) + figures.clients[client];
  }

  addCounts(counts: Counts): void {
    this.#addSums({
      requests: counts.requests,
      clientErrors: counts.#clientErrors,
      serverErrors: counts.#serverErrors,
      servedToScanners: counts.#servedToScanners,
      first: counts.#first as Micros,
      last: counts.#last as Micros,
      duration: counts.#duration,
      queries: counts.#queries,
      queryTime: counts.#queryTime,
      bins: counts.#bins,
    });
    this.#durations.addCounts(counts.#durations);
    for (let at = 0; at < counts.#clients.length; at++)
      this.#clients[at] = (this.#clients[at] ?? 0) + (counts.#clients[at] ?? 0);
  }

  #addSums(figures: Omit<GroupFigures, 'durations' | 'clients'>): void {
    if (figures.requests === 0) return;
    this.#first = this.requests === 0 ? figures.first : Math.min(this.#first, figures.first);
    this.#last = Math.max(this.#last, figures.last);
    this.requests += figures.requests;
    this.#clientErrors += figures.clientErrors;
    this.#serverErrors += figures.serverErrors;
    this.#servedToScanners += figures.servedToScanners;
    this.#duration += figures.duration;
    this.#queries += figures.queries;
    this.#queryTime += figures.queryTime;
    for (let bin = 0; bin < figures.bins.length; bin++) this.#addToBin(bin, figures.bins[bin] ?? 0);
  }

  figures(): GroupFigures {
    return {
      requests: this.requests,
      clientErrors: this.#clientErrors,
      serverErrors: this.#serverErrors,
      first: this.#first as Micros,
      last: this.#last as Micros,
      duration: this.#duration,
      durations: this.#durations.durations(),
      queries: this.#queries,
      queryTime: this.#queryTime,
      bins: this.#bins,
      clients: Object.fromEntries(
        CLIENT_CLASSES.map((client, at) => [client, this.#clients[at] ?? 0]),
      ) as GroupFigures['clients'],
      servedToScanners: this.#servedToScanners,
    };
  }

  #addToBin(bin: number, count: number): void {
    if (bin >= 0 && bin < GROUP_BINS) this.#bins[bin] = (this.#bins[bin] ?? 0) + count;
  }
}
