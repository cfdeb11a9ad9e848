import { expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { relativeTime } from './relative-time.ts';

test.each([
  [0, 'just now'],
  [400e3, 'just now'],
  [-5e6, 'just now'],
  [-59e6, 'just now'],
  [1e6, '1 second ago'],
  [42e6, '42 seconds ago'],
  [59_400e3, '59 seconds ago'],
  [60e6, '1 minute ago'],
  [200e6, '3 minutes ago'],
  [3600e6, '1 hour ago'],
  [2 * 3600e6, '2 hours ago'],
  [86_400e6, '1 day ago'],
  [50 * 3600e6, '2 days ago'],
  [1000 * 86_400e6, '1,000 days ago'],
  [-60e6, 'in 1 minute'],
  [-120e6, 'in 2 minutes'],
])('%d microseconds in the past is "%s"', (past, text) => {
  expect(relativeTime(1e15 as Micros, (1e15 + past) as Micros)).toBe(text);
});
