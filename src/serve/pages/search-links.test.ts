import { describe, expect, test } from 'vitest';
import type { Micros } from '../../profile/time.ts';
import { parseQueryText } from '../../search/query-text.ts';
import { hourOf, searchLinks } from './search-links.ts';

const now = (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros;
const at = (iso: string) => (Date.parse(iso) * 1000) as Micros;
function search(text: string, zone = 'UTC', limit = '') {
  const { terms } = parseQueryText(text, { now, zone });
  return searchLinks({ base: '/_profiler', text, terms, zone, limit });
}
const hour = (iso: string, zone = 'UTC') => hourOf(at(iso), zone);

describe('a link to a variation of a search', () => {
  test('keeps the rest of the query, the limit and the time zone', () => {
    expect(search('.env', 'Europe/Zagreb', '50').setFilter('status', '404')).toBe(
      '/_profiler?q=.env+status:404&limit=50&tz=Europe/Zagreb',
    );
    expect(search('').href('')).toBe('/_profiler');
  });

  test('replaces a wider filter on the same field', () => {
    expect(search('status:4xx -status:410 a').setFilter('status', '404')).toBe(
      '/_profiler?q=-status:410+a+status:404',
    );
    expect(search('a').underPath('/error/.env')).toBe('/_profiler?q=a+url:/error/.env*');
  });

  test('is null for a value that cannot be searched for', () => {
    expect(search('').setFilter('host', 'a\u0000b')).toBeNull();
    expect(search('').setFilter('method', '<b>')).toBeNull();
    expect(search('').setFilter('ip', '')).toBeNull();
    expect(search('x'.repeat(1990)).setFilter('status', '404')).toBeNull();
  });

  test('uses only the start of a long path', () => {
    const link = search('').underPath(`/${'a*'.repeat(1000)}`) ?? '';
    const text = new URL(link, 'http://x').searchParams.get('q') ?? '';
    expect(parseQueryText(text, { now, zone: 'UTC' })).toMatchObject({
      mistakes: [],
      terms: [{ any: [{ match: 'target' }] }],
    });
  });
});

describe('a time range', () => {
  test('is written with an offset, so it means the same in every zone', () => {
    expect(search('.env').inTimeRange(hour('2026-11-14T09:05:07Z'))).toBe(
      '/_profiler?q=.env+since:2026-11-14T09:00Z+until:2026-11-14T09:59Z',
    );
    const kolkata = search('', 'Asia/Kolkata').inTimeRange(hour('2026-11-14T09:05:07Z', 'Asia/Kolkata'));
    expect(kolkata).toBe(
      '/_profiler?q=since:2026-11-14T14:00%2B05:30+until:2026-11-14T14:59%2B05:30&tz=Asia/Kolkata',
    );
  });

  test('never widens the range of the search', () => {
    expect(search('since:2m').inTimeRange(hour('2026-11-14T09:05:07Z'))).toBe(
      '/_profiler?q=since:2m+until:2026-11-14T09:59Z',
    );
    expect(search('at:2026-11-14').inTimeRange(hour('2026-11-14T09:05:07Z'))).toBe(
      '/_profiler?q=since:2026-11-14T09:00Z+until:2026-11-14T09:59Z',
    );
    expect(search('at:2026-11-14T09:05').inTimeRange(hour('2026-11-14T09:05:07Z'))).toBeNull();
  });

  test('shorter than a minute is written with seconds', () => {
    const from = at('2026-11-14T09:05:05Z');
    expect(search('').inTimeRange({ from, to: from + 5e6 - 1 })).toBe(
      '/_profiler?q=since:2026-11-14T09:05:05Z+until:2026-11-14T09:05:09Z',
    );
  });
});
