import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { parseQueryText } from './query-text.ts';
import { timeBounds } from './time-bounds.ts';
import {
  AGES,
  ageOf,
  hasRelativeTime,
  hasTime,
  withAbsoluteTimes,
  withAge,
  withoutTime,
  zoomedOut,
} from './time-range.ts';
import { sinceText, untilText } from './time-range-text.ts';

const now = (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros;
const context = { now, zone: 'UTC' };
const boundsOf = (query: string, zone = 'UTC') => {
  const { terms, mistakes } = parseQueryText(query, { now, zone });
  expect(mistakes).toEqual([]);
  return timeBounds(terms);
};

describe('the text of a range', () => {
  test('is parsed back to the same range, in any zone and at any precision', () => {
    const unit = fc.constantFrom(1, 10_000, 50_000, 1e6, 60e6, 3600e6);
    const zone = fc.constantFrom('UTC', 'Europe/Zagreb', 'Asia/Kolkata', 'America/St_Johns');
    fc.assert(
      fc.property(unit, fc.nat(1e5), fc.integer({ min: 1, max: 60 }), zone, (size, start, length, tz) => {
        const from = Math.floor(now / size) * size - start * size;
        const to = from + length * size - 1;
        expect(boundsOf(`since:${sinceText(from, tz)} until:${untilText(to, tz)}`, tz)).toEqual({ from, to });
      }),
    );
  });

  test('is as short as the range allows', () => {
    const minute = Date.UTC(2026, 10, 14, 9, 5) * 1000;
    expect(sinceText(minute, 'UTC')).toBe('2026-11-14T09:05Z');
    expect(untilText(minute + 60e6 - 1, 'UTC')).toBe('2026-11-14T09:05Z');
    expect(untilText(minute + 5e6 - 1, 'UTC')).toBe('2026-11-14T09:05:04Z');
    expect(sinceText(minute + 120_000, 'UTC')).toBe('2026-11-14T09:05:00.12Z');
  });

  test('has the offset of its zone at that time, or is in UTC if that has seconds', () => {
    const micros = (iso: string) => Date.parse(iso) * 1000;
    expect(sinceText(micros('2026-11-14T09:05Z'), 'America/St_Johns')).toBe('2026-11-14T05:35-03:30');
    expect(sinceText(micros('2026-11-14T09:05Z'), 'Asia/Kolkata')).toBe('2026-11-14T14:35+05:30');
    expect(sinceText(micros('2026-03-29T00:59Z'), 'Europe/Zagreb')).toBe('2026-03-29T01:59+01:00');
    expect(sinceText(micros('2026-03-29T01:00Z'), 'Europe/Zagreb')).toBe('2026-03-29T03:00+02:00');
    expect(sinceText(micros('1970-01-02T00:00Z'), 'Africa/Monrovia')).toBe('1970-01-02T00:00Z');
  });
});

describe('a time range', () => {
  test('is replaced or removed, but not what the query excludes', () => {
    expect(withAge('.env since:2d until:1d -at:2026-11-14', '1h')).toBe('.env -at:2026-11-14 since:1h');
    expect(withoutTime('at:2026-11-14 .env')).toBe('.env');
    expect(ageOf('.env since:1h')).toBe('1h');
    expect(ageOf('since:1h until:5m')).toBeNull();
    expect(ageOf('since:2h')).toBeNull();
    expect(ageOf('')).toBeNull();
    expect(ageOf('since:1h,24h')).toBeNull();
    expect(ageOf('until:1h')).toBeNull();
    expect(ageOf('-at:2026-11-14 since:7d')).toBe('7d');
  });

  test('the ages of the page are as long as they say', () => {
    for (const [age, length] of AGES) expect(boundsOf(`since:${age}`).from).toBe(now - length);
  });

  test('is there or not', () => {
    expect(['since:1h', '.env until:1h', 'at:today'].map(hasTime)).toEqual([true, true, true]);
    expect(['', '.env', '-at:today', 'status:200'].map(hasTime)).toEqual([false, false, false, false]);
  });

  test.each([
    ['since:15m', 'since:1h'],
    ['since:24h .env', '.env since:7d'],
    ['since:7d', ''],
    ['until:2026-11-14', ''],
    ['since:2020-01-01 .env', '.env'],
    ['since:2026-11-14T08:00Z until:2026-11-14T08:09Z', 'since:2026-11-14T07:50Z until:2026-11-14T08:19Z'],
    ['since:2026-11-14T09:00Z until:2026-11-14T09:04Z', 'since:2026-11-14T08:55Z'],
    ['at:2026-11-13', 'since:2026-11-12T00:00Z'],
    // A third of 366 days, and a day more.
    ['since:2026-01-01 until:2026-05-02', 'since:2025-09-01T00:00Z until:2026-09-01T23:59Z'],
    ['since:2026-01-01 until:2026-05-03', ''],
    ['since:2026-01-01 until:2026-05-03T00:59', ''],
    ['since:2026-11-15', ''],
  ])('zoomed out, %j is %j', (query, expected) => {
    expect(zoomedOut(query, boundsOf(query), context)).toBe(expected);
  });

  test.each([
    [now, Number.MAX_SAFE_INTEGER, 'since:2026-11-14T09:05:06.999999Z'],
    [now + 1, Number.MAX_SAFE_INTEGER, ''],
    // As long again, until now and until a moment before.
    [now - 120e6 + 1, now - 60e6, 'since:2026-11-14T09:02:07.000001Z'],
    [now - 120e6, now - 60e6 - 1, 'since:2026-11-14T09:02:07Z until:2026-11-14T09:05:06Z'],
    [10, 99, 'since:1970-01-01T00:00Z until:1970-01-01T00:00:00.00018Z'],
  ])('zoomed out, the range from %i to %i is %j', (from, to, expected) => {
    expect(zoomedOut('', { from, to }, context)).toBe(expected);
  });

  test('contains the range before when zoomed out', () => {
    for (const query of [
      'since:2h',
      'at:15:34',
      'at:yesterday',
      'since:2026-11-14T08:00:00.12Z until:2026-11-14T08:00:00.19Z',
    ]) {
      const [before, after] = [boundsOf(query), boundsOf(zoomedOut(query, boundsOf(query), context))];
      expect(after.from).toBeLessThanOrEqual(before.from);
      expect(after.to).toBeGreaterThanOrEqual(before.to);
    }
  });
});

describe('absolute times', () => {
  test.each([
    ['.env since:1h', '.env since:2026-11-14T08:05:07Z until:2026-11-14T09:05:07.000Z'],
    ['at:today', 'at:2026-11-14'],
    ['at:08:30', 'at:2026-11-14T08:30Z'],
    ['since:2026-11-13 until:5m', 'since:2026-11-13T00:00Z until:2026-11-14T09:00:07.000Z'],
    ['-at:yesterday', '-at:2026-11-13 until:2026-11-14T09:05:07.000Z'],
    ['', 'until:2026-11-14T09:05:07.000Z'],
  ])('of %j are %j', (query, expected) => {
    const absolute = withAbsoluteTimes(query, context);
    expect(absolute).toBe(expected);
    const { from, to } = boundsOf(query);
    const last = Math.min(to, now);
    // At the end of a millisecond.
    expect(boundsOf(absolute)).toEqual({ from, to: query.startsWith('at:') ? to : last + 999 });
    expect(hasRelativeTime(absolute, context)).toBe(false);
  });

  test.each([
    ['yesterday', 'yesterday until:2026-11-14T09:05:07.000Z'],
    ['since:soon', 'since:soon until:2026-11-14T09:05:07.000Z'],
    ['at:today,soon', 'at:today,soon'],
    ['at:today,yesterday', 'at:2026-11-14,2026-11-13'],
  ])('of %j are %j: what is not a time stays', (query, expected) => {
    expect(withAbsoluteTimes(query, context)).toBe(expected);
  });

  test('are known from relative ones', () => {
    for (const query of [
      'since:1h',
      'until:now',
      'at:today',
      'since:15:34',
      '-since:2d',
      'at:2026-11-14,today',
    ])
      expect(hasRelativeTime(query, context)).toBe(true);
    for (const query of ['', '.env', 'since:2026-11-14', 'at:1763111107', 'yesterday', 'since:soon'])
      expect(hasRelativeTime(query, context)).toBe(false);
  });
});
