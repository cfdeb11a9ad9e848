import { parseDuration } from '../format/parse-units.ts';
import { instantOf, type Micros, MONTHS, wallTimeAt } from '../profile/time.ts';
import type { NumberRange } from './criteria.ts';

/** The current time, and the time zone for times written without one. */
export interface ParseContext {
  readonly now: Micros;
  readonly zone: string;
}

const CLOCK = String.raw`(?:[T_ ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?`;
const ZONE = String.raw`\s*(Z|[+-]\d{2}:?\d{2})?`;
const ISO = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${CLOCK}${ZONE}$`, 'i');
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})-([a-z]{3})-(\d{4})${CLOCK}${ZONE}$`, 'i');
/** A day relative to the current one, or a time of the current day: `yesterday`, `today 15:34`, `15:34`. */
const DAY_WORD = new RegExp(`^(today|yesterday)${CLOCK}$`, 'i');
const CLOCK_ONLY = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?$/;
/** The largest offset from UTC of any time zone. */
const MAX_OFFSET_HOURS = 14;
const UNIX_SECONDS = /^\d{9,11}$/;
const AGE = /^\d{1,9}(?:\.\d{1,6})?(?:s|m|min|h|d|w)$/;
const CLOCK_AFTER = /^\s+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:\s*(?:Z|[+-]\d{2}:?\d{2}))?)(?!\S)/i;

/** Examples for mistakes. None has a space, which would need quotes in query text. */
export const TIME_FORMS = '2026-11-14, 2026-11-14T09:05:07, 14-Nov-2026, yesterday, 09:05, 1h (an hour ago)';

/**
 * Parses a date, time or age into the range of microseconds it covers: a date covers its whole day, so
 * "until 14-Nov-2026" includes the 14th. Returns `null` if the text is not a time.
 */
export function parseTime(text: string, { now, zone }: ParseContext): NumberRange | null {
  const trimmed = text.trim();
  if (trimmed.toLowerCase() === 'now') return { from: now, to: now };
  const age = AGE.test(trimmed) ? parseDuration(trimmed) : null;
  if (age !== null) {
    const instant = Math.round(now - age * 1000);
    return { from: instant, to: instant };
  }
  if (UNIX_SECONDS.test(trimmed)) return { from: Number(trimmed) * 1e6, to: Number(trimmed) * 1e6 + 999_999 };
  const word = DAY_WORD.exec(trimmed);
  if (word) return dayRange(word[1]?.toLowerCase() === 'today' ? 0 : -1, word.slice(2), { now, zone });
  const clock = CLOCK_ONLY.exec(trimmed);
  if (clock) return dayRange(0, clock.slice(1), { now, zone });
  const iso = ISO.exec(trimmed);
  if (iso) return toRange(iso[1], Number(iso[2]), iso[3], iso.slice(4), zone);
  const dayFirst = DAY_FIRST.exec(trimmed);
  if (!dayFirst) return null;
  const name = (dayFirst[2] ?? '').toLowerCase();
  return toRange(
    dayFirst[3],
    MONTHS.findIndex((month) => month.toLowerCase() === name) + 1,
    dayFirst[1],
    dayFirst.slice(4),
    zone,
  );
}

/** The time of day that follows a date after a space: the two were most likely meant as one value. */
export function clockAfter(date: string, rest: string): { text: string; end: number } | null {
  const match = ISO.exec(date) ?? DAY_FIRST.exec(date) ?? DAY_WORD.exec(date);
  if (!match || match.slice(DAY_WORD.test(date) ? 2 : 4).some((part) => part !== undefined)) return null;
  const [whole, text] = CLOCK_AFTER.exec(rest) ?? [];
  return whole === undefined || text === undefined ? null : { text, end: whole.length };
}

type Group = string | undefined;

/** The day that is this number of days from now, or a time of it. */
function dayRange(days: number, clock: Group[], { now, zone }: ParseContext): NumberRange | null {
  const today = wallTimeAt(now, zone);
  const noon = { ...today, day: today.day + days, hour: 12, minute: 0, second: 0 };
  const { year, month, day } = wallTimeAt(instantOf(noon, 'UTC'), 'UTC');
  return toRange(String(year), month, String(day), clock, zone);
}

function toRange(year: Group, month: number, day: Group, clock: Group[], zone: string): NumberRange | null {
  const [hour, minute, second, fraction, offset] = clock;
  const wall = {
    year: Number(year),
    month,
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
  };
  const utc = instantOf(wall, 'UTC');
  // A date such as 30 February comes back as another date.
  const normalized = wallTimeAt(utc, 'UTC');
  if (
    Object.keys(wall).some((key) => wall[key as keyof typeof wall] !== normalized[key as keyof typeof wall])
  )
    return null;
  const micros = Number((fraction ?? '').padEnd(6, '0'));
  const shift = offset === undefined ? null : offsetMicros(offset);
  if (Number.isNaN(shift)) return null;
  const from = (shift === null ? instantOf(wall, zone) : utc - shift) + micros;
  const length = fraction !== undefined ? 10 ** (6 - fraction.length) : second !== undefined ? 1e6 : 60e6;
  if (hour !== undefined) return { from, to: from + length - 1 };
  const nextDay = { ...wall, day: wall.day + 1 };
  return { from, to: (shift === null ? instantOf(nextDay, zone) : from + 86_400e6) - 1 };
}

/** `NaN` if no time zone has this offset. */
function offsetMicros(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const sign = offset.startsWith('-') ? -1 : 1;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2));
  return hours > MAX_OFFSET_HOURS || minutes > 59 ? Number.NaN : sign * (hours * 60 + minutes) * 60e6;
}
