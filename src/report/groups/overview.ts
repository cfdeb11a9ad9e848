import { wholeTerm } from '../../compare/similar-requests.ts';
import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import { type Cursor, START } from '../../search/cursor.ts';
import { FOREVER } from '../../search/time-bounds.ts';
import type { Groups } from '../../store/groups.ts';
import type { Store } from '../../store/store.ts';
import type { Survey } from '../../store/survey.ts';
import { readBins, type TimeBins } from './group-bins.ts';
import { compareRoutes, type RouteGroups } from './route-groups.ts';

export interface Overview {
  /** Requests and jobs. */
  readonly survey: Survey;
  /** How many of them are jobs; `null` if there was no time to count them. */
  readonly jobs: number | null;
  readonly routes: RouteGroups;
  readonly scanners: Groups;
  readonly errors: readonly ErrorGroup[];
  readonly durations: TimeBins;
}

interface ErrorGroup {
  readonly group: string;
  readonly count: number;
  /** `null` if it was not found in time. */
  readonly first: Micros | null;
  readonly last: Micros | null;
  readonly users: number;
  /** Whether the users of all its errors were counted. */
  readonly isAllUsers: boolean;
}

/** The kinds that are counted. Error stages and sub-requests belong to a counted request. */
export const COUNTED_KINDS = ['main', 'job'] as const;

const SURVEY_MS = 1000;
const ERRORS_MS = 300;
const MAX_ERRORS = 8;
const MAX_SCANNERS = 5;
/** How many errors of a group are read to count their users, the newest first. */
const MAX_READ = 200;
const SCANNERS: Term = { field: 'client', not: false, any: ['scanner'] };
const JOBS: Term = { field: 'kind', not: false, any: ['job'] };

export async function readOverview(
  book: Store,
  terms: readonly Term[],
  signal: AbortSignal,
): Promise<Overview> {
  const counted: readonly Term[] = [...terms, { field: 'kind', not: false, any: COUNTED_KINDS }];
  const survey = await book.survey(counted, { signal, deadline: SURVEY_MS });
  const jobs = await countJobs(book, terms, survey, signal);
  const routes = await compareRoutes(book, terms, signal);
  const scanners = await book.groups([...terms, SCANNERS], 'client', MAX_SCANNERS, {
    signal,
    deadline: SURVEY_MS,
  });
  const durations = await readBins(book, terms, { signal, deadline: SURVEY_MS });
  const errors = await Promise.all(
    survey.facets.error
      .filter(({ value }) => value !== '')
      .slice(0, MAX_ERRORS)
      .map(({ value, count }) =>
        readError(book, counted, { group: value, count, isCounted: survey.searchedTo === null }, signal),
      ),
  );
  return { survey, jobs, routes, scanners, durations, errors };
}

/** Counts the jobs in the time range that the survey covers. */
async function countJobs(book: Store, terms: readonly Term[], survey: Survey, signal: AbortSignal) {
  const counted: Term = { field: 'time', not: false, any: [{ from: survey.searchedTo ?? 0, to: FOREVER }] };
  const options = { signal, deadline: SURVEY_MS };
  const { matches, capped } = await book.count([...terms, JOBS, counted], survey.matches + 1, options);
  return capped ? null : matches;
}

/** Errors of a group, as the survey counted them. */
interface Counted extends Pick<ErrorGroup, 'group' | 'count'> {
  readonly isCounted: boolean;
}

/** Adds when an error was first and last seen, and how many users had it. */
async function readError(
  book: Store,
  terms: readonly Term[],
  { group, count, isCounted }: Counted,
  signal: AbortSignal,
): Promise<ErrorGroup> {
  const own = wholeTerm('error', group);
  if (!own) return { group, count, first: null, last: null, users: 0, isAllUsers: false };
  const ofGroup = [...terms, own];
  const read = (cursor: Cursor | null, limit: number) =>
    book
      .search({ terms: ofGroup, limit, cursor }, { signal, deadline: ERRORS_MS })
      .catch(() => ({ entries: [], older: START }));
  // A search reads one entry more than its limit. One fewer than the count, and it need not look further if these are all.
  const limit = Math.min(MAX_READ, Math.max(1, count - 1));
  const [oldest, newest] = await Promise.all([read(START, 1), read(null, limit)]);
  const [first] = oldest.entries;
  const readCount = newest.entries.length + (first ? 1 : 0);
  const users = new Set([...newest.entries, ...oldest.entries].map(({ user }) => user));
  users.delete('');
  return {
    group,
    count,
    first: first?.time ?? null,
    last: newest.entries[0]?.time ?? null,
    users: users.size,
    isAllUsers: newest.older === null || (isCounted && readCount >= count),
  };
}
