import type { Micros } from '../profile/time.ts';

/** How far the two clocks may part before the fine one is set again: sleep and time servers move only the other. */
const DRIFT_MICROS = 2000;
/** A clock that was set back by more than this is followed; by less, it is waited for. */
const SET_BACK_MICROS = 1e6;

/**
 * Arrival times in microseconds, no two alike: requests of one process list in the order they came, and a
 * main request stands right above its own sub-requests.
 */
export function createClock(
  wallMillis: () => number = Date.now,
  monotonicMillis: () => number = () => performance.now(),
): () => Micros {
  let offset = wallMillis() * 1000 - monotonicMillis() * 1000;
  let last = 0;
  return () => {
    const wall = wallMillis() * 1000;
    const monotonic = monotonicMillis() * 1000;
    if (Math.abs(offset + monotonic - wall) > DRIFT_MICROS) offset = wall - monotonic;
    const now = Math.floor(offset + monotonic);
    last = last - now > SET_BACK_MICROS ? now : Math.max(now, last + 1);
    return last as Micros;
  };
}
