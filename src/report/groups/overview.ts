import { FAILED, kindTerm, type Term } from '../../search/criteria.ts';
import { termsIn, timeTerm } from '../../search/time-bounds.ts';
import type { Durations } from '../../store/durations.ts';
import type { Groups } from '../../store/groups.ts';
import type { Store } from '../../store/store.ts';
import type { Survey } from '../../store/survey.ts';
import type { Deadline } from '../deadline.ts';
import { type HealthChecks, readHealthChecks } from '../health-checks.ts';
import { readBins, type TimeBins } from './group-bins.ts';
import { compareRoutes, type RouteGroups } from './route-groups.ts';

export interface Overview {
  /** Requests and jobs. */
  readonly survey: Survey;
  /** How many of them are jobs; `null` if there was no time to count them. */
  readonly jobs: number | null;
  readonly routes: RouteGroups;
  readonly scanners: Groups;
  readonly durations: TimeBins;
  readonly healthChecks: HealthChecks | null;
  /** `null` if it is not compared: it has no start, or the book began inside it, or there was no time. */
  readonly before: Before | null;
}

/** The figures of the period before. */
interface Before {
  readonly requests: number;
  readonly failed: number;
  readonly durations: Durations;
}

/** The kinds that are counted. Error stages and sub-requests belong to a counted request. */
export const COUNTED_KINDS = ['main', 'job'] as const;

const SURVEY_MS = 1000;
const HEALTH_CHECKS_MS = 300;
const MAX_SCANNERS = 5;
/** More than any book has. */
const MAX_COUNTED = 1e9;
const SCANNERS: Term = { field: 'client', not: false, any: ['scanner'] };
const JOBS = kindTerm('job');

export async function readOverview(
  book: Store,
  terms: readonly Term[],
  deadline: Deadline,
): Promise<Overview> {
  const counted: readonly Term[] = [...terms, kindTerm(...COUNTED_KINDS)];
  const survey = await book.survey(counted, deadline.options(SURVEY_MS));
  const jobs = await countJobs(book, terms, survey, deadline);
  const routes = await compareRoutes(book, terms, deadline);
  const durations = await readBins(book, terms, deadline.options(SURVEY_MS));
  const scanners = await book.groups(
    [...terms, SCANNERS],
    'client',
    MAX_SCANNERS,
    deadline.options(SURVEY_MS),
  );
  const healthChecks = await readHealthChecks(book, terms, routes, deadline.options(HEALTH_CHECKS_MS));
  const before = await readBefore(book, terms, routes, deadline);
  return { survey, jobs, routes, scanners, durations, healthChecks, before };
}

/** Requests were counted by route already, and jobs are few. */
async function readBefore(
  book: Store,
  terms: readonly Term[],
  { before }: RouteGroups,
  deadline: Deadline,
): Promise<Before | null> {
  if (before?.state !== 'compared' || before.figures === null) return null;
  const jobs = [...termsIn(terms, before), JOBS];
  const [all, failed] = await Promise.all([
    book.count(jobs, MAX_COUNTED, deadline.options(SURVEY_MS)),
    book.count([...jobs, FAILED], MAX_COUNTED, deadline.options(SURVEY_MS)),
  ]);
  if (all.capped || failed.capped) return null;
  const { requests, serverErrors, durations } = before.figures;
  return { requests: requests + all.matches, failed: serverErrors + failed.matches, durations };
}

/** Counts the jobs in the time range that the survey covers. */
async function countJobs(book: Store, terms: readonly Term[], survey: Survey, deadline: Deadline) {
  const counted = timeTerm({ from: survey.searchedTo ?? 0 });
  const { matches, capped } = await book.count(
    [...terms, JOBS, counted],
    survey.matches + 1,
    deadline.options(SURVEY_MS),
  );
  return capped ? null : matches;
}
