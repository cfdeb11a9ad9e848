import { describe, expect, test } from 'vitest';
import type { Span } from '../../profile/profile.ts';
import { type QuerySummary, queryGroups } from './query-groups.ts';
import {
  databaseText,
  notLocatedText,
  nPlusOneText,
  problemText,
  summaryText,
  transactionText,
} from './query-texts.ts';

const SUMMARY: QuerySummary = {
  count: 13,
  ran: 41_000,
  share: 0.466,
  waited: 0,
  overlaps: false,
  failed: 0,
  open: 0,
  located: 0,
};

const [HERE, THERE] = ['src/orders.js:12:20', 'src/list.js:3:4'];

function query(name: string, rest: Partial<Span> = {}): Span {
  return { kind: 'sql', name, at: 0, duration: 1000, parent: null, ...rest };
}

function repeat(count: number, name: string, rest: Partial<Span> = {}): Span[] {
  return Array.from({ length: count }, () => query(name, rest));
}

function warning(...spans: readonly Span[]): string | null {
  const text = nPlusOneText(queryGroups(spans));
  return text && text.before + text.place + text.after;
}

describe('the line about all queries', () => {
  test.each<[Partial<QuerySummary>, string]>([
    [{}, '13 queries ran for 41 ms (47% of the request).'],
    [{ count: 1, ran: 20, share: 0.001 }, '1 query ran for 20 µs (less than 1% of the request).'],
    [{ waited: 3100 }, '13 queries ran for 41 ms (47% of the request) and waited 3.1 ms for a connection.'],
    [
      { count: 1500, overlaps: true },
      '1,500 queries ran for 41 ms (47% of the request). Time when queries overlap is counted once.',
    ],
  ])('%j', (rest, text) => {
    expect(summaryText({ ...SUMMARY, ...rest })).toBe(text);
  });

  test('is followed by what went wrong', () => {
    expect(problemText(SUMMARY)).toBe('');
    expect(problemText({ failed: 2, open: 0 })).toBe('2 failed.');
    expect(problemText({ failed: 2, open: 1 })).toBe('2 failed, 1 did not finish.');
  });

  test('mentions missing calling lines only if others are known', () => {
    expect(notLocatedText(SUMMARY)).toBe('');
    expect(notLocatedText({ ...SUMMARY, located: 13 })).toBe('');
    expect(notLocatedText({ ...SUMMARY, located: 12 })).toBe('The calling line of 1 query is not known.');
  });
});

describe('an N+1 query', () => {
  test('is named with the line that repeats it', () => {
    expect(warning(...repeat(12, 'SELECT ?', { calledFrom: HERE }))).toBe(
      `the same query ran 12 times, 12 ms in total, from ${HERE}. Load all rows with one query instead.`,
    );
  });

  test('says how many calls came from the line, if not all', () => {
    const here = repeat(6, 'SELECT ?', { calledFrom: HERE });
    expect(warning(...here, query('SELECT ?', { calledFrom: THERE }))).toContain(`, 6 times from ${HERE}.`);
    expect(warning(...here, query('SELECT ?'))).toContain(`, the first of them from ${HERE}.`);
    expect(warning(...here, query('SELECT ?', { calledFrom: THERE }), query('SELECT ?'))).toContain(
      `, at least 6 times from ${HERE}.`,
    );
  });

  test('is reported without a line for older profiles', () => {
    expect(warning(...repeat(5, 'SELECT ?'), ...repeat(6, 'insert ?'), ...repeat(5, 'x'))).toBe(
      'the same query ran 6 times, 6 ms in total, and 2 more queries repeated like this. Write all rows with one query instead.',
    );
  });

  test('needs five calls from one line', () => {
    const lines = Array.from({ length: 12 }, (_, i) => query('SELECT ?', { calledFrom: `a.js:${i >> 1}:1` }));
    expect(warning(...lines)).toBeNull();
    expect(warning(...lines.slice(0, 8), ...repeat(20, 'SELECT ?'))).toBeNull();
    expect(warning(...repeat(4, 'SELECT ?'))).toBeNull();
  });

  test('is neither a cache command nor the begin of a transaction', () => {
    expect(warning(...repeat(9, 'GET', { kind: 'cache' }), ...repeat(9, 'BEGIN'))).toBeNull();
  });
});

test('a database is named only where there is more than one', () => {
  const names = (spans: readonly Span[]) => {
    const groups = queryGroups(spans);
    return groups.map((group) => databaseText(group, groups));
  };
  const shop = query('a', { system: 'postgresql', database: 'shop' });
  expect(names([shop, query('b'), query('c', { kind: 'cache' })])).toEqual(['postgresql', 'sql', 'cache']);
  expect(names([shop, query('b', { system: 'mysql', database: 'log\u202e' })])).toEqual([
    'postgresql shop',
    'mysql log\\u{202e}',
  ]);
  expect(names([query('a', { system: 'x'.repeat(90) })])).toEqual([`${'x'.repeat(40)}…`]);
});

test.each([
  ['COMMIT', false, 'ended with COMMIT'],
  ['COMMIT', true, 'COMMIT failed'],
  ['', false, 'its end was not recorded'],
])('a transaction that ends with %j (failed: %s): %s', (end, endFailed, text) => {
  const transaction = { number: 2, queries: repeat(3, 'S'), duration: 12_000, end, endFailed };
  expect(transactionText(transaction)).toBe(`Transaction 2: 3 queries in 12 ms, ${text}`);
});
