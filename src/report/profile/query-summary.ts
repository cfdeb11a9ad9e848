import type { Profile } from '../../profile/profile.ts';
import { coveredTime, isQuery, queryTimes } from '../../profile/query-time.ts';

/** All queries of a request. Times are in microseconds; overlapping queries are counted once. */
export interface QuerySummary {
  readonly count: number;
  /** While at least one query ran. */
  readonly ran: number;
  /** The part of the request, from 0 to 1, while at least one query ran. */
  readonly share: number;
  /** While at least one query waited for a connection. */
  readonly waited: number;
  readonly overlaps: boolean;
  readonly failed: number;
  /** Still running when the request ended. */
  readonly open: number;
  /** Queries with a statement whose calling line is known. Only the lines of its first calls are recorded. */
  readonly located: number;
}

export function querySummary({ entry, detail }: Profile): QuerySummary {
  const queries = (detail?.spans ?? []).filter(isQuery);
  const end = Math.max(entry.duration, detail?.phases?.finished ?? 0);
  const runs = queryTimes(queries, end);
  const waits = queries.flatMap(({ at }, i) => [at, runs[2 * i] ?? at]);
  const ran = coveredTime(runs);
  const located = new Set(
    queries.filter(({ calledFrom }) => calledFrom !== undefined).map(({ name }) => name),
  );
  const withinRequest = coveredTime(runs.map((time) => Math.min(time, end)));
  return {
    count: queries.length,
    ran,
    share: end === 0 ? 0 : withinRequest / end,
    waited: coveredTime(waits),
    overlaps: runs.reduce((total, time, i) => total + (i % 2 === 0 ? -time : time), 0) > ran,
    failed: queries.filter(({ error }) => error !== undefined).length,
    open: queries.filter(({ duration }) => duration === null).length,
    located: queries.filter(({ name }) => located.has(name)).length,
  };
}
