import type { ClientClass, Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { kindTerm, type NumberRange, type Term } from '../search/criteria.ts';
import type { Durations } from './durations.ts';
import { shownRange } from './survey.ts';

/** What requests are grouped by. */
export type GroupBy = 'client' | 'user' | 'route' | 'error' | 'time';

/** What the requests of a group have in common. */
export interface GroupName {
  /**
   * By client: the IPv4 address, or the IPv6 network of 64 bits (`2001:db8::/64`). By user: the id that the app set, empty without one.
   * By route: the pattern that the framework matched or, for a request without one, its path with a star in place of each number and id.
   * By error: the group of the error, or its class if it has no group. By time: the start of a bin, in µs.
   */
  readonly value: string;
  /** Only by route. */
  readonly method: string;
  /** Whether `value` is the pattern of a route. */
  readonly isRoute: boolean;
}

/** A name that many requests are added to. */
export interface KeyedName extends GroupName {
  /** All of the name as one text. */
  readonly key: string;
}

export function keyedName(value: string, method = '', isRoute = false): KeyedName {
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
  /** `percentileOf` reads percentiles from it. Requests of monitors are not in it, unless the search asks for them, or by client. */
  readonly durations: Durations;
  readonly queries: number;
  /** In µs. */
  readonly queryTime: number;
  /** Requests over time, in {@link GROUP_BINS} bins. The last of them may be after the asked time. */
  readonly bins: readonly number[];
  /** Requests by the class of their client. */
  readonly clients: Readonly<Record<ClientClass, number>>;
  /** Responses with 2xx to scanners. */
  readonly servedToScanners: number;
}

export interface Group extends GroupName, GroupFigures {}

/** Requests by what they have in common. */
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

/** What an error has that anything else does not: a text that is not empty. */
const HAS_ERROR: Term = { field: 'error', not: false, any: [{ match: 'whole', parts: ['', ''] }] };

/** The terms of what is grouped: main requests only. By error, those that failed with one, and jobs too. */
export function groupedTerms(terms: readonly Term[], by?: GroupBy): readonly Term[] {
  if (by === 'error') return [...terms, kindTerm('main', 'job'), HAS_ERROR];
  return [...terms, kindTerm('main')];
}

/** How groups are counted. */
export interface GroupCounting {
  /** Start of the first bin. */
  readonly from: number;
  /** Width of a bin, in µs. */
  readonly step: number;
  /**
   * Whether percentiles include the requests of monitors.
   * @default true
   */
  readonly timesMonitors?: boolean;
}

/**
 * Health checks are many and fast, so they would hide how long people wait. Percentiles leave them out, unless a search asks for them,
 * or each client is a group of its own.
 */
function timesMonitors(terms: readonly Term[], by: GroupBy): boolean {
  const asksForThem = terms.some(
    ({ field, not, any }) => field === 'client' && !not && any.includes('monitor'),
  );
  return by === 'client' || asksForThem;
}

/** Widths in µs that bins are a multiple of, so that they start at round times: 10, 100 ms, 1, 10 s, 1, 10 minutes, an hour. */
const BIN_UNITS = [1e4, 1e5, 1e6, 1e7, 6e7, 6e8, 3.6e9];

/** Units per bin, at least. Groups by time are named by their start, so they have longer units. */
const UNITS_PER_BIN = { client: 10, user: 10, route: 10, error: 10, time: 1 };

/**
 * How to count groups: in bins over the time from `counted.from` to `counted.to`, or the time that the terms ask for. Their start and
 * width are multiples of a unit, so some of the last bins may be after that time.
 */
export function groupCounting(counted: NumberRange, terms: readonly Term[], by: GroupBy): GroupCounting {
  const shown = shownRange(counted, terms);
  const shortest = UNITS_PER_BIN[by] * GROUP_BINS;
  const unit = BIN_UNITS.findLast((candidate) => candidate * shortest <= shown.to + 1 - shown.from) ?? 1;
  const from = Math.floor(shown.from / unit) * unit;
  const step = Math.ceil((shown.to + 1 - from) / GROUP_BINS / unit) * unit;
  return { from, step, timesMonitors: timesMonitors(terms, by) };
}
