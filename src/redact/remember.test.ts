import { expect, test } from 'vitest';
import { rememberUnchanged } from './remember.ts';

function setup(capacity = 10) {
  const seen: string[] = [];
  const read = rememberUnchanged(
    (value) => {
      seen.push(value);
      return value.replace('secret', '***');
    },
    (value) => ({ value }),
    capacity,
  );
  return { seen, read };
}

test('reads a harmless value once and returns the same object', () => {
  const { seen, read } = setup();
  expect(read('keep-alive')).toBe(read('keep-alive'));
  expect(seen).toEqual(['keep-alive']);
});

test('does not remember values that were redacted, nor long ones', () => {
  const { seen, read } = setup();
  const long = 'x'.repeat(300);
  for (const value of ['a secret', 'a secret', long, long])
    expect(read(value)).toEqual({ value: value.replace('secret', '***') });
  expect(seen).toEqual(['a secret', 'a secret', long, long]);
});

test('remembers values of up to 256 characters', () => {
  const { seen, read } = setup();
  const [short, long] = ['x'.repeat(256), 'x'.repeat(257)];
  for (const value of [short, short, long, long]) read(value);
  expect(seen).toEqual([short, long, long]);
});

test('remembers a limited number of values', () => {
  const { seen, read } = setup(10);
  for (let n = 0; n < 100; n++) read(`value ${n}`);
  read('value 0');
  expect(seen).toHaveLength(101);
});
