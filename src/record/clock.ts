import type { Micros } from '../profile/time.ts';
import { safeCount } from './http/sent-headers.ts';

/** The monotonic clock is adjusted when it differs from the wall clock by more than this, after sleep or a time sync. */
const MAX_DRIFT_MICROS = 2000;
/** How often the wall clock is read at most. */
const WALL_READ_MS = 1;
/** If the wall clock was set back by more than this, times follow it; otherwise they stay until it catches up. */
const MAX_SET_BACK_MICROS = 1e6;

/** Turns a value of `performance.now()` into a wall-clock time. */
export type Clock = (monotonicMillis: number) => Micros;

/** Gives each request of this process a distinct arrival time, so that they are listed in the order they arrived. */
export function createClock(wallMillis: () => number = Date.now): Clock {
  let offset = 0;
  let wallReadAt = Number.NEGATIVE_INFINITY;
  let last = 0;
  return (monotonicMillis) => {
    const monotonic = monotonicMillis * 1000;
    if (monotonicMillis - wallReadAt >= WALL_READ_MS) {
      wallReadAt = monotonicMillis;
      const wall = wallMillis() * 1000;
      if (Math.abs(offset + monotonic - wall) > MAX_DRIFT_MICROS) offset = wall - monotonic;
    }
    const now = Math.floor(offset + monotonic);
    last = last - now > MAX_SET_BACK_MICROS ? now : Math.max(now, last + 1);
    return last as Micros;
  };
}

/** A duration in whole microseconds. */
export function micros(millis: number): number {
  return safeCount(Math.round(millis * 1000));
}
