import { validateHeaderName } from 'node:http';
import { expect, test } from 'vitest';
import { toException } from './exception.ts';

const throwing = {
  get: () => {
    throw new Error('a getter was called');
  },
};

test('removes the message from the stack, also of an error with a code', () => {
  const message = 'x\n    at evil (/app/secret.js:1:1)\ny';
  for (const error of [new Error(message), Object.assign(new TypeError(message), { code: 'ERR_X' })]) {
    expect(toException(error).stack).not.toContain('secret.js');
    expect(toException(error).stack).toMatch(/^ {4}at /);
  }
  const invalid = () => validateHeaderName('x\n (/app/secret.js:2:1)\ny');
  try {
    invalid();
    throw new Error('not invalid');
  } catch (error) {
    expect(toException(error)).toMatchObject({ message: expect.stringContaining('secret.js') });
    expect(toException(error).stack).not.toContain('secret.js');
  }
});

test('removes the head of a stack without a message', () => {
  expect(toException(new Error()).stack).toMatch(/^ {4}at /);
  expect(toException(new TypeError('')).stack).toMatch(/^ {4}at /);
  expect(toException(Object.assign(new Error('x'), { stack: 'Error: x' })).stack).toBe('');
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
    expect(toException(error).stack).not.toMatch(/^\s+at /);
});

test('reads a stack that was replaced, but calls no getter of the app', () => {
  expect(toException(Object.assign(new Error('x'), { stack: 'own text' })).stack).toBe('own text');
  expect(toException(Object.assign(new Error('x'), { stack: { a: 1 } })).stack).toBe('');
  expect(toException(Object.defineProperty(new Error('x'), 'stack', throwing)).stack).toBe('');
  const bound = { get: (() => 'CANARY').bind(null) };
  expect(toException(Object.defineProperty(new Error('x'), 'stack', bound)).stack).toBe('');
  const { prepareStackTrace } = Error;
  try {
    Error.prepareStackTrace = (_, sites) => sites;
    expect(toException(new Error('sites')).stack).toMatch(/^ {4}at .*exception-stack\.test\.ts/);
    Error.prepareStackTrace = () => {
      throw new Error('no');
    };
    expect(toException(new Error('thrown'))).toMatchObject({ message: 'thrown', stack: '' });
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
});

test('keeps the frames of the app when a stack is too long', () => {
  const library = (i: number) =>
    `    at step${i} (/app/node_modules/some-library/lib/${'x'.repeat(60)}.js:${i}:1)`;
  const own = '    at async handler (/app/src/orders.js:12:5)';
  const frames = [...Array.from({ length: 200 }, (_, i) => library(i)), own, '    at node:internal/main:1:1'];
  const { stack } = toException(Object.assign(new Error('x'), { stack: `Error: x\n${frames.join('\n')}` }));
  expect(stack.length).toBeLessThan(8300);
  expect(stack).toContain(`${library(0)}\n${library(1)}\n`);
  expect(stack).toContain(`\n${own}\n`);
  expect(stack).toMatch(/\n {4}at … \d+ more frames$/);
});
