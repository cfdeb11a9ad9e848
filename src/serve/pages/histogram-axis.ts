import { formatExactTime, formatTime, type Micros, offsetAt } from '../../profile/time.ts';
import type { NumberRange } from '../../search/criteria.ts';

/** A labelled time on the axis of a histogram. */
export interface Tick {
  readonly time: number;
  readonly label: string;
}

const SECOND = 1e6;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MAX_TICKS = 5;
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30]
  .map((n) => n * SECOND)
  .concat([1, 2, 5, 10, 15, 30].map((n) => n * MINUTE))
  .concat([1, 2, 3, 6, 12].map((n) => n * HOUR))
  .concat([1, 2, 5, 7, 14, 30, 60, 90, 180, 365, 730, 3650].map((n) => n * DAY));

/** Three to five times at round values of the clock in the time zone. */
export function ticksOf({ from, to }: NumberRange, zone: string): Tick[] {
  const length = to - from + 1;
  const step = STEPS.find((candidate) => length / candidate <= MAX_TICKS) ?? length / MAX_TICKS;
  const offset = offsetAt(from / 1000, zone) * 1000;
  const ticks: Tick[] = [];
  for (let time = Math.ceil((from + offset) / step) * step - offset; time <= to; time += step)
    ticks.push({ time, label: labelOf(time as Micros, step, zone) });
  return ticks.slice(0, MAX_TICKS);
}

/** `14-Nov`, `09:05`, `09:05:07` or `09:05:07.12`: as much as the step between ticks needs. */
function labelOf(time: Micros, step: number, zone: string): string {
  const text = formatTime(time, zone);
  const clock = text.slice(12);
  if (step >= DAY) return step >= 180 * DAY ? text.slice(3, 11) : text.slice(0, 6);
  if (step >= MINUTE) return clock === '00:00:00' ? text.slice(0, 6) : clock.slice(0, 5);
  return step >= SECOND ? clock : formatExactTime(time, zone).slice(12, 23);
}
