import { expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { SEQ_END, type Seq } from '../profile/token.ts';
import { cursorAt, formatCursor, parseCursor } from './cursor.ts';

const entry = (time: number, seq: number) => ({ time: time as Micros, seq: seq as Seq });

test.each([
  ['older', entry(1_760_000_000_000_000, 51)],
  ['newer', entry(0, 0)],
  ['older', entry(Number.MAX_SAFE_INTEGER, SEQ_END - 1)],
] as const)('a cursor toward %s entries is written and read', (toward, at) => {
  const cursor = cursorAt(at, toward);
  expect(cursor).toEqual({ toward, ...at });
  expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
});

test('is short enough for a URL', () => {
  expect(formatCursor({ toward: 'older', ...entry(35, 51) })).toBe('oz-1f');
});

test.each([
  '',
  'x1-1',
  ' o1-1',
  'xo1-1',
  'o1-1 ',
  'o1-1-',
  'o1',
  'o-1',
  formatCursor({ toward: 'older', ...entry(Number.MAX_SAFE_INTEGER + 1, 1) }),
  formatCursor({ toward: 'older', ...entry(1, SEQ_END) }),
])('%j is not a cursor', (text) => {
  expect(parseCursor(text)).toBeNull();
});
