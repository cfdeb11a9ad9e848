import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectLinear } from '../../test/support/linear.ts';
import { createIgnore, type Ignore } from './ignore.ts';

const request = new IncomingMessage(new Socket());
const ignored = (path: string, options?: Ignore | false, method = 'GET') =>
  createIgnore(options).atStart(path, method, request);

test("ignores browsers' own probes", () => {
  for (const options of [undefined, {}, { paths: ['/health'] }]) {
    expect(ignored('/favicon.ico', options)).toBe(true);
    expect(ignored('/.well-known/appspecific/com.chrome.devtools.json', options)).toBe(true);
    expect(ignored('/.well-known/security.txt', options)).toBe(false);
    expect(ignored('/a/favicon.ico', options)).toBe(false);
  }
});

test('false ignores nothing', () => {
  expect(ignored('/favicon.ico', false)).toBe(false);
  expect(createIgnore(false).atEnd(304)).toBe(false);
});

test.each([
  ['/health', '/health', true],
  ['/health', '/health?deep=1', true],
  ['/health', '/Health', false],
  ['/health', '/health/', false],
  ['/health', '/api/health', false],
  ['/assets/*', '/assets/a/b.css', true],
  ['/assets/*', '/assets/', true],
  ['/assets/*', '/assets', false],
  ['*.map', '/x/y.map', true],
  ['*.map', '/x/y.map.js', false],
  ['/a*b*c', '/abc', true],
  ['/a*b*c', '/a--b--c', true],
  ['/a*b*c', '/acb', false],
  ['/ab*ba', '/aba', false],
  ['/a*b*b', '/ab', false],
  ['/a*b*b', '/abb', true],
  ['/**/x', '/a/b/x', true],
  ['/.*', '/.env', true],
  ['/.*', '/a', false],
  ['/a+(b)', '/a+(b)', true],
  ['*', '/anything?at=all', true],
])('%s and %s', (pattern, path, expected) => {
  expect(ignored(path, { paths: [pattern] })).toBe(expected);
});

test('a pattern matches what a regular expression would', () => {
  const parts = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 });
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 6 });
  fc.assert(
    fc.property(patterns, parts, (pattern, path) => {
      const whole = new RegExp(`^/${pattern.replaceAll('*', '.*')}$`);
      expect(ignored(`/${path}`, { paths: [`/${pattern}`] })).toBe(whole.test(`/${path}`));
    }),
    { numRuns: 2000 },
  );
});

test('no pattern is slow, whatever the path', () => {
  const { atStart } = createIgnore({ paths: [`/${'*a'.repeat(200)}*b`] });
  expectLinear((size) => expect(atStart(`/${'a'.repeat(size)}`, 'GET', request)).toBe(false));
});

test('ignores methods in any case, and statuses or status classes', () => {
  expect(ignored('/', { methods: ['options'] }, 'OPTIONS')).toBe(true);
  expect(ignored('/', { methods: ['OPTIONS'] }, 'GET')).toBe(false);
  const { atEnd } = createIgnore({ statuses: [304, '204', '1xx', '5XX'] });
  expect([304, 204, 101, 500, 599].filter(atEnd)).toEqual([304, 204, 101, 500, 599]);
  expect([200, 303, 404, 600, 0].filter(atEnd)).toEqual([]);
});

test('ignores a request only if `when` returns true', () => {
  expect(ignored('/', { when: (incoming) => incoming === request })).toBe(true);
  for (const result of [false, undefined, 1, 'yes', Promise.resolve(true)])
    expect(ignored('/', { when: () => result as boolean })).toBe(false);
  const when = () => {
    throw new Error('lost');
  };
  expect(ignored('/', { when })).toBe(false);
});

test.each([
  [{ paths: '/health' }, 'Invalid option ignore.paths: expected a list, got "/health".'],
  [
    { paths: ['health'] },
    `Invalid option ignore.paths[0]: expected a path without a query, such as '/health' or '/assets/*', got "health".`,
  ],
  [
    { paths: ['/a', ''] },
    `Invalid option ignore.paths[1]: expected a path without a query, such as '/health' or '/assets/*', got "".`,
  ],
  [
    { paths: [/x/] },
    `Invalid option ignore.paths[0]: expected a path without a query, such as '/health' or '/assets/*', got an object.`,
  ],
  [
    { paths: ['/a?b'] },
    `Invalid option ignore.paths[0]: expected a path without a query, such as '/health' or '/assets/*', got "/a?b".`,
  ],
  [{ statuses: [99] }, "Invalid option ignore.statuses[0]: expected a status such as 304 or '3xx', got 99."],
  [
    { statuses: ['3x'] },
    `Invalid option ignore.statuses[0]: expected a status such as 304 or '3xx', got "3x".`,
  ],
  [{ statuses: 304 }, 'Invalid option ignore.statuses: expected a list, got 304.'],
  [{ methods: [''] }, `Invalid option ignore.methods[0]: expected a method such as 'OPTIONS', got "".`],
  [
    { when: true },
    'Invalid option ignore.when: expected a function such as (request) => request.url === "/health", got a boolean.',
  ],
  [{ path: ['/x'] }, 'Unknown option ignore.path. Did you mean ignore.paths?'],
  [true, 'Invalid option ignore: expected an object with paths, statuses, methods, when, got a boolean.'],
  [null, 'Invalid option ignore: expected an object with paths, statuses, methods, when, got null.'],
  [['/x'], 'Invalid option ignore: expected an object with paths, statuses, methods, when, got a list.'],
])('refuses %j', (options, message) => {
  expect(() => createIgnore(options as Ignore)).toThrow(
    expect.objectContaining({ code: 'bad-option', message }),
  );
});
