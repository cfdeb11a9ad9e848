import { validateHeaderName } from 'node:http';
import { expect, test } from 'vitest';
import { toException } from './exception.ts';

class Named extends Error {}

test('takes the name of an error, or its class', () => {
  expect(toException(new TypeError('x'))?.name).toBe('TypeError');
  expect(toException(new Named('x'))?.name).toBe('Named');
  expect(toException(Object.assign(new Error('x'), { name: 'Mine' }))?.name).toBe('Mine');
  expect(toException('text')).toEqual({ name: 'string', message: 'text', stack: '', cause: null });
  expect(toException(undefined)).toBeNull();
});

test('converts any name to a string and cuts it', () => {
  for (const name of [{}, () => 1, 7n, ['x']])
    expect(typeof toException(Object.assign(new Error('x'), { name }))?.name).toBe('string');
  const bare = Object.setPrototypeOf(
    new Error('x'),
    Object.create(Error.prototype, { constructor: { value: null } }),
  );
  expect(toException(bare)?.name).toBe('Error');
  expect(toException(Object.assign(new Error('x'), { name: 'N'.repeat(9000) }))?.name).toHaveLength(200);
});

test('removes the message from the stack, also of an error with a code', () => {
  const message = 'x\n    at evil (/app/secret.js:1:1)\ny';
  for (const error of [new Error(message), Object.assign(new TypeError(message), { code: 'ERR_X' })]) {
    expect(toException(error)?.stack).not.toContain('secret.js');
    expect(toException(error)?.stack).toMatch(/^ {4}at /);
  }
  const invalid = () => validateHeaderName('x\n (/app/secret.js:2:1)\ny');
  try {
    invalid();
    throw new Error('not invalid');
  } catch (error) {
    expect(toException(error)).toMatchObject({ message: expect.stringContaining('secret.js') });
    expect(toException(error)?.stack).not.toContain('secret.js');
  }
});

test('removes the head of a stack without a message', () => {
  expect(toException(new Error())?.stack).toMatch(/^ {4}at /);
  expect(toException(new TypeError(''))?.stack).toMatch(/^ {4}at /);
  expect(toException(Object.assign(new Error('x'), { stack: 'Error: x' }))?.stack).toBe('');
});

test('keeps a stack whole if V8 did not write its head for this message', () => {
  const fake = '    at evil (/app/secret.js:1:1)';
  const changed = (message: string, later: string) => {
    const error = new Error(message);
    void error.stack;
    error.message = later;
    return error;
  };
  for (const error of [
    changed(`old\n${fake}`, 'new'),
    changed(`old\n${fake}`, ''),
    changed(`old\n${fake}`, 'ol'),
    changed(`old\n${fake}`, `failed: old\n${fake}`),
    changed(`old\nnew\n${fake}`, 'new'),
    Object.assign(new Error('x'), { stack: `remote text\n${fake}` }),
    Object.assign(new Error('x'), { stack: `Error: y x\n${fake}` }),
  ])
    expect(toException(error)?.stack).not.toMatch(/^\s+at /);
});

test("records a value that can't be read", () => {
  const throwing = {
    get: () => {
      throw new Error('no');
    },
  };
  const unreadable = { name: 'unreadable', message: '', stack: '', cause: null };
  for (const thrown of [
    Object.create(null),
    Object.defineProperty(new Error('x'), 'message', throwing),
    Object.defineProperty(new Error('x'), 'name', throwing),
    new Proxy({}, { getPrototypeOf: throwing.get }),
    Object.assign(new Error('x'), { name: Object.create(null) }),
  ])
    expect(toException(thrown)).toEqual(unreadable);
  expect(toException(new Error('x', { cause: Object.create(null) }))).toMatchObject({
    name: 'Error',
    cause: unreadable,
  });
});
