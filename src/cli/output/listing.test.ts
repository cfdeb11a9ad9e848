import { describe, expect, test } from 'vitest';
import type { Micros } from '../../profile/time.ts';
import { createTokens, newTokenKey, type Seq } from '../../profile/token.ts';
import { EVERYTHING, SORT_BY } from '../../search/criteria.ts';
import type { Cursor } from '../../search/cursor.ts';
import { sampleProfile, T0 } from '../../store/conformance/sample-profile.ts';
import type { Page } from '../../store/store.ts';
import { type Listing, listingJson, listingLines } from './listing.ts';
import { PLAIN } from './terminal.ts';

const listingText = (listing: Listing) => listingLines(listing, PLAIN).join('\n');
const tokens = createTokens(newTokenKey());
const older: Cursor = { toward: 'older', time: 36 as Micros, seq: 7 as Seq };
const newer: Cursor = { toward: 'newer', time: 36 as Micros, seq: 8 as Seq };
const searchedTo = T0 as Micros;
const EMPTY: Page = { entries: [], older: null, newer: null, searchedTo: null };
const listing = (page: Partial<Page>, cursor: Cursor | null = null) => ({
  page: { ...EMPTY, ...page },
  count: { matches: 0, capped: page.searchedTo !== undefined },
  criteria: { ...EVERYTHING, cursor },
  tokens,
  zone: 'UTC',
  suggestions: [],
  columns: [],
});

describe('a search that reached its deadline', () => {
  test('prints how far it searched and the cursor to continue with', () => {
    expect(listingText(listing({ older, searchedTo }))).toBe(
      'No results found yet\nSearched back to 06-Nov-2026 21:20:00; continue with --cursor o10-7',
    );
    expect(listingText(listing({ older, newer, searchedTo }, newer))).toBe(
      'No results found yet\nSearched up to 06-Nov-2026 21:20:00; continue with --cursor n10-8\nOlder results: --cursor o10-7',
    );
  });

  test('counts at least the rows it found', () => {
    const entries = [sampleProfile({ seq: 1 }).entry];
    const lines = listingText(listing({ entries, older, searchedTo })).split('\n');
    expect(lines.at(0)).toBe('1 result found (1+ matches in total)');
    expect(lines.at(-1)).toMatch(/^Searched back to/);
  });

  test('has searchedTo and the cursor in JSON', () => {
    expect(listingJson(listing({ older, searchedTo }))).toEqual({
      entries: [],
      matches: 0,
      matchesCapped: true,
      searchedTo: '2026-11-06T21:20:00.000000Z',
      older: 'o10-7',
      newer: null,
      suggestions: [],
    });
  });
});

test('counts a failed request once', () => {
  const entries = [1, 2].map((seq) => sampleProfile({ seq, kind: seq === 2 ? 'error' : 'main' }).entry);
  const [line] = listingText({ ...listing({ entries }), count: { matches: 1, capped: false } }).split('\n');
  expect(line).toBe('2 results found (1 match in total, error stages not counted)');
});

test('adds further columns to the right', () => {
  const { entry } = sampleProfile({ seq: 1, duration: 1500, error: 'Type\u001bError' });
  const [, head, row] = listingText({
    ...listing({ entries: [entry] }),
    columns: ['duration', 'error'],
  }).split('\n');
  expect(head).toMatch(/^Status {2}IP .* Token {3}Duration {2}Error$/);
  expect(row).toMatch(/ {2}1\.5 ms {4}Type\\u\{1b\}Error$/);
});

test('says that the slowest are listed, and since when requests were compared', () => {
  const lines = (page: Partial<Page>) =>
    listingText({ ...listing(page), criteria: { ...EVERYTHING, sort: SORT_BY } }).split('\n');
  expect(lines({})).toEqual(['No results found', 'The slowest first, on one page.']);
  expect(lines({ searchedTo }).at(-1)).toMatch(/Only requests since 06-Nov-2026 21:20:00 were compared/);
});

test('prints other queries that may have been meant', () => {
  expect(listingText({ ...listing({}), suggestions: ['status:404', 'a \u202e'] })).toBe(
    'No results found\nWords without a field are searched for in the URL. Did you mean status:404 or a \\u{202e}?',
  );
});

test('a complete search prints no bound', () => {
  expect(listingText(listing({}))).toBe('No results found');
  expect(listingJson(listing({}))).toMatchObject({ searchedTo: null });
});
