import { describe, expect, test } from 'vitest';
import type { Span } from '../../src/profile/profile.ts';
import { profile, sectionText, servePages, sql } from '../support/test-page.ts';

async function panelsOf(spans: readonly Span[]) {
  const { html } = await (await servePages(profile({ seq: 1, duration: 1500 }, { spans }))).openAll(1);
  return { html, queries: sectionText(html, 'queries'), timeline: sectionText(html, 'timeline') };
}

const HERE = 'src/orders.js:12:20';

describe('the Queries panel', () => {
  test('states the time of all queries, the share of the request and the waiting time', async () => {
    const { queries } = await panelsOf([
      sql('SELECT 1', 0, { duration: 400, wait: 100 }),
      sql('SELECT 2', 200, { duration: 500, error: 'deadlock' }),
    ]);
    expect(queries).toContain(
      '2 queries ran for 600 µs (40% of the request) and waited 100 µs for a connection. Time when queries overlap is counted once. 1 failed.',
    );
    expect(queries).toContain('Count Total Longest Waited Database Query');
    expect(queries).toContain('1 500 µs 500 µs mysql SELECT 2 failed: deadlock');
    expect(queries.indexOf('SELECT 2')).toBeLessThan(queries.indexOf('SELECT 1'));
  });

  test('names the line that repeats a query, and lists the lines of each query', async () => {
    const loop = Array.from({ length: 12 }, (_, i) =>
      sql('SELECT ?', i * 30, { rows: 1, calledFrom: i === 0 ? 'src/list.js:3:4' : HERE }),
    );
    const { queries, html } = await panelsOf(loop);
    expect(queries).toContain(`240 µs in total, 11 times from ${HERE} . Load all rows`);
    expect(queries).toContain(`N+1 Initiator ${HERE} 11× Initiator src/list.js:3:4 1×`);
    expect(queries).toContain('Count Total Longest Rows Database Query 12 240 µs 20 µs 12 mysql');
    expect(html).toContain(`<code>${HERE}</code>`);
  });

  test('shows each transaction from begin to commit', async () => {
    const { queries, html, timeline } = await panelsOf([
      sql('BEGIN', 10, { transaction: 44 }),
      sql('UPDATE a', 50, { transaction: 44, rows: 3, wait: 5 }),
      sql('COMMIT', 90, { transaction: 44 }),
      sql('BEGIN', 200, { transaction: 7, database: 'b' }),
    ]);
    expect(queries).toContain('Transaction 1: 3 queries in 100 µs, ended with COMMIT.');
    expect(queries).toContain('Transaction 2: 1 query in 20 µs, its end was not recorded.');
    expect(html).toMatch(/<a href="#transaction-1">.*<details id="transaction-1"/s);
    expect(timeline).toContain('UPDATE a 3 rows, waited 5 µs, transaction 1');
    expect(timeline).toContain('sql UPDATE a 20 µs (waited 5 µs)');
    expect(html).toContain('class="mark waited"');
  });

  test('shows older profiles without columns that they have no values for', async () => {
    const { queries, html } = await panelsOf([sql('SELECT 1', 0)]);
    expect(queries).toContain('1 query ran for 20 µs (1% of the request).');
    expect(queries).toContain(
      'Count Total Longest Database Query 1 20 µs 20 µs mysql SELECT 1 Similar requests',
    );
    expect(queries).not.toMatch(/Initiator|Transaction|not known|overlap/);
    expect(html).not.toContain('mark waited');
  });

  test('folds a long statement, and lists only some of many lines and errors', async () => {
    const { queries } = await panelsOf([
      sql(`SELECT ${'column, '.repeat(500)}`, 0),
      ...Array.from({ length: 9 }, (_, i) =>
        sql('SELECT ?', i, { calledFrom: `src/a.js:${i}:1`, error: `e${i}`, transaction: i }),
      ),
    ]);
    expect(queries).toMatch(/… 3,7\d\d more characters/);
    expect(queries).toContain('6 more initiators in 9 transactions failed: e0');
    expect(queries).toContain('9 failed, with 9 different errors');
    expect(queries).toContain('The calling line of 1 query is not known.');
    expect(queries).not.toContain('N+1');
  });
});
