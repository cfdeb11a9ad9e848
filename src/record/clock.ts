import type { Micros } from '../profile/time.ts';

/** How far the two clocks may part before the fine one is set again: sleep and time servers move only the other. */
const DRIFT_MICROS = 2000;
/** The other is looked at no more often than this: a busy server would ask it thousands of times for nothing. */
const LOOK_MS = 1;
/** A clock that was set back by more than this is followed; by less, it is waited for. */
const SET_BACK_MICROS = 1e6;

/** When something happened, of which `performance.now()` said this. */
export type Clock = (monotonicMillis: number) => Micros;

/**
 * Arrival times in microseconds, no two alike: requests of one process list in the order they came, and a
 * main request stands right above its own sub-requests.
 */
export function createClock(wallMillis: () => number = Date.now): Clock {
  let offset = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let last = 0;
  return (monotonicMillis) => {
    const monotonic = monotonicMillis * 1000;
    if (monotonicMillis - lookedAt >= LOOK_MS) {
      lookedAt = monotonicMillis;
      const wall = wallMillis() * 1000;
      if (Math.abs(offset + monotonic - wall) > DRIFT_MICROS) offset = wall - monotonic;
    }
    const now = Math.floor(offset + monotonic);
    last = last - now > SET_BACK_MICROS ? now : Math.max(now, last + 1);
    return last as Micros;
  };
}
