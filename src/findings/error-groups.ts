import { wholeTerm } from '../compare/similar-requests.ts';
import type { Entry } from '../profile/entry.ts';
import { DAY, type Micros } from '../profile/time.ts';
import { createDeadline, type Deadline } from '../report/deadline.ts';
import type { ReleaseStart } from '../report/groups/release-starts.ts';
import { FAILED, kindTerm, type Term } from '../search/criteria.ts';
import { hasStart, timeTerm, withEnd } from '../search/time-bounds.ts';
import { type Group, type Groups, groupedTerms } from '../store/groups.ts';
import type { Store } from '../store/store.ts';
import { errorFinding, errorTerms, firstWithError, groupErrors, seenBefore } from './errors.ts';
import type { ErrorIsBack, NewError } from './finding.ts';
import { type Asked, readPeriod } from './period.ts';

/** An error that is not new and not back goes on, or has not been seen for a day. */
export type ErrorState = 'new' | 'back' | 'ongoing' | 'quiet';

/** An error, as the page Errors and the command line show it. */
export interface ErrorGroup extends Group {
  /** The first request with it in the book; `null` if it was not found in time. */
  readonly begun: Entry | null;
  /** `null` for an error that is neither new nor back, and if the book does not reach back far enough to know. */
  readonly finding: NewError | ErrorIsBack | null;
  readonly state: ErrorState;
  /** The newest request with it; `null` if it was not read in time. */
  readonly latest: Entry | null;
  /** Those of the newest requests with it, at most {@link MAX_READ}; `null` if they were not read in time. */
  readonly users: readonly string[] | null;
  /** Whether these are all. */
  readonly isAllUsers: boolean;
}

export interface ErrorGroups extends Omit<Groups, 'groups'> {
  readonly groups: readonly ErrorGroup[];
  /** The releases that began in the book, the oldest first. */
  readonly releases: readonly ReleaseStart[];
  /** Responses with 5xx that no exception explains. */
  readonly unexplained: number;
}

interface ErrorGroupsOptions {
  /** In milliseconds. What is not read by then is left out. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly now: Micros;
  /** Groups that are listed. */
  readonly limit: number;
}

/** How many requests of a group are read for their users. */
const MAX_READ = 200;
const SEARCH_MS = 300;
/** The part of the time for each count of all matches. */
const COUNTING = 0.5;
export const UNEXPLAINED = 'status:5xx -error:* kind:main,job';
const UNEXPLAINED_TERMS: readonly Term[] = [
  FAILED,
  { field: 'error', not: true, any: [{ match: 'whole', parts: ['', ''] }] },
  kindTerm('main', 'job'),
];
const MAX_COUNTED = 1e9;

/** The errors of a search, and what the book knows of each. A search without a start asks what is new in the last day. */
export async function readErrorGroups(
  book: Store,
  search: { readonly text: string; readonly terms: readonly Term[] },
  { deadline: millis, signal, now, limit }: ErrorGroupsOptions,
): Promise<ErrorGroups> {
  const deadline = createDeadline(millis, signal);
  const counting = () => deadline.options(millis * COUNTING);
  const terms = withEnd(search.terms);
  const found = await groupErrors(book, terms, limit, counting());
  const lastDay = timeTerm({ from: now - DAY });
  const isOpen = !hasStart(terms);
  const asked = { book, text: search.text, terms: isOpen ? withEnd([...terms, lastDay]) : terms, deadline };
  const recent = isOpen ? await groupErrors(book, asked.terms, limit, counting()) : found;
  const counted = new Map(recent.groups.map((group) => [group.value, group]));
  const period = await readPeriod(asked);
  const seen = await seenBefore(asked, period);
  const end = Math.min(now, period.to);
  const groups: ErrorGroup[] = [];
  for (const group of found.groups) {
    const inPeriod = counted.get(group.value) ?? group;
    const begun = deadline.isOver ? null : await firstWithError(asked, period, group);
    const finding = begun && (await errorFinding(asked, period, inPeriod, seen.get(group.value) ?? null));
    const state = end - group.last >= DAY ? 'quiet' : (finding?.kind ?? 'ongoing');
    groups.push({ ...group, begun, finding, state, ...(await readUsers(asked, terms, group, begun)) });
  }
  const unexplained = await book.count(
    [...terms, ...UNEXPLAINED_TERMS],
    MAX_COUNTED,
    deadline.options(SEARCH_MS),
  );
  return { ...found, groups, releases: period.releases, unexplained: unexplained.matches };
}

async function readUsers(
  { book, deadline }: Pick<Asked, 'book' | 'deadline'>,
  terms: readonly Term[],
  { value, requests, first }: Group,
  begun: Entry | null,
): Promise<Pick<ErrorGroup, 'latest' | 'users' | 'isAllUsers'>> {
  const own = wholeTerm('error', value);
  if (!own || deadline.isOver) return { latest: null, users: null, isAllUsers: false };
  // A search reads one entry more than its limit. One fewer than there are, and it need not look for another one.
  const known = begun?.time === first && requests > 1 ? [begun] : [];
  const { entries } = await book.search(
    {
      terms: [...groupedTerms(errorTerms(terms), 'error'), own],
      limit: Math.min(MAX_READ, requests - known.length),
      cursor: null,
    },
    deadline.options(SEARCH_MS),
  );
  const users = new Set([...entries, ...known].map(({ user }) => user));
  users.delete('');
  return {
    latest: entries[0] ?? null,
    users: [...users],
    isAllUsers: entries.length + known.length >= requests,
  };
}

/** How many errors there were in the last day; `null` if they could not be counted in time. */
export async function countErrors(
  book: Store,
  now: Micros,
  { deadline: millis, signal }: Pick<ErrorGroupsOptions, 'deadline' | 'signal'>,
): Promise<number | null> {
  const deadline: Deadline = createDeadline(millis, signal);
  const { groups, others, searchedTo } = await groupErrors(
    book,
    [timeTerm({ from: now - DAY })],
    MAX_READ,
    deadline.options(),
  );
  return searchedTo === null ? groups.length + others.values : null;
}

const STATES: readonly ErrorState[] = ['new', 'back', 'ongoing', 'quiet'];

/** The figures to sort errors by, the highest first. */
const ORDERS = {
  state: ({ state }: ErrorGroup) => -STATES.indexOf(state),
  requests: ({ requests }: ErrorGroup) => requests,
  users: ({ users }: ErrorGroup) => users?.length ?? 0,
  first: (group: ErrorGroup) => firstSeen(group),
  last: ({ last }: ErrorGroup) => last,
} as const;
export type ErrorOrder = keyof typeof ORDERS;
export const ERROR_ORDERS = Object.keys(ORDERS) as readonly ErrorOrder[];

/** The order in the page's address; what is new comes first if it is missing or unknown. */
export function errorOrder(name: string): ErrorOrder {
  return ERROR_ORDERS.find((order) => order === name) ?? 'state';
}

/** Errors with equal figures stay in their order: the most frequent first. */
export function sortErrors(groups: readonly ErrorGroup[], order: ErrorOrder): readonly ErrorGroup[] {
  const figure = ORDERS[order];
  return groups.toSorted((a, b) => figure(b) - figure(a));
}

/** In the book, as far as that is known: the time of the search may begin later. */
export function firstSeen({ begun, first }: ErrorGroup): Micros {
  return begun?.time ?? first;
}
