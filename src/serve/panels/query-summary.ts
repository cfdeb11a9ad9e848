import type { Profile } from '../../profile/profile.ts';
import { isQuery, waitOf } from './query-groups.ts';

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
  /** Queries whose calling line is known. */
  readonly located: number;
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

export function querySummary({ entry, detail }: Profile): QuerySummary {
  const queries = (detail?.spans ?? []).filter(isQuery);
  const end = Math.max(entry.duration, detail?.phases?.finished ?? 0);
  const waits: Interval[] = [];
  const runs: Interval[] = [];
  for (const query of queries) {
    const { at, duration } = query;
    const to = duration === null ? Math.max(end, at) : at + duration;
    const sent = Math.min(at + waitOf(query), to);
    waits.push({ from: at, to: sent });
    runs.push({ from: sent, to });
  }
  const ran = coveredTime(runs);
  const withinRequest = coveredTime(runs.map(({ from, to }) => ({ from, to: Math.min(to, end) })));
  return {
    count: queries.length,
    ran,
    share: end === 0 ? 0 : withinRequest / end,
    waited: coveredTime(waits),
    overlaps: runs.reduce((total, { from, to }) => total + to - from, 0) > ran,
    failed: queries.filter(({ error }) => error !== undefined).length,
    open: queries.filter(({ duration }) => duration === null).length,
    located: queries.filter(({ calledFrom }) => calledFrom !== undefined).length,
  };
}

/** The length of the union of intervals. */
function coveredTime(intervals: readonly Interval[]): number {
  let covered = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...intervals].sort((a, b) => a.from - b.from)) {
    covered += Math.max(0, to - Math.max(from, last));
    last = Math.max(last, to);
  }
  return covered;
}
