import { expect, test } from 'vitest';
import { countOf } from './count-text.ts';
import { formatBytes, formatDuration } from './units.ts';

test.each([
  [0, '0 µs'],
  [999, '999 µs'],
  [1000, '1 ms'],
  [3141, '3.14 ms'],
  [999_400, '999 ms'],
  [999_600, '1 s'],
  [12_400_000, '12.4 s'],
  [119_000_000, '119 s'],
  [120_000_000, '2 min'],
  [210_000_000, '3.5 min'],
  [7_140_000_000, '119 min'],
  [7_200_000_000, '2 h'],
  [7_560_000_000, '2.1 h'],
  [4_320_000_000_000, '1200 h'],
])('formats %d microseconds as %s', (micros, text) => {
  expect(formatDuration(micros)).toBe(text);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1500, '1.5 kB'],
  [999_999, '1 MB'],
  [12_000_000, '12 MB'],
  [999_000_000, '999 MB'],
  [1_000_000_000, '1 GB'],
  [3_210_000_000, '3.21 GB'],
  [2_500_000_000_000, '2.5 TB'],
  [1_500_000_000_000_000, '1500 TB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('marks a capped count', () => {
  expect(countOf(1234, 'match')).toBe('1,234 matches');
  expect(countOf(10_000, 'match', '+')).toBe('10,000+ matches');
});
