import { expect, test } from 'vitest';
import type { Exception } from '../../profile/profile.ts';
import { createRedaction } from '../redaction.ts';
import { redactException } from './redact-exception.ts';

const FRAMES = '\n    at connect (/app/db.js:3:7)';
const redact = (exception: Partial<Exception>) => {
  const { message = 'failed', name = 'Error' } = exception;
  const stack = `${name}: ${message}${FRAMES}`;
  return redactException({ name, message, stack, cause: null, ...exception }, createRedaction());
};

test('an error without a secret stays as it is', () => {
  const exception = {
    name: 'TypeError',
    message: 'x is not a function',
    stack: `TypeError${FRAMES}`,
    cause: null,
  };
  expect(redactException(exception, createRedaction())).toEqual(exception);
});

test('redacts the name, the message and the stack', () => {
  expect(redact({ name: 'token=CANARY', message: 'password=CANARY' })).toEqual({
    name: 'token=***',
    message: 'password=***',
    stack: `token=*** password=***${FRAMES}`,
    cause: null,
  });
});

test('the name and the message are read together in the stack', () => {
  expect(redact({ name: 'token', message: 'CANARY and {x}' }).stack).toBe(`token: ***${FRAMES}`);
});

test('redacts a stack that has another message', () => {
  expect(redact({ message: 'abcdefg', stack: 'password=CANARY' }).stack).toBe('password=***');
});

test('redacts a message that is JSON by its keys, in the stack too', () => {
  for (const space of ['', ' ', '\n ']) {
    const { message, stack } = redact({ message: `${space}{"pass\\u0077ord":"CANARY","a":[1]}` });
    expect(message).not.toContain('CANARY');
    expect(stack).toBe(`Error: ${message}${FRAMES}`);
  }
  expect(redact({ message: '["password","CANARY1"]' }).stack).not.toContain('CANARY');
});

test('redacts a stack that does not contain the message, or has none', () => {
  expect(redact({ message: 'other', stack: 'Error: token=CANARY\n    at x' }).stack).toBe(
    'Error: token=***\n    at x',
  );
  expect(redact({ message: '', stack: 'token=CANARY\n    at x (pin=CANARY)' }).stack).toBe(
    'token=***\n    at x (pin=***)',
  );
});

test('redacts what follows the message in the stack', () => {
  expect(redact({ message: 'a', stack: `a\n    at https://bob:CANARY@h/x.js:1:2` }).stack).toBe(
    'a\n    at https://***@h/x.js:1:2',
  );
});

test('redacts causes, fields and the errors of an AggregateError', () => {
  const inner: Exception = {
    name: 'Error',
    message: 'pin: CANARY',
    stack: 'Error: pin: CANARY',
    cause: null,
  };
  const redacted = redact({
    cause: { ...inner, cause: inner },
    fields: '{"code":"E","token":"CANARY"}',
    errors: [inner, inner],
    moreErrors: 3,
  });
  expect(JSON.stringify(redacted)).not.toContain('CANARY');
  expect(redacted.cause?.cause?.message).toBe('pin: ***');
  expect(redacted.fields).toBe('{"code":"E","token":"***"}');
  expect(redacted.errors?.map(({ message }) => message)).toEqual(['pin: ***', 'pin: ***']);
  expect(redacted.moreErrors).toBe(3);
});

test('adds no fields and no errors', () => {
  expect(Object.keys(redact({})).sort()).toEqual(['cause', 'message', 'name', 'stack']);
});
