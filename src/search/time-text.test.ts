import { describe, expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { parseQueryText } from './query-text.ts';

const now = (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros;
const query = (text: string) => parseQueryText(text, { now, zone: 'UTC' });

describe('a time with an unquoted space', () => {
  test.each([
    ['since:14-Nov-2026 09:05:07', 6, 26, 'since:"14-Nov-2026 09:05:07"'],
    ['.env -until:2026-11-14  9:05 x', 12, 28, '-until:"2026-11-14 9:05"'],
    ['AT:2026-11-14 09:05:07.5 +01:00', 3, 31, 'AT:"2026-11-14 09:05:07.5 +01:00"'],
    ['at:1h,2026-11-14 09:05', 6, 22, 'at:1h,"2026-11-14 09:05"'],
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
    const [mistake] = query('since:yesterday').mistakes;
    const forms =
      mistake?.fix.replace('write it as one of ', '').replace(' (an hour ago)', '').split(', ') ?? [];
    expect(forms.length).toBeGreaterThan(2);
    for (const form of forms) expect(query(`since:${form}`)).toMatchObject({ mistakes: [], terms: [{}] });
  });
});

test('refuses offsets of more than 14 hours from UTC', () => {
  expect(query('since:2026-11-14T09:05+14:00').mistakes).toEqual([]);
  expect(query('since:2026-11-14T09:05-1200').mistakes).toEqual([]);
  for (const offset of ['+99:99', '-15:00', '+01:60'])
    expect(query(`since:2026-11-14T09:05${offset}`).mistakes[0]?.message).toMatch(/is not a valid time/);
});
