import { percentileOf, timedRequests } from '../../store/durations.ts';
import type { GroupFigures } from '../../store/groups.ts';

/** With fewer requests in either period, figures differ by chance. */
export const MIN_REQUESTS = 20;
/** The p90 rose much if it is this many times as long, and this much longer, in µs. */
const SLOWER = 1.5;
const MIN_SLOWER = 5e3;
/** Errors rose much if their share is this many times as large, and larger by this much. */
const MORE_ERRORS = 2;
const MIN_MORE_ERRORS = 0.01;
const MIN_ERRORS = 3;

export function errorShare({ serverErrors, requests }: GroupFigures): number {
  return requests === 0 ? 0 : serverErrors / requests;
}

export function isSlower(now: GroupFigures, before: GroupFigures): boolean {
  return isEnoughTimed(now, before) && hasSlowP90(now, before);
}

export function failsMore(now: GroupFigures, before: GroupFigures): boolean {
  return isEnough(now, before) && now.serverErrors >= MIN_ERRORS && hasMoreErrors(now, before);
}

/** Whether both periods have enough requests in their percentiles to compare these. */
export function isEnoughTimed(now: GroupFigures, before: GroupFigures): boolean {
  return [now, before].every(({ durations }) => timedRequests(durations) >= MIN_REQUESTS);
}

/** Whether both periods have enough requests to compare their errors. */
export function isEnough(now: GroupFigures, before: GroupFigures): boolean {
  return now.requests >= MIN_REQUESTS && before.requests >= MIN_REQUESTS;
}

function hasSlowP90(now: GroupFigures, before: GroupFigures): boolean {
  const [slow = null, usual = null] = [now, before].map(({ durations }) => percentileOf(durations, 0.9));
  return slow !== null && usual !== null && slow >= usual * SLOWER && slow - usual >= MIN_SLOWER;
}

function hasMoreErrors(now: GroupFigures, before: GroupFigures): boolean {
  return isMuchMore(errorShare(now), errorShare(before));
}

/** Whether a share of errors rose much. */
export function isMuchMore(share: number, usual: number): boolean {
  return share >= usual * MORE_ERRORS && share - usual >= MIN_MORE_ERRORS;
}

/** Bins with fewer requests are ignored. */
const MIN_IN_BIN = 3;
/** The share of bins that must be consistent with the change point. */
const MIN_AGREEMENT = 0.8;

/**
 * The first of the bins that are worse than the period before: all before it are not, all after it are, but for a few. `null` if
 * there is none, or if all are.
 * @param bins the figures of a route over time; `null` where it has none
 */
export function beginningOf(
  bins: readonly (GroupFigures | null)[],
  now: GroupFigures,
  before: GroupFigures,
): number | null {
  const slower = isSlower(now, before);
  const isWorse = slower ? hasSlowP90 : hasMoreErrors;
  const isKnown = ({ requests, durations }: GroupFigures) =>
    (slower ? timedRequests(durations) : requests) >= MIN_IN_BIN;
  const known = bins.flatMap((figures, at) =>
    figures && isKnown(figures) ? [{ at, worse: isWorse(figures, before) }] : [],
  );
  let agreeing = known.filter(({ worse }) => worse).length;
  let best = { agreeing, index: 0 };
  for (const [index, { worse }] of known.entries()) {
    agreeing += worse ? -1 : 1;
    if (agreeing > best.agreeing) best = { agreeing, index: index + 1 };
  }
  const first = known[best.index];
  if (best.index === 0 || first === undefined) return null;
  return best.agreeing >= known.length * MIN_AGREEMENT ? first.at : null;
}
