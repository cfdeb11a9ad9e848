import { offsetAt } from '../profile/time.ts';

/** Times as `since:` and `until:` take them. They include the offset, so they mean the same in every zone. */

/** The start of a range: `2026-11-14T09:05Z`, with seconds and fractions if needed. */
export function sinceText(micros: number, zone: string): string {
  return timeText(micros, zone, precisionOf(micros));
}

/** The last microsecond of a range. `until:2026-11-14T09:05Z` includes the whole minute. */
export function untilText(micros: number, zone: string): string {
  return timeText(micros, zone, precisionOf(micros + 1));
}

/** Characters of `2026-11-14T09:05:07.123456` that a time needs. */
const MINUTE = 16;
const SECOND = 19;
const MICROSECOND = 26;

function precisionOf(micros: number): number {
  if (micros % 60e6 === 0) return MINUTE;
  if (micros % 1e6 === 0) return SECOND;
  let length = MICROSECOND;
  for (let unit = 10; micros % unit === 0; unit *= 10) length--;
  return length;
}

function timeText(micros: number, zone: string, length: number): string {
  const minutes = offsetMinutes(micros, zone);
  const local = new Date(Math.floor(micros / 1000) + minutes * 60_000).toISOString().slice(0, -1);
  const exact = local + String(micros % 1000).padStart(3, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.trunc(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
  return exact.slice(0, length) + (minutes === 0 ? 'Z' : offset);
}

/** The offset of the zone; zero (UTC) if it is not a whole number of minutes. */
function offsetMinutes(micros: number, zone: string): number {
  const minutes = offsetAt(micros / 1000, zone) / 60_000;
  return Number.isInteger(minutes) ? minutes : 0;
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
