import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatExactTime,
  formatIsoTime,
  formatTime,
  instantOf,
  isTimeZone,
  type Micros,
  wallTimeAt,
} from './time.ts';

const at = (iso: string) => (Date.parse(iso) * 1000) as Micros;

describe('time', () => {
  test('is formatted as 14-Nov-2026 09:05:07, in UTC by default', () => {
    expect(formatTime(at('2026-11-14T09:05:07.999Z'))).toBe('14-Nov-2026 09:05:07');
    expect(formatTime(at('2026-09-01T00:00:00Z'))).toBe('01-Sep-2026 00:00:00');
  });

  test('is formatted in the chosen time zone', () => {
    const time = at('2026-11-14T23:05:07Z');
    expect(formatTime(time, 'Europe/Zagreb')).toBe('15-Nov-2026 00:05:07');
    expect(formatTime(time, 'Asia/Kathmandu')).toBe('15-Nov-2026 04:50:07');
    expect(formatTime(time, 'America/New_York')).toBe('14-Nov-2026 18:05:07');
  });

  test('can be formatted with microseconds', () => {
    const time = (at('2026-11-14T09:05:07Z') + 123_456) as Micros;
    expect(formatExactTime(time)).toBe('14-Nov-2026 09:05:07.123456');
    expect(formatIsoTime(time)).toBe('2026-11-14T09:05:07.123456Z');
  });

  test('isTimeZone accepts only existing time zones', () => {
    expect(isTimeZone('Europe/Zagreb')).toBe(true);
    expect(isTimeZone('UTC')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(isTimeZone('')).toBe(false);
  });

  test('a repeated wall time maps to its first instant, a skipped one to the instant after the gap', () => {
    const wall = { year: 2026, month: 10, day: 25, hour: 2, minute: 30, second: 0 };
    expect(instantOf(wall, 'Europe/Zagreb')).toBe(at('2026-10-25T00:30:00Z'));
    const gap = { year: 2026, month: 3, day: 29, hour: 2, minute: 30, second: 0 };
    expect(instantOf(gap, 'Europe/Zagreb')).toBe(at('2026-03-29T01:30:00Z'));
  });

  test('instantOf inverts wallTimeAt in any time zone', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Zagreb',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Apia',
    );
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(seconds, zones, (second, zone) => {
        const wall = wallTimeAt((second * 1e6) as Micros, zone);
        expect(wallTimeAt(instantOf(wall, zone), zone)).toEqual(wall);
      }),
    );
  });
});
