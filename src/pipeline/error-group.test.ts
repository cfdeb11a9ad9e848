import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Exception } from '../profile/profile.ts';
import { matchesPattern, parsePattern } from '../search/pattern.ts';
import { errorGroup, exceptionStart } from './error-group.ts';

const app = (path: string) => join(process.cwd(), path);
const LIBRARY = `    at parse (${app('node_modules/lib/index.js')}:1:2)`;
const BUILT_IN = '    at JSON.parse (<anonymous>)';
const NODE = '    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)';

function thrown(
  frames: readonly string[],
  message = 'x is not a function',
  cause: Exception | null = null,
): Exception {
  return { name: 'TypeError', message, stack: frames.join('\n'), cause };
}
const groupOf = (...args: Parameters<typeof thrown>) => errorGroup('TypeError', thrown(...args));

test('has the class, the message without its values, and the function and file of the app', () => {
  const own = `    at charge (${app('shop/pay.ts')}:10:5)`;
  expect(groupOf([own], "Cannot read properties of undefined (reading 'id')")).toBe(
    'TypeError: Cannot read properties of undefined (reading …) at charge (shop/pay.ts)',
  );
});

test('names the first frame of the app below libraries and Node.js', () => {
  const place = (...frames: string[]) => groupOf(frames).replace('TypeError: x is not a function', '').trim();
  const pay = app('shop/pay.ts');
  expect(place(BUILT_IN, LIBRARY, NODE, `    at async Shop.charge [as pay] (${pay}:1:2)`)).toBe(
    'at Shop.charge (shop/pay.ts)',
  );
  expect(place(`    at ${pay}:10:5`)).toBe('at shop/pay.ts');
  expect(place(`    at Object.<anonymous> (${pay}:10:5)`)).toBe('at shop/pay.ts');
  expect(place(`    at async ${pathToFileURL(pay)}?v=1:10:5`)).toBe('at shop/pay.ts');
  expect(place('    at async Promise.all (index 0)', `    at new Cart (${pay}:3:4)`)).toBe(
    'at new Cart (shop/pay.ts)',
  );
  expect(place(`    at f (${app('dist/chunk-8f3a2b1c.js')}:1:2)`)).toBe('at f (dist/chunk-….js)');
  expect(place(LIBRARY, NODE, '    at … 12 more frames')).toBe('');
  expect(place()).toBe('');
});

test.each([
  ['chunk-QJ2IPMHV.js', 'chunk-….js'],
  ['chunk-QJBIPMHV.mjs', 'chunk-….mjs'],
  ['chunk-ABC123.js', 'chunk-….js'],
  ['pay-DkX3f_9a.js', 'pay-….js'],
  ['pay-Dk-XfaTq.js', 'pay-….js'],
  ['pay.1f3d9c0b7a2e4f56.js', 'pay.….js'],
  ['[root]__0gsasyqycrjtx._.js', '[root]__…._.js'],
  ['_next-internal_route_actions_0dshhcstabcde.js', '_next-internal_route_actions_….js'],
  ['[root]__a1b2c3._.js', '[root]__…._.js'],
  ['[root-of-the-server]__4ac4fa7d._.js', '[root-of-the-server]__…._.js'],
])('the hash that a bundler adds is not part of it: %s', (file, folded) => {
  expect(groupOf([`    at f (${app(`.next/server/chunks/${file}`)}:1:2)`], '')).toBe(
    `TypeError at f (.next/server/chunks/${folded})`,
  );
});

test.each([
  'chunk-vendors.js',
  'pay-controller.js',
  'pay-Payments.js',
  'order-v2.js',
  'pay_notifications.js',
  'pay.handlers.js',
  'a-fullName.ts',
])('the name of a file is kept: %s', (file) => {
  expect(groupOf([`    at f (${app(`dist/${file}`)}:1:2)`], '')).toBe(`TypeError at f (dist/${file})`);
});

test('an error without a message has no colon, and one with a long path has its end', () => {
  expect(groupOf([`    at charge (${app('controllers/payments.ts')}:1:2)`], '')).toBe(
    'TypeError at charge (controllers/payments.ts)',
  );
  const folders = 'folder/'.repeat(30);
  expect(groupOf([`    at charge (${app(`${folders}pay.ts`)}:1:2)`], '')).toBe(
    `TypeError at charge (…${`${folders}pay.ts`.slice(-120)})`,
  );
});

test('is on one line', () => {
  expect(errorGroup('Odd\n\tError', null)).toBe('Odd Error');
});

test('the start of an exception has no frame that is too long', () => {
  const { stack } = exceptionStart(thrown([`    at charge (/${'x'.repeat(500)}.js:1:2)`]));
  expect(stack).toBe('');
});

test('stays the same when lines move, and when another value is in the message', () => {
  const at = (line: number) => [LIBRARY, `    at charge (${app('shop/pay.ts')}:${line}:5)`];
  expect(groupOf(at(10), 'No order 17')).toBe(groupOf(at(99), 'No order 18'));
});

test('differs by class, by words, by function and by file', () => {
  const frame = (name: string, file: string) => [`    at ${name} (${app(file)}:1:2)`];
  const groups = [
    groupOf(frame('charge', 'shop/pay.ts')),
    groupOf(frame('refund', 'shop/pay.ts')),
    groupOf(frame('charge', 'shop/sql.ts')),
    groupOf(frame('charge', 'shop/pay.ts'), 'y is not a function'),
    errorGroup('RangeError', thrown(frame('charge', 'shop/pay.ts'))),
    groupOf([LIBRARY]),
    errorGroup('TypeError', null),
  ];
  expect(new Set(groups).size).toBe(groups.length);
});

test('an error without a frame of the app has that of its cause', () => {
  const cause = thrown([`    at query (${app('shop/db.ts')}:1:2)`], 'refused');
  expect(groupOf([LIBRARY], 'Query failed', cause)).toBe('TypeError: Query failed at query (shop/db.ts)');
});

test('the start of an exception has the same group', () => {
  const cause = thrown([`    at query (${app('shop/db.ts')}:1:2)`], 'refused');
  for (const exception of [
    thrown([LIBRARY, `    at charge (${app('shop/pay.ts')}:1:2)`], 'No order 17'),
    thrown([LIBRARY], `Not valid: "${'y'.repeat(5000)}`, cause),
    thrown([LIBRARY], 'word '.repeat(1000)),
    thrown([]),
  ]) {
    const start = exceptionStart(exception);
    expect(errorGroup('TypeError', start)).toBe(errorGroup('TypeError', exception));
    expect(JSON.stringify(start).length).toBeLessThan(2000);
  }
});

test('is short and can be searched for, whatever the error says', () => {
  const hostile = '\u0000\ud800*\\"\u2028\n'.repeat(200);
  const names = ['TypeError', hostile, 'x'.repeat(9000)];
  for (const name of names)
    for (const text of [hostile, 'x'.repeat(9000), 'a b '.repeat(3000)]) {
      const frames = [`    at ${text.replaceAll('\n', '')} (/${text.replaceAll('\n', '')}.js:1:2)`];
      const group = errorGroup(name, { name, message: text, stack: frames.join('\n'), cause: null });
      expect(group.length).toBeLessThanOrEqual(512);
      const pattern = parsePattern(group.replace(/[\\*]/g, '\\$&'), 'whole');
      expect(pattern && matchesPattern(pattern, group), group).toBe(true);
    }
});
