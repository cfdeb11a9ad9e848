import { describe, expect, test } from 'vitest';
import type { Profile, Span } from '../../profile/profile.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { queryGroups, querySummary } from './query-groups.ts';

const span = (kind: Span['kind'], name: string, rest: Partial<Span> = {}): Span => ({
  kind,
  name,
  at: 0,
  duration: 5,
  parent: null,
  ...rest,
});

const GROUP = {
  kind: 'sql',
  system: '',
  database: '',
  waited: 0,
  rows: null,
  open: 0,
  failed: 0,
  errors: [],
  callers: [],
  transactions: [],
};

describe('query groups', () => {
  test('have the count and durations of identical queries, the longest total first', () => {
    const spans = [
      span('sql', 'SELECT ?', { system: 'sqlite' }),
      span('http', 'GET https://a.example/'),
      span('cache', 'GET', { duration: null }),
      span('sql', 'SELECT ?', { system: 'mysql' }),
      span('sql', 'SELECT ?', { system: 'mysql', duration: 7, error: 'lost' }),
    ];
    const statement = 'SELECT ?';
    expect(queryGroups(spans)).toEqual([
      {
        ...GROUP,
        system: 'mysql',
        statement,
        count: 2,
        total: 12,
        longest: 7,
        failed: 1,
        errors: [{ text: 'lost', count: 1 }],
      },
      { ...GROUP, system: 'sqlite', statement, count: 1, total: 5, longest: 5 },
      { ...GROUP, kind: 'cache', statement: 'GET', count: 1, total: 0, longest: 0, open: 1 },
    ]);
  });

  test('keep the databases of a system apart', () => {
    const spans = ['shop', 'audit', 'shop'].map((database) => span('sql', 'SELECT ?', { database }));
    expect(queryGroups(spans).map(({ database, count }) => [database, count])).toEqual([
      ['shop', 2],
      ['audit', 1],
    ]);
  });

  test('do not count waiting for a connection as time of the query', () => {
    const spans = [
      span('sql', 'slow', { duration: 50 }),
      span('sql', 'fast', { duration: 105, wait: 100 }),
      span('sql', 'fast', { duration: 8, wait: 9 }),
    ];
    expect(queryGroups(spans)).toMatchObject([
      { statement: 'slow', total: 50, waited: 0 },
      { statement: 'fast', total: 5, longest: 5, waited: 108 },
    ]);
  });

  test('add up rows, and list calling lines and errors by frequency', () => {
    const [a, b] = ['src/a.js:1:2', 'src/b.js:3:4'];
    const spans = [
      span('sql', 'S', { rows: 2, calledFrom: a, error: 'rare' }),
      span('sql', 'S', { rows: 3, calledFrom: b, error: 'often' }),
      span('sql', 'S', { calledFrom: b, error: 'often' }),
      span('sql', 'S'),
    ];
    expect(queryGroups(spans)).toMatchObject([
      {
        rows: 5,
        failed: 3,
        callers: [
          { text: b, count: 2 },
          { text: a, count: 1 },
        ],
        errors: [
          { text: 'often', count: 2 },
          { text: 'rare', count: 1 },
        ],
      },
    ]);
  });

  test('number their transactions from 1 in the order they began', () => {
    const spans = [
      span('sql', 'BEGIN', { transaction: 70 }),
      span('sql', 'BEGIN', { transaction: 12 }),
      span('sql', 'UPDATE', { transaction: 12, duration: 4 }),
      span('sql', 'SELECT', { duration: 3 }),
    ];
    expect(queryGroups(spans).map(({ transactions }) => transactions)).toEqual([[1, 2], [2], []]);
  });
});

const query = (at: number, duration: number | null, rest: Partial<Span> = {}): Span => ({
  kind: 'sql',
  name: 'SELECT ?',
  at,
  duration,
  parent: null,
  ...rest,
});

function summaryOf(spans: readonly Span[], duration = 1000) {
  const { entry, detail } = sampleProfile({ seq: 1, duration });
  const profile: Profile = { entry, detail: detail && { ...detail, spans } };
  return querySummary(profile);
}

describe('the summary of all queries', () => {
  test('counts overlapping queries once', () => {
    const spans = [query(100, 200), query(200, 300), query(250, 10), query(600, 100)];
    expect(summaryOf(spans)).toMatchObject({ count: 4, ran: 500, share: 0.5, overlaps: true });
    expect(summaryOf([query(0, 100), query(100, 100)])).toMatchObject({ ran: 200, overlaps: false });
  });

  test('separates waiting for a connection, which parallel queries do at the same time', () => {
    const spans = [
      query(0, 100),
      query(0, 200, { wait: 100 }),
      query(0, 300, { wait: 200 }),
      query(500, 10, { wait: 20 }),
    ];
    expect(summaryOf(spans)).toMatchObject({ ran: 300, share: 0.3, waited: 210, overlaps: false });
  });

  test('counts an unfinished query until the end of the request', () => {
    expect(summaryOf([query(400, null)])).toMatchObject({ ran: 600, share: 0.6, open: 1 });
  });

  test('takes its share of the request without what ran after the response', () => {
    expect(summaryOf([query(900, 300)])).toMatchObject({ ran: 300, share: 0.1 });
    expect(summaryOf([query(1200, 300), query(1300, null)])).toMatchObject({ ran: 300, share: 0 });
    expect(summaryOf([query(0, 300)], 0).share).toBe(0);
  });

  test('counts failed queries and known calling lines, and leaves out other spans', () => {
    const spans = [
      query(0, 1, { error: 'lost', calledFrom: 'src/a.js:1:2' }),
      query(1, 1),
      query(1, 1, { name: 'SELECT b' }),
      query(2, 1, { kind: 'http', error: 'refused' }),
    ];
    expect(summaryOf(spans)).toMatchObject({ count: 3, failed: 1, located: 2 });
    expect(summaryOf([])).toMatchObject({ count: 0, ran: 0, share: 0 });
  });
});
