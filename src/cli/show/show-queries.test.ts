import { describe, expect, test } from 'vitest';
import type { Span } from '../../profile/profile.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { queryLines } from './show-queries.ts';

const sql = (name: string, at: number, rest: Partial<Span> = {}): Span => ({
  kind: 'sql',
  name,
  at,
  duration: 20,
  parent: null,
  system: 'postgresql',
  ...rest,
});

function linesOf(spans: readonly Span[]): readonly string[] {
  const { entry, detail } = sampleProfile({ seq: 1, duration: 1000 });
  return queryLines({ entry, detail: detail && { ...detail, spans } });
}

describe('the queries of gatebook show', () => {
  test('have the facts of the Queries panel', () => {
    const from = { calledFrom: 'src/a.js:1:2' };
    const loop = Array.from({ length: 5 }, (_, i) => sql('SELECT\n  ?', i * 20, { ...from, rows: 2 }));
    expect(
      linesOf([
        ...loop,
        sql('BEGIN', 200, { transaction: 9, wait: 5 }),
        sql('COMMIT', 220, { transaction: 9, duration: 10, error: 'lost' }),
      ]),
    ).toEqual([
      '7 queries ran for 125 µs (13% of the request) and waited 5 µs for a connection. 1 failed.',
      'N+1 query: the same query ran 5 times, 100 µs in total, from src/a.js:1:2. Load all rows with one query instead.',
      '5×  100 µs  longest 20 µs  10 rows  postgresql  N+1',
      '    SELECT ?',
      '    from src/a.js:1:2',
      '1×  15 µs  waited 5 µs  postgresql  transaction 1',
      '    BEGIN',
      '1×  10 µs  postgresql  transaction 1',
      '    COMMIT',
      '    failed: lost',
      'The calling line of 2 queries is not known.',
      'Transaction 1: 2 queries in 30 µs, COMMIT failed',
    ]);
  });

  test('are limited to the slowest, and long statements are cut', () => {
    const lines = linesOf(Array.from({ length: 500 }, (_, i) => sql(`S${i} ${'x'.repeat(900)}`, i)));
    expect(lines).toHaveLength(42);
    expect(lines[2]).toMatch(/^ {4}S0 x+… cut here, 503 more characters$/);
    expect(lines.at(-1)).toBe('480 more distinct queries; --json has them all.');
  });

  test('contain no control characters, and are missing if there were no queries', () => {
    const evil = 'a\u001b[2J\u202e\nb';
    const hostile = { system: evil, database: evil, calledFrom: evil, error: evil };
    const text = linesOf([sql(evil, 1, hostile), sql('b', 2, { database: 'b' })]).join('');
    expect(text).toContain('\\u{1b}[2J');
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(linesOf([])).toEqual([]);
  });
});
