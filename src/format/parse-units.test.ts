import { expect, test } from 'vitest';
import { parseDuration, parseSize } from './parse-units.ts';

test.each([
  ['500ms', 500],
  ['1.5h', 5_400_000],
  ['30d', 2_592_000_000],
  ['2 w', 1_209_600_000],
  ['250us', 0.25],
  ['250\u00b5s', 0.25],
  ['250\u03bcs', 0.25],
  ['5 min', 300_000],
  ['0s', 0],
])('parses the duration %s', (text, millis) => {
  expect(parseDuration(text)).toBe(millis);
});

test.each(['', '30', 'd', '30x', '-1d', '1e3s', '1 h 2', 'constructor', '1.h', '2GB'])(
  'refuses the duration %j',
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);

test.each([
  ['100B', 100],
  ['1.5kB', 1500],
  ['16MB', 16e6],
  ['2 gb', 2e9],
  ['1GiB', 2 ** 30],
  ['3TB', 3e12],
])('parses the size %s', (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});

test.each(['', '16', '16XB', 'GB', '-2GB', '30d', '1_000B'])('refuses the size %j', (text) => {
  expect(parseSize(text)).toBeNull();
});
