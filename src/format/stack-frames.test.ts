import { win32 } from 'node:path';
import { expect, test } from 'vitest';
import { appPath, isLibraryFrame } from './stack-frames.ts';

test.each([
  '    at Layer.handle (/app/node_modules/router/lib/layer.js:152:17)',
  '    at file:///app/node_modules/.pnpm/koa@3/node_modules/koa/lib/app.mjs:1:2',
  '    at C:\\app\\node_modules\\router\\index.js:1:2',
  '    at Layer.handle (node_modules/router/lib/layer.js:152:17)',
  '    at node_modules/router/lib/layer.js:152:17',
  '    at async node:internal/process/task_queues:104:5',
  '    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)',
  '    at node:net:1:1',
  '    at Array.map (<anonymous>)',
])('%s is a frame of a library', (frame) => {
  expect(isLibraryFrame(frame)).toBe(true);
});

test.each([
  '    at async find (/app/src/orders.js:12:5)',
  '    at async Promise.all (index 0)',
  '    at file:///app/src/index.mjs:1:2',
  '    at /app/node_modules_of_mine/x.js:1:2',
  'Error: failed',
])('%s is not', (frame) => {
  expect(isLibraryFrame(frame)).toBe(false);
});

test('is relative to the working folder', () => {
  expect(appPath(`${process.cwd()}/src/orders.js`)).toBe('src/orders.js');
  expect(appPath('/shop/../x.js', '/app')).toBe('../x.js');
});

test('has slashes on Windows', () => {
  expect(appPath('C:\\shop\\src\\orders.js', 'C:\\shop', win32)).toBe('src/orders.js');
  expect(appPath('D:\\lib\\x.js', 'C:\\shop', win32)).toBe('D:/lib/x.js');
});
