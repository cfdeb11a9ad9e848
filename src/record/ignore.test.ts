import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIgnore, type Ignore } from './ignore.ts';

const request = new IncomingMessage(new Socket());
const ignored = (path: string, options?: Ignore | false, method = 'GET') =>
  createIgnore(options).atStart(path, method, request);

test("browsers' own probes are ignored, whatever else is", () => {
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

test('a pattern matches what a careful regular expression would', () => {
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

test('no pattern takes long, whatever the path', () => {
  const { atStart } = createIgnore({ paths: [`/${'*a'.repeat(200)}*b`] });
  const start = performance.now();
  expect(atStart(`/${'a'.repeat(100_000)}`, 'GET', request)).toBe(false);
  expect(performance.now() - start).toBeLessThan(100);
});

test('methods are ignored in any case, statuses one by one or by the hundred', () => {
  expect(ignored('/', { methods: ['options'] }, 'OPTIONS')).toBe(true);
  expect(ignored('/', { methods: ['OPTIONS'] }, 'GET')).toBe(false);
  const { atEnd } = createIgnore({ statuses: [304, '204', '1xx', '5XX'] });
  expect([304, 204, 101, 500, 599].filter(atEnd)).toEqual([304, 204, 101, 500, 599]);
  expect([200, 303, 404, 600, 0].filter(atEnd)).toEqual([]);
});

test('only a clear yes of `when` ignores a request', () => {
  expect(ignored('/', { when: (asked) => asked === request })).toBe(true);
  for (const answer of [false, undefined, 1, 'yes', Promise.resolve(true)])
    expect(ignored('/', { when: () => answer as boolean })).toBe(false);
  const when = () => {
    throw new Error('lost');
  };
  expect(ignored('/', { when })).toBe(false);
});

test.each([
  [{ paths: '/health' }, "ignore.paths can't be \"/health\". Write a list: paths: ['/health']."],
  [
    { paths: ['health'] },
    `ignore.paths can't hold "health". Write a whole path, such as '/health' or '/assets/*'.`,
  ],
  [{ paths: [''] }, `ignore.paths can't hold "". Write a whole path, such as '/health' or '/assets/*'.`],
  [
    { paths: [/x/] },
    `ignore.paths can't hold an object. Write a whole path, such as '/health' or '/assets/*'.`,
  ],
  [{ paths: ['/a?b'] }, `ignore.paths can't hold "/a?b": a path has no query. Write what stands before it.`],
  [{ statuses: [99] }, "ignore.statuses can't hold 99. Write a status such as 304, or '3xx'."],
  [{ statuses: ['3x'] }, `ignore.statuses can't hold "3x". Write a status such as 304, or '3xx'.`],
  [{ statuses: 304 }, "ignore.statuses can't be 304. Write a list: statuses: [304 or '3xx']."],
  [{ methods: [''] }, `ignore.methods can't hold "". Write the name of a method, such as 'OPTIONS'.`],
  [{ when: true }, "ignore.when can't be a boolean. Write a function: when: (request) => true or false."],
  [{ path: ['/x'] }, 'ignore has no option "path". Write paths, statuses, methods or when.'],
  [true, "ignore can't be a boolean. Write ignore: { paths: ['/health'] }, or ignore: false."],
  [null, "ignore can't be null. Write ignore: { paths: ['/health'] }, or ignore: false."],
  [['/x'], "ignore can't be a list. Write ignore: { paths: ['/health'] }, or ignore: false."],
])('%j is a mistake that is told', (options, message) => {
  expect(() => createIgnore(options as Ignore)).toThrow(
    expect.objectContaining({ code: 'bad-option', message }),
  );
});
