import { expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { ago } from './relative-time.ts';

test.each([
  [0, 'just now'],
  [-5e6, 'just now'],
  [42e6, '42 s ago'],
  [200e6, '3 min ago'],
  [3600e6, '1 h ago'],
  [86_400e6, '1 day ago'],
  [1000 * 86_400e6, '1,000 days ago'],
])('%d microseconds in the past is %s', (past, text) => {
  expect(ago(1e15 as Micros, (1e15 + past) as Micros)).toBe(text);
});
