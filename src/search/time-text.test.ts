import { describe, expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { parseQueryText } from './query-text.ts';
import { clockAfter, parseTime } from './time-text.ts';

const now = (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros;
const context = { now, zone: 'UTC' };
const query = (text: string) => parseQueryText(text, context);
const micros = (iso: string) => Date.parse(iso) * 1000;

describe('a time with an unquoted space', () => {
  test.each([
    ['since:14-Nov-2026 09:05:07', 6, 26, 'since:"14-Nov-2026 09:05:07"'],
    ['.env -until:2026-11-14  9:05 x', 12, 28, '-until:"2026-11-14 9:05"'],
    ['AT:2026-11-14 09:05:07.5 +01:00', 3, 31, 'AT:"2026-11-14 09:05:07.5 +01:00"'],
    ['at:1h,2026-11-14 09:05', 6, 22, 'at:1h,"2026-11-14 09:05"'],
    ['at:yesterday 15:34', 3, 18, 'at:"yesterday 15:34"'],
  ])('suggests the quoted form of %s', (text, from, to, fix) => {
    const { terms, mistakes } = query(text);
    expect(mistakes).toMatchObject([{ from, to, fix: `quote it: ${fix}` }]);
    expect(terms).not.toContainEqual(expect.objectContaining({ field: 'time' }));
    expect(query(fix).mistakes).toEqual([]);
  });

  test('is not assumed where the second part is a search of its own', () => {
    for (const text of [
      'since:2026-11-14 "09:05:07"',
      'since:2026-11-14T08:00 09:05',
      'since:1h 09:05',
      'since:2026-11-14 /09:05',
      'since:2026-11-14 09:05:07/x',
      'url:2026-11-14 09:05',
    ]) {
      expect(query(text)).toMatchObject({ mistakes: [], terms: [{}, { field: 'url' }] });
    }
  });

  test('is not among the suggested time formats', () => {
    const [mistake] = query('since:soon').mistakes;
    const forms =
      mistake?.fix.replace('write it as one of ', '').replace(' (an hour ago)', '').split(', ') ?? [];
    expect(forms.length).toBeGreaterThan(2);
    for (const form of forms) expect(query(`since:${form}`)).toMatchObject({ mistakes: [], terms: [{}] });
  });
});

test('refuses offsets of more than 14 hours from UTC', () => {
  expect(query('since:2026-11-14T09:05+14:00').mistakes).toEqual([]);
  expect(query('since:2026-11-14T09:05-1200').mistakes).toEqual([]);
  expect(query('since:2026-11-14T09:05+13:59').mistakes).toEqual([]);
  for (const offset of ['+99:99', '-15:00', '+01:60'])
    expect(query(`since:2026-11-14T09:05${offset}`).mistakes[0]?.message).toMatch(/is not a valid time/);
});

describe('time text', () => {
  test.each([
    ['2026-11-14', '2026-11-14T00:00:00Z', 86_400e6],
    ['2026-11-14T09:05', '2026-11-14T09:05:00Z', 60e6],
    ['2026-11-14 09:05:07', '2026-11-14T09:05:07Z', 1e6],
    ['2026-11-14T09:05:07.5+01:00', '2026-11-14T08:05:07.500Z', 1e5],
    ['14-Nov-2026 09:05:07', '2026-11-14T09:05:07Z', 1e6],
    ['1-jan-2026', '2026-01-01T00:00:00Z', 86_400e6],
    ['1763111107', '2025-11-14T09:05:07Z', 1e6],
    ['176311110', '1975-08-03T15:18:30Z', 1e6],
    [' 2026-11-14 ', '2026-11-14T00:00:00Z', 86_400e6],
    ['2026-1-2', '2026-01-02T00:00:00Z', 86_400e6],
    ['2026-11-14_09:05', '2026-11-14T09:05:00Z', 60e6],
    ['2026-11-14t09:05z', '2026-11-14T09:05:00Z', 60e6],
    ['2026-11-14+01:00', '2026-11-13T23:00:00Z', 86_400e6],
    ['2026-11-14T09:05:07.123456 -0130', '2026-11-14T10:35:07.123Z', null],
    ['14-NOV-2026_9:05', '2026-11-14T09:05:00Z', 60e6],
    ['31-Dec-2026', '2026-12-31T00:00:00Z', 86_400e6],
  ])('%s covers its whole unit', (text, start, length) => {
    const from = micros(start) + (length === null ? 456 : 0);
    expect(parseTime(text, context)).toEqual({ from, to: from + (length ?? 1) - 1 });
  });

  test.each([
    ['today', 'UTC', '2026-11-14T00:00:00Z', 86_400e6],
    ['Yesterday', 'UTC', '2026-11-13T00:00:00Z', 86_400e6],
    ['9:05', 'UTC', '2026-11-14T09:05:00Z', 60e6],
    ['15:34:07', 'UTC', '2026-11-14T15:34:07Z', 1e6],
    ['yesterday 15:34', 'UTC', '2026-11-13T15:34:00Z', 60e6],
    ['today', 'Pacific/Auckland', '2026-11-13T11:00:00Z', 86_400e6],
    ['15:34', 'America/New_York', '2026-11-14T20:34:00Z', 60e6],
  ])('%s is relative to the current day in %s', (text, zone, start, length) => {
    expect(parseTime(text, { now, zone })).toEqual({ from: micros(start), to: micros(start) + length - 1 });
  });

  test('yesterday crosses the start of a month and of a year', () => {
    const firstOfMarch = { now: micros('2028-03-01T00:00:00Z') as Micros, zone: 'UTC' };
    expect(parseTime('yesterday', firstOfMarch)?.from).toBe(micros('2028-02-29'));
    const newYear = { now: micros('2026-12-31T23:30:00Z') as Micros, zone: 'Europe/Zagreb' };
    expect(parseTime('yesterday', newYear)?.from).toBe(micros('2026-12-30T23:00:00Z'));
  });

  test('an age such as 90m counts back from now', () => {
    expect(parseTime('90m', context)?.from).toBe(now - 5400e6);
    expect(parseTime('1.5h', context)?.from).toBe(now - 5400e6);
    expect(parseTime('now', context)?.from).toBe(now);
  });

  test('a day is as long as it is in its time zone', () => {
    const day = parseTime('2026-10-25', { now, zone: 'Europe/Zagreb' });
    expect((day?.to ?? 0) - (day?.from ?? 0) + 1).toBe(25 * 3600e6);
  });

  test('refuses text that is not a time', () => {
    for (const text of [
      '',
      '2026-13-01',
      '2026-02-30',
      '31-Foo-2026',
      '14-Nov-2026 25:00',
      '1y',
      '-1h',
      '2026-11-14T9',
      '24:00',
      '9:60',
      'today 25:00',
      'tomorrow',
      ...['09:05x', 'x09:05', '09:05:7', '9:5', '123:05', '09:05:07.1234567', '09:05:07.'],
      ...['x1h', '1hx', '1.h', '1.1234567h', '1234567890h', '1 h', 'h', '12345678', '123456789012'],
      ...['x2026-11-14', '2026-11-14x', '2026-11-14T', '2026-11-14T09', '2026-11-14+25:00', '02026-11-14'],
      ...[
        'x14-Nov-2026',
        '14-Nov-2026x',
        '14-November-2026',
        '114-Nov-2026',
        'xtoday',
        'todayx',
        'today09:05',
        'nowx',
      ],
    ]) {
      expect(parseTime(text, context)).toBeNull();
    }
  });
});

test('fractions are as exact as they are written', () => {
  const midnight = Date.UTC(2026, 10, 14) * 1000;
  const context = { now: midnight as Micros, zone: 'UTC' };
  expect(parseTime('09:05:07.25', context)).toEqual({
    from: midnight + 32_707_250_000,
    to: midnight + 32_707_259_999,
  });
  expect(parseTime('1.25h', context)?.from).toBe(midnight - 4500e6);
});

test.each([
  ['2026-11-14', ' 09:05', '09:05', 6],
  ['14-Nov-2026', '  9:05:07.123', '9:05:07.123', 13],
  ['today', ' 09:05Z x', '09:05Z', 7],
  ['2026-11-14', ' 09:05 z', '09:05 z', 8],
  ['2026-11-14', ' 09:05+0200', '09:05+0200', 11],
  ['2026-11-14', ' 09:05  -02:00', '09:05  -02:00', 14],
])('after %j, %j is a time of day', (date, rest, text, end) => {
  expect(clockAfter(date, rest)).toEqual({ text, end });
});

test.each([
  ['2026-11-14', '09:05'],
  ['2026-11-14', ' x 09:05'],
  ['2026-11-14', ' 09:05x'],
  ['2026-11-14T08:00', ' 09:05'],
  ['2026-11-14Z', ' 09:05'],
  ['today 08:00', ' 09:05'],
  ['soon', ' 09:05'],
])('after %j, %j is not a time of day that belongs to it', (date, rest) => {
  expect(clockAfter(date, rest)).toBeNull();
});
