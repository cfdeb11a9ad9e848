import { expect, test } from 'vitest';
import { describeError, inspectValue } from './inspect-value.ts';

const throwing = {
  get() {
    throw new Error('no');
  },
};

test('formats any value', () => {
  const cyclic: Record<string, unknown> = { a: 1n };
  cyclic.self = cyclic;
  expect(inspectValue('as it is %s')).toBe('as it is %s');
  expect(inspectValue('%s is %d', 'x', 2)).toBe('x is 2');
  expect(inspectValue(cyclic)).toContain('[Circular');
  expect(inspectValue(7n, null, undefined, Symbol('s'))).toBe('7n null undefined Symbol(s)');
  expect(inspectValue(Object.defineProperty({}, 'x', { ...throwing, enumerable: true }))).toBe(
    '{ x: [Getter] }',
  );
  expect(inspectValue({ [Symbol.for('nodejs.util.inspect.custom')]: throwing.get })).toBe('[unreadable]');
  expect(inspectValue({ text: 'x'.repeat(1e6) }).length).toBeLessThan(3000);
});

test('describes an error in one line', () => {
  expect(describeError(new TypeError('no'))).toBe('TypeError: no');
  expect(describeError(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe(
    'AggregateError: ECONNREFUSED',
  );
  expect(describeError('text')).toBe('text');
  expect(describeError(Object.defineProperty(new Error('x'), 'message', throwing))).toBe('[unreadable]');
});
