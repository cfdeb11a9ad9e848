import { expect, test } from 'vitest';
import { resolveBodies } from './body-options.ts';

const resolve = (option: unknown) => resolveBodies(option as Parameters<typeof resolveBodies>[0]);

test('records no bodies unless asked to', () => {
  expect(resolve(undefined)).toBeNull();
  expect(resolve('none')).toBeNull();
  expect(resolve({ request: 'none', response: 'none' })).toBeNull();
});

test('applies defaults', () => {
  expect(resolve('all')).toMatchObject({ request: 'all', response: 'all', max: 16_384 });
  expect(resolve({})).toMatchObject({ request: 'errors', response: 'errors' });
  expect(resolve({ response: 'none', max: '4kB' })).toMatchObject({
    request: 'errors',
    response: 'none',
    max: 4000,
  });
  expect(resolve({ max: 262_144 })?.max).toBe(262_144);
});

test.each([
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/problem+json', true],
  ['application/x-www-form-urlencoded', true],
  ['multipart/form-data; boundary=x', true],
  ['text/html ; charset=utf-8', true],
  ['application/jsonp', false],
  ['image/png', false],
  ['application/octet-stream; text/plain', false],
  ['', false],
])('%s is a type of text: %s', (type, isText) => {
  expect(resolve('all')?.types.test(type)).toBe(isText);
});

test('accepts other types, with stars', () => {
  const types = resolve({ types: ['application/xml', 'application/*+xml'] })?.types;
  expect(
    ['application/xml', 'application/soap+xml;a=b', 'text/plain', 'application/xmlx'].map((type) =>
      types?.test(type),
    ),
  ).toEqual([true, true, false, false]);
});

test.each([
  [true, 'Invalid option bodies: expected'],
  ['failed', 'Invalid option bodies: expected'],
  [null, 'Invalid option bodies: expected an object'],
  [{ requests: 'all' }, 'Unknown option bodies.requests. Did you mean bodies.request?'],
  [{ request: true }, "Invalid option bodies.request: expected 'errors', 'all' or 'none'"],
  [{ max: '1MB' }, 'Invalid option bodies.max: 1000000 bytes are more than the limit of 256KiB.'],
  [{ max: 0 }, 'Invalid option bodies.max: expected a size'],
  [{ types: 'text/*' }, 'Invalid option bodies.types: expected a list'],
  [{ types: ['text/*', '(a)'] }, 'Invalid option bodies.types[1]: expected a content type'],
])('refuses %j', (option, message) => {
  expect(() => resolve(option)).toThrow(message);
});
