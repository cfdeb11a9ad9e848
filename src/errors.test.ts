import { expect, test } from 'vitest';
import { badOption, describeValue, GatebookError } from './errors.ts';

test.each([
  ['3x', '"3x"'],
  ['', '""'],
  [99, '99'],
  [Number.NaN, 'NaN'],
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'a boolean'],
  [{}, 'an object'],
  [[], 'a list'],
  [() => 1, 'a function'],
  [1n, 'a bigint'],
])('describes %o as %s', (value, text) => {
  expect(describeValue(value)).toBe(text);
});

test('an invalid option has the code bad-option', () => {
  const error = badOption('Invalid option keep.');
  expect(error).toBeInstanceOf(GatebookError);
  expect(error).toMatchObject({ code: 'bad-option', message: 'Invalid option keep.' });
});
