import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { OWN_FOLDER } from '../package-files.ts';
import type { Exception } from '../profile/profile.ts';
import { placeOf, topAppFrame } from './error-group.ts';

const here = (path: string) => join(process.cwd(), path);
const error = (frames: readonly string[], cause: Exception | null = null): Exception => ({
  name: 'Error',
  message: 'failed',
  stack: ['Error: failed', ...frames.map((frame) => `    ${frame}`)].join('\n'),
  cause,
});
const LIBRARY = 'at query (/app/node_modules/pg/lib/client.js:5:9)';
const NODE = 'at processTicksAndRejections (node:internal/process/task_queues:104:5)';

test('the first frame of the app is below those of libraries, of Node and without a file', () => {
  const frames = [LIBRARY, NODE, 'at async Promise.all (index 0)', 'at new Promise (<anonymous>)'];
  expect(topAppFrame(error([...frames, 'at pay (/app/pay.js:3:7)', 'at main (/app/main.js:1:1)']))).toBe(
    'at pay (/app/pay.js:3:7)',
  );
  expect(topAppFrame(error(['at C:\\app\\pay.js:3:7']))).toBe('at C:\\app\\pay.js:3:7');
  expect(topAppFrame(error(['at pay.js:3:17']))).toBe('at pay.js:3:17');
});

test('a message with a path is not a frame', () => {
  const stack = "Error: ENOENT, open '/app/missing.json'\n    at load (/app/load.js:1:1)";
  expect(topAppFrame({ ...error([]), stack })).toBe('at load (/app/load.js:1:1)');
});

test('frames of this package are not those of the app, wherever it is installed', () => {
  const own = join(OWN_FOLDER, 'record/context.ts');
  const frames = [`at run (${own}:3:7)`, `at ${pathToFileURL(own).href}:4:1`, 'at pay (/app/pay.js:3:7)'];
  expect(topAppFrame(error(frames))).toBe('at pay (/app/pay.js:3:7)');
});

test('without a frame of the app, that of a cause is taken', () => {
  const cause = error(['at inner (/app/inner.js:1:1)']);
  expect(topAppFrame(error([LIBRARY], error([NODE], cause)))).toBe('at inner (/app/inner.js:1:1)');
  expect(topAppFrame(error([LIBRARY]))).toBe('');
});

test.each([
  ['at pay (APP/pay.js:3:7)', 'pay', 'app/pay.js'],
  ['at async pay (APP/pay.js:3:7)', 'pay', 'app/pay.js'],
  ['at Shop.pay [as handler] (APP/pay.js:3:7)', 'Shop.pay', 'app/pay.js'],
  ['at new Cart (APP/my (old)/cart.js:3:7)', 'new Cart', 'app/my (old)/cart.js'],
  ['at Object.<anonymous> (APP/pay.js:3:7)', '', 'app/pay.js'],
  ['at <anonymous> (APP/pay.js:3)', '', 'app/pay.js'],
  ['at APP/pay.js:3:7', '', 'app/pay.js'],
  ['at APP/my (old)/pay.js:3:7', '', 'app/my (old)/pay.js'],
  ['at pay (APP/v:2/pay.js:3:7)', 'pay', 'app/v:2/pay.js'],
  ['at async APP/pay.js:3:7', '', 'app/pay.js'],
  [`at pay (${pathToFileURL(here('app/pay.js')).href}?v=2:3:7)`, 'pay', 'app/pay.js'],
  ['at pay (file:%zz:3:7)', 'pay', 'file:%zz'],
])('%s is %s in %s', (frame, name, file) => {
  expect(placeOf(frame.replace('APP', here('app')))).toEqual({ name, file });
});
