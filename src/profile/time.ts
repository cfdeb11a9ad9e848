import { tryOr } from '../errors.ts';
import { memoize } from '../lru.ts';

/** Microseconds since the Unix epoch. A safe integer until the year 2255. */
export type Micros = number & { readonly __brand: 'Micros' };

/** In microseconds. */
export const DAY = 86_400e6;

/** Local date and time in some time zone. `month` starts at 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** Bounded because a time zone can be written in many ways: names ignore case. */
const dateFormatFor = memoize(
  (zone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
  { capacity: 64 },
);

export function isTimeZone(zone: string): boolean {
  return tryOr(null, () => dateFormatFor(zone)) !== null;
}

/** `14-Nov-2026 09:05:07` */
export function formatTime(time: Micros, zone = 'UTC'): string {
  const { year, month, day, hour, minute, second } = wallTimeAt(time, zone);
  return `${pad(day)}-${MONTHS[month - 1]}-${String(year).padStart(4, '0')} ${pad(hour)}:${pad(minute)}:${pad(second)}`;
}

/** `14-Nov-2026 09:05:07.123456` */
export function formatExactTime(time: Micros, zone = 'UTC'): string {
  const fraction = ((time % 1e6) + 1e6) % 1e6;
  return `${formatTime(time, zone)}.${String(fraction).padStart(6, '0')}`;
}

/** `2026-11-14T09:05:07.123456Z` */
export function formatIsoTime(time: Micros): string {
  const micros = String(((time % 1000) + 1000) % 1000).padStart(3, '0');
  return `${new Date(Math.floor(time / 1000)).toISOString().slice(0, -1)}${micros}Z`;
}

export function wallTimeAt(time: Micros, zone: string): WallTime {
  const date = new Date(Math.floor(time / 1000));
  if (zone === 'UTC') {
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    };
  }
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of dateFormatFor(zone).formatToParts(date)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

/**
 * The instant of a wall time in a time zone: the first one if the wall time occurs twice (clocks went back), and the
 * same distance after the gap if it does not occur (clocks went forward).
 */
export function instantOf(wall: WallTime, zone: string): Micros {
  const asUtc = utcMillis(wall);
  if (zone === 'UTC') return (asUtc * 1000) as Micros;
  const day = 24 * 3600 * 1000;
  const offsets = [offsetAt(asUtc - day, zone), offsetAt(asUtc + day, zone)];
  const candidates = offsets
    .map((offset) => asUtc - offset)
    .filter((instant) => instant + offsetAt(instant, zone) === asUtc);
  const [before = 0] = offsets;
  return ((candidates.length > 0 ? Math.min(...candidates) : asUtc - before) * 1000) as Micros;
}

/** The offset of a time zone from UTC at some time, in milliseconds. */
export function offsetAt(millis: number, zone: string): number {
  const whole = Math.floor(millis / 1000) * 1000;
  return utcMillis(wallTimeAt((whole * 1000) as Micros, zone)) - whole;
}

function utcMillis({ year, month, day, hour, minute, second }: WallTime): number {
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, 0);
  return date.getTime();
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
