import { expect, test } from 'vitest';
import { shownError, shownValue } from './shown-value.ts';

const throwing = {
  get() {
    throw new Error('no');
  },
};

test('every value has a text', () => {
  const cyclic: Record<string, unknown> = { a: 1n };
  cyclic.self = cyclic;
  expect(shownValue('as it is %s')).toBe('as it is %s');
  expect(shownValue('%s is %d', 'x', 2)).toBe('x is 2');
  expect(shownValue(cyclic)).toContain('[Circular');
  expect(shownValue(7n, null, undefined, Symbol('s'))).toBe('7n null undefined Symbol(s)');
  expect(shownValue(Object.defineProperty({}, 'x', { ...throwing, enumerable: true }))).toBe(
    '{ x: [Getter] }',
  );
  expect(shownValue({ [Symbol.for('nodejs.util.inspect.custom')]: throwing.get })).toBe('[unreadable]');
  expect(shownValue({ text: 'x'.repeat(1e6) }).length).toBeLessThan(3000);
});

test('an error is told in a line', () => {
  expect(shownError(new TypeError('no'))).toBe('TypeError: no');
  expect(shownError(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe(
    'AggregateError: ECONNREFUSED',
  );
  expect(shownError('text')).toBe('text');
  expect(shownError(Object.defineProperty(new Error('x'), 'message', throwing))).toBe('[unreadable]');
});
