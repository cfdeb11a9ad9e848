import { expect, test } from 'vitest';
import { Transactions } from './transactions.ts';

/** The numbers of statements that one connection sends in one request. */
function numbers(statements: readonly string[], request = {}): (number | undefined)[] {
  const transactions = new Transactions();
  const connection = {};
  return statements.map((statement) => transactions.numberOf(connection, statement, request));
}

test('numbers the statements from begin to end', () => {
  expect(numbers(['SELECT 1', 'BEGIN', 'SELECT 1', 'COMMIT', 'SELECT 1'])).toEqual([
    undefined,
    1,
    1,
    1,
    undefined,
  ]);
  expect(numbers(['start  transaction', 'ROLLBACK;', 'begin work', 'end', 'SELECT 1'])).toEqual([
    1,
    1,
    2,
    2,
    undefined,
  ]);
});

test('a savepoint does not end it, and a chain begins the next one', () => {
  const savepoints = ['BEGIN', 'SAVEPOINT a', 'ROLLBACK TO SAVEPOINT a', 'rollback work to a', 'SELECT 1'];
  expect(numbers(savepoints)).toEqual([1, 1, 1, 1, 1]);
  expect(numbers(['BEGIN', 'COMMIT AND CHAIN', 'SELECT 1', 'COMMIT', 'SELECT 1'])).toEqual([
    1,
    1,
    2,
    2,
    undefined,
  ]);
});

test('reads comments and several statements at once', () => {
  expect(numbers(['/* app */ -- x\n BEGIN', 'SELECT 1', '/* app */ COMMIT', 'SELECT 1'])).toEqual([
    1,
    1,
    1,
    undefined,
  ]);
  expect(numbers(['BEGIN; SELECT 1; COMMIT', 'SELECT 1', 'SELECT begin', 'beginning'])).toEqual([
    1,
    undefined,
    undefined,
    undefined,
  ]);
});

test('many comments take no time', () => {
  const startedAt = performance.now();
  expect(numbers(['BEGIN', `${'/***/'.repeat(10_000)} x`, `${'/* '.repeat(10_000)}`])).toEqual([1, 1, 1]);
  expect(performance.now() - startedAt).toBeLessThan(100);
});

test('connections and requests have transactions of their own', () => {
  const transactions = new Transactions();
  const [a, b, first, second] = [{}, {}, {}, {}];
  expect(transactions.numberOf(a, 'BEGIN', first)).toBe(1);
  expect(transactions.numberOf(b, 'SELECT 1', first)).toBeUndefined();
  expect(transactions.numberOf(b, 'BEGIN', first)).toBe(2);
  expect(transactions.numberOf(a, 'SELECT 1', first)).toBe(1);
  expect(transactions.numberOf(a, 'SELECT 1', second)).toBeUndefined();
  expect(transactions.numberOf(a, 'BEGIN', second)).toBe(1);
  expect(new Transactions().numberOf({}, 'BEGIN', second)).toBe(2);
});
