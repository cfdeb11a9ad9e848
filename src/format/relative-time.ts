import type { Micros } from '../profile/time.ts';

const UNITS = [
  ['day', 86_400e6],
  ['hour', 3600e6],
  ['minute', 60e6],
  ['second', 1e6],
] as const;

/** A time that is less than this ahead counts as now: clocks of two machines differ by some seconds. */
const CLOCK_SKEW = 60e6;

const english = new Intl.RelativeTimeFormat('en');

/** `3 minutes ago`, `1,000 days ago`, `in 2 hours`, `just now`. */
export function relativeTime(time: Micros, now: Micros): string {
  const offset = time - now;
  const [unit, size] = UNITS.find(([, micros]) => Math.abs(offset) >= micros) ?? [];
  if (!unit || (offset > 0 && offset < CLOCK_SKEW)) return 'just now';
  return english.format(Math.trunc(offset / size), unit);
}
