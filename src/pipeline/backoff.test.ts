import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';

test('waits longer after each failure, up to two seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 1000].map(backoff)).toEqual([250, 250, 500, 1000, 2000, 2000, 2000, 2000]);
});
