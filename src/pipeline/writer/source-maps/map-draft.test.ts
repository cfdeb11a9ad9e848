import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Exception } from '../../../profile/profile.ts';
import { mapCall, mapException } from './map-draft.ts';
import type { SourceMaps } from './source-maps.ts';

const app = (path: string) => join(process.cwd(), path);
const BUNDLE = app('dist/app.js');

/** Maps the bundle: line 1 to `src/pay.ts`, line 2 to a library, line 3 to a file outside of the app. */
const maps: SourceMaps = {
  find(file, line, column, name = '') {
    if (file !== BUNDLE) return null;
    const sources = [app('src/pay.ts'), app('node_modules/pg/lib/client.js'), 'shared/db.ts'];
    const source = sources[line - 1];
    if (source === undefined) return null;
    return { file: source, line: 41, column, name: 'charge', isShortened: name === 't' || name === 'e' };
  },
};

function stackOf(stack: string, rest: Partial<Exception> = {}): string {
  return mapException({ name: 'Error', message: 'no', stack, cause: null, ...rest }, maps).stack;
}
const frame = (call: string) =>
  stackOf(`    at ${call.replaceAll('APP', BUNDLE)}`).replaceAll(process.cwd(), 'CWD');

test.each([
  ['pay (APP:1:20033)', 'pay (CWD/src/pay.ts:41:20033)'],
  ['async pay (APP:1:5)', 'async pay (CWD/src/pay.ts:41:5)'],
  ['APP:1:5', 'CWD/src/pay.ts:41:5'],
  ['async APP:1:5', 'async CWD/src/pay.ts:41:5'],
  [`${pathToFileURL(BUNDLE).href}?v=2:1:5`, 'CWD/src/pay.ts:41:5'],
  ['new Cart (APP:1:5)', 'new Cart (CWD/src/pay.ts:41:5)'],
  ['Shop.pay [as handler] (APP:1:5)', 'Shop.pay [as handler] (CWD/src/pay.ts:41:5)'],
  ['query (APP:2:5)', 'query (CWD/node_modules/pg/lib/client.js:41:5)'],
  ['query (APP:3:5)', 'query (shared/db.ts:41:5)'],
])('%s is %s', (call, mapped) => {
  expect(frame(call)).toBe(`    at ${mapped}`);
});

test.each([
  'pay (APP:9:5)',
  'pay (APP:1)',
  'pay (APP)',
  'pay (file:%zz:1:5)',
  'async Promise.all (index 0)',
  'Array.map (<anonymous>)',
  'node:internal/timers:1:5',
  `eval (eval at pay (APP:1:5), <anonymous>:1:1)`,
  `${'x'.repeat(2000)} (APP:1:5)`,
  'charge (CWD/src/pay.ts:7:9)',
])('%s stays as it is', (call) => {
  expect(frame(call)).toBe(`    at ${call.replaceAll('APP', 'CWD/dist/app.js')}`);
});

test('a name of a minifier is that of the source, where the source has one', () => {
  const named = (...calls: string[]) =>
    stackOf(calls.map((call) => `    at ${call}`).join('\n'))
      .split('\n')[0]
      ?.replace(process.cwd(), 'CWD');
  const at = `(${BUNDLE}:1:5)`;
  expect(named(`t ${at}`, `main ${at}`)).toBe('    at charge (CWD/src/pay.ts:41:5)');
  expect(named(`async t ${at}`, `main ${at}`)).toBe('    at async charge (CWD/src/pay.ts:41:5)');
  expect(named(`e.total ${at}`, `main ${at}`)).toBe('    at total (CWD/src/pay.ts:41:5)');
  // Where it was called is not known.
  expect(named(`t ${at}`, `async main ${at}`)).toBe('    at CWD/src/pay.ts:41:5');
  expect(named(`t ${at}`)).toBe('    at CWD/src/pay.ts:41:5');
  expect(named(`new e ${at}`, `main ${at}`)).toBe('    at CWD/src/pay.ts:41:5');
});

test('a message that is part of a frame does not hide it', () => {
  for (const message of ['at', 'pay', 'dist', ' ', ''])
    expect(stackOf(`    at pay (${BUNDLE}:1:5)`, { message })).toBe(`    at pay (${app('src/pay.ts')}:41:5)`);
});

test('a message in the stack is left as it is', () => {
  const line = `    at pay (${BUNDLE}:1:5)`;
  const message = `no\n${line}`;
  expect(stackOf(`Error: ${message}\n${line}`, { message })).toBe(
    `Error: ${message}\n${line.replace(`${BUNDLE}:1`, `${app('src/pay.ts')}:41`)}`,
  );
});

test('the frames below a message that was changed are mapped, not what is before them', () => {
  const line = `    at pay (${BUNDLE}:1:5)`;
  const mapped = `    at pay (${app('src/pay.ts')}:41:5)`;
  expect(stackOf(`Error: old\n${line}\nmore\n${line}\n${line}`, { message: 'new' })).toBe(
    `Error: old\n${line}\nmore\n${mapped}\n${mapped}`,
  );
});

test('errors and causes are mapped too', () => {
  const stack = `    at pay (${BUNDLE}:1:5)`;
  const error: Exception = { name: 'Error', message: 'no', stack, cause: null };
  const { cause, errors } = mapException({ ...error, cause: error, errors: [error] }, maps);
  const mapped = `    at pay (${app('src/pay.ts')}:41:5)`;
  expect([cause?.stack, errors?.[0]?.stack]).toEqual([mapped, mapped]);
});

test('only the first sixty frames are looked at', () => {
  const lines = stackOf(Array(200).fill(`    at pay (${BUNDLE}:1:5)`).join('\n')).split('\n');
  expect(lines).toHaveLength(200);
  expect(lines.filter((line) => line.includes('pay.ts'))).toHaveLength(60);
});

test('takes time in proportion to the length of the stack', () => {
  const start = performance.now();
  for (const char of [' ', '(', ':1', ' (', 'at ', '\n', '    at ', ':1:1)', '/a.js'])
    stackOf(`    at ${char.repeat(100_000)}`);
  expect(performance.now() - start).toBeLessThan(1000);
});

test.each([
  ['a source', 'dist/app.js:1:5', 'src/pay.ts:41:5'],
  ['a source outside of the app', 'dist/app.js:3:5', 'shared/db.ts:41:5'],
  ['code without a map', 'dist/other.js:1:5\ndist/main.js:2:5', 'dist/other.js:1:5'],
  ['code without a map that code with one called', 'dist/other.js:1:5\ndist/app.js:1:5', 'dist/other.js:1:5'],
  [
    'the app, below a library in the bundle',
    'dist/app.js:2:5\ndist/app.js:2:9\ndist/app.js:1:5',
    'src/pay.ts:41:5',
  ],
  ['a library that nothing of the app called', 'dist/app.js:2:5', 'node_modules/pg/lib/client.js:41:5'],
])('a call comes from %s', (_what, calledFrom, place) => {
  expect(mapCall(calledFrom, maps)).toBe(place);
});
