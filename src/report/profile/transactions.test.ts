import { describe, expect, test } from 'vitest';
import type { Span } from '../../profile/profile.ts';
import { isTransactionControl } from '../../profile/query-time.ts';
import { transactionsOf } from './transactions.ts';

const query = (at: number, transaction: number | null, name: string, rest: Partial<Span> = {}): Span => ({
  kind: 'sql',
  name,
  at,
  duration: 10,
  parent: null,
  ...(transaction !== null && { transaction }),
  ...rest,
});

describe('transactions', () => {
  test('have their queries, from the first to the last, in the order they began', () => {
    const spans = [
      query(0, null, 'SELECT ?'),
      query(10, 9, 'BEGIN'),
      query(20, 4, 'BEGIN'),
      query(30, 9, 'UPDATE stock SET n = ?'),
      query(50, 9, 'COMMIT'),
      query(90, 4, 'ROLLBACK', { error: 'connection lost' }),
    ];
    expect(transactionsOf(spans)).toMatchObject([
      { number: 1, queries: [spans[1], spans[3], spans[4]], duration: 50, end: 'COMMIT', endFailed: false },
      { number: 2, queries: [spans[2], spans[5]], duration: 80, end: 'ROLLBACK', endFailed: true },
    ]);
    expect(transactionsOf(spans.slice(0, 1))).toEqual([]);
  });

  test.each([
    ['commit;', 'commit'],
    ['END', 'END'],
    ['ROLLBACK TO SAVEPOINT a', ''],
    ['rollback work to a', ''],
    ['rollback transaction', 'rollback'],
    ['commitTransaction admin', 'commitTransaction'],
    ['UPDATE commit SET x = ?', ''],
    ['endings', ''],
  ])('end with %j: %j', (name, end) => {
    expect(transactionsOf([query(0, 1, name)])[0]?.end).toBe(end);
  });

  test('of a cache end with EXEC', () => {
    expect(transactionsOf([query(0, 1, 'EXEC', { kind: 'cache' })])[0]?.end).toBe('EXEC');
    expect(transactionsOf([query(0, 1, 'EXEC procedure')])[0]?.end).toBe('');
  });
});

test.each([
  ['BEGIN', true],
  ['start transaction isolation level serializable', true],
  ['SAVEPOINT a', true],
  ['begin select ?; end', false],
  ['SELECT ?', false],
  ['release_stock ?', false],
])('%j only controls a transaction: %s', (statement, expected) => {
  expect(isTransactionControl(statement)).toBe(expected);
});
