import { expect, test } from 'vitest';
import { ago } from './ago.ts';

test.each([
  [0, 'just now'],
  [400, 'just now'],
  [59_400, '59 s ago'],
  [60_000, '1 min ago'],
  [3 * 60_000 + 20_000, '3 min ago'],
  [2 * 3_600_000, '2 h ago'],
  [50 * 3_600_000, '2 d ago'],
  [-120_000, 'in 2 min'],
])('%i ms is %s', (ms, text) => {
  expect(ago(1e12 - ms, 1e12)).toBe(text);
});
