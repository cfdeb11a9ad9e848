import type { Micros } from '../profile/time.ts';
import { SEQ_END, type Seq } from '../profile/token.ts';
import type { Term } from '../search/criteria.ts';
import type { Cursor } from '../search/cursor.ts';
import { escapePattern } from '../search/edit-query.ts';
import { parsePattern } from '../search/pattern.ts';
import { type Groups, groupedTerms } from '../store/groups.ts';
import type { Store } from '../store/store.ts';
import type { Survey } from '../store/survey.ts';
import { readBins, type TimeBins } from './group-bins.ts';
import { type RouteGroups, readRoutes } from './route-groups.ts';

/** The requests of a search at a glance. */
export interface Overview {
  readonly survey: Survey;
  readonly routes: RouteGroups;
  readonly scanners: Groups;
  readonly errors: readonly ErrorGroup[];
  /** The durations over time. */
  readonly durations: TimeBins;
}

/** Errors of the same cause. */
interface ErrorGroup {
  readonly group: string;
  readonly count: number;
  /** `null` if there was no time to find it. */
  readonly first: Micros | null;
  readonly last: Micros | null;
}

/** Milliseconds. */
const SURVEY_MS = 1000;
const ERRORS_MS = 300;
const MAX_ERRORS = 8;
const MAX_SCANNERS = 5;
/** Before all entries. */
const START: Cursor = { toward: 'newer', time: 0 as Micros, seq: (SEQ_END - 1) as Seq };
const SCANNERS: Term = { field: 'client', not: false, any: ['scanner'] };

export async function readOverview(
  book: Store,
  terms: readonly Term[],
  signal: AbortSignal,
): Promise<Overview> {
  const main = groupedTerms(terms);
  const survey = await book.survey(main, { signal, deadline: SURVEY_MS });
  const routes = await readRoutes(book, terms, signal);
  const scanners = await book.groups([...terms, SCANNERS], 'client', MAX_SCANNERS, {
    signal,
    deadline: SURVEY_MS,
  });
  const durations = await readBins(book, terms, { signal, deadline: SURVEY_MS });
  const errors = await Promise.all(
    survey.facets.error
      .filter(({ value }) => value !== '')
      .slice(0, MAX_ERRORS)
      .map(({ value, count }) => readError(book, main, { group: value, count }, signal)),
  );
  return { survey, routes, scanners, durations, errors };
}

/** Adds when an error was seen for the first and for the last time. */
async function readError(
  book: Store,
  terms: readonly Term[],
  error: Pick<ErrorGroup, 'group' | 'count'>,
  signal: AbortSignal,
): Promise<ErrorGroup> {
  const pattern = parsePattern(escapePattern(error.group), 'whole');
  if (!pattern) return { ...error, first: null, last: null };
  const ofGroup: readonly Term[] = [...terms, { field: 'error', not: false, any: [pattern] }];
  const timeOf = async (cursor: Cursor | null) => {
    const page = await book
      .search({ terms: ofGroup, limit: 1, cursor }, { signal, deadline: ERRORS_MS })
      .catch(() => null);
    return page?.entries[0]?.time ?? null;
  };
  const [first, last] = await Promise.all([timeOf(START), timeOf(null)]);
  return { ...error, first, last };
}
