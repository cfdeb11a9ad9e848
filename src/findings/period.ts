import type { Micros } from '../profile/time.ts';
import type { Deadline } from '../report/deadline.ts';
import { type ReleaseStart, readReleaseStarts } from '../report/groups/release-starts.ts';
import { kindTerm, type NumberRange, type Term } from '../search/criteria.ts';
import { termsIn, termsWithoutTime, timeBounds } from '../search/time-bounds.ts';
import type { Count, Store } from '../store/store.ts';
import { CHANCE } from './chance.ts';
import { asksForOutcome } from './in-common/split-terms.ts';

/** What findings are looked for in. */
export interface Asked {
  readonly book: Store;
  /** The query text, which the queries of findings begin with. */
  readonly text: string;
  /** Its terms. The time has an end. */
  readonly terms: readonly Term[];
  readonly deadline: Deadline;
}

/** A period, and what was recorded before it. */
export interface Period extends NumberRange {
  /** The terms without the time, and without how requests ended: errors are compared with all requests. */
  readonly scope: readonly Term[];
  /** The releases that began in the book, the oldest first. */
  readonly releases: readonly ReleaseStart[];
  /** Counts requests and jobs in a time. */
  requestsIn(range: NumberRange): Promise<Count>;
}

const COUNT_MS = 500;
/** More than any book has. */
const MAX_COUNTED = 1e9;

export async function readPeriod({ book, terms, deadline }: Asked): Promise<Period> {
  const scope = termsWithoutTime(terms).filter((term) => !asksForOutcome(term));
  const counts = new Map<string, Promise<Count>>();
  return {
    ...timeBounds(terms),
    scope,
    releases: await readReleaseStarts(book, scope, deadline.signal),
    requestsIn({ from, to }) {
      const key = `${from} ${to}`;
      const counting = counts.get(key) ?? countIn({ from, to });
      counts.set(key, counting);
      return counting;
    },
  };

  function countIn(range: NumberRange): Promise<Count> {
    const own = [...termsIn(scope, range), kindTerm('main', 'job')];
    return book.count(own, MAX_COUNTED, deadline.options(COUNT_MS));
  }
}

/**
 * Whether something that happened `times` in a period, and never in the time before, did so by more than chance: all of them would have
 * come so late.
 */
export async function isLate(
  times: number,
  before: NumberRange,
  after: NumberRange,
  { requestsIn }: Period,
): Promise<boolean> {
  const [earlier, later] = await Promise.all([requestsIn(before), requestsIn(after)]);
  // Too few that were counted in time could make chance seem unlikely.
  if (earlier.matches === 0 || later.capped) return false;
  return (later.matches / (earlier.matches + later.matches)) ** times <= CHANCE;
}

/** The release that had begun by this time; empty if none is known to have. */
export function releaseBegunAt(releases: readonly ReleaseStart[], time: Micros): ReleaseStart | null {
  return releases.findLast((each) => each.time <= time) ?? null;
}
