import { win32 } from 'node:path';
import { expect, test } from 'vitest';
import { appPath } from './app-path.ts';

test('is relative to the working folder', () => {
  expect(appPath(`${process.cwd()}/src/orders.js`)).toBe('src/orders.js');
  expect(appPath('/shop/../x.js', '/app')).toBe('../x.js');
});

test('has slashes on Windows', () => {
  expect(appPath('C:\\shop\\src\\orders.js', 'C:\\shop', win32)).toBe('src/orders.js');
  expect(appPath('D:\\lib\\x.js', 'C:\\shop', win32)).toBe('D:/lib/x.js');
});
