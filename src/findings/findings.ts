import { createDeadline } from '../report/deadline.ts';
import { type RouteGroups, readRoutes } from '../report/groups/route-groups.ts';
import type { Term } from '../search/criteria.ts';
import { withEnd } from '../search/time-bounds.ts';
import type { Store } from '../store/store.ts';
import { crashedProcesses } from './crashes.ts';
import { droppedRecordings, type Recorded } from './dropping.ts';
import { errorFindings } from './errors.ts';
import { failingJobs } from './failing-jobs.ts';
import { FINDING_KINDS, type Finding, isNewOrBack } from './finding.ts';
import { nPlusOneQueries } from './n-plus-one.ts';
import { type Asked, readPeriod } from './period.ts';
import { scannersThatGotThrough } from './scanners.ts';
import { silentServices } from './silent.ts';
import { slowerRoutes } from './slower-routes.ts';

interface FindingsOptions {
  /** In milliseconds. What is not found by then is left out. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** The processes that record into the book, as far as they are known. */
  readonly processes?: readonly Recorded[];
  /** The routes of the same search, compared with the period before, if they are known already. */
  readonly routes?: RouteGroups;
}

/** What is wrong, in the order of {@link FINDING_KINDS}. */
export interface Findings {
  readonly found: readonly Finding[];
  /** Whether there was time to look at everything. */
  readonly isComplete: boolean;
}

/** What is wrong in the time of a search. The search needs a start: `since:1d`. */
export async function readFindings(
  book: Store,
  search: { readonly text: string; readonly terms: readonly Term[] },
  { deadline: millis, signal, processes = [], routes: known }: FindingsOptions,
): Promise<Findings> {
  const deadline = createDeadline(millis, signal);
  const asked: Asked = { book, text: search.text, terms: withEnd(search.terms), deadline };
  const period = await readPeriod(asked);
  const errors = await errorFindings(asked, period);
  const routes = known ?? (await readRoutes(book, asked.terms, deadline));
  const all = [
    ...(await crashedProcesses(asked)),
    ...(await silentServices(asked)),
    ...errors,
    ...(await failingJobs(asked)),
    ...(await slowerRoutes(asked, period, routes)),
    ...(await scannersThatGotThrough(asked)),
    ...(await nPlusOneQueries(asked, routes.groups)),
    ...(await droppedRecordings(asked, processes)),
  ];
  const found = FINDING_KINDS.flatMap((kind) => all.filter((finding) => finding.kind === kind)).filter(
    (finding) => !isSaidBy(all, finding),
  );
  return { found, isComplete: !deadline.isOver };
}

/** Whether another finding says this one too: an error that ends processes, a job that fails with an error that is new, a route that is slower by an N+1 query. */
function isSaidBy(all: readonly Finding[], finding: Finding): boolean {
  if (isNewOrBack(finding.kind))
    return all.some(({ kind, subject }) => kind === 'crashed' && subject === finding.subject);
  if (finding.kind === 'failing-job') {
    const { error } = finding.evidence;
    return all.some(({ kind, subject }) => isNewOrBack(kind) && subject === error);
  }
  if (finding.kind !== 'n+1') return false;
  const { statement } = finding.evidence;
  return all.some(
    (other) =>
      other.kind === 'slower' &&
      other.subject === finding.subject &&
      other.evidence.why?.trait.name === statement,
  );
}
