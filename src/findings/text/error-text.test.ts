import { expect, test } from 'vitest';
import { errorParts, usersText } from './error-text.ts';

test.each([
  ["TypeError: reading 'rate' at tax (src/tax.ts)", 'TypeError', "reading 'rate'", 'tax (src/tax.ts)'],
  [
    'Error: no: it is closed at src/shop/[id]/page.tsx',
    'Error',
    'no: it is closed',
    'src/shop/[id]/page.tsx',
  ],
  ['RangeError: looked at once', 'RangeError', 'looked at once', ''],
  ['AbortError at handle (src/a.mjs)', 'AbortError', '', 'handle (src/a.mjs)'],
  ['ProcessVanished', 'ProcessVanished', '', ''],
])('the parts of %s', (group, name, message, place) => {
  expect(errorParts(group)).toEqual({ name, message, place });
});

test('a long text takes no longer to take apart', () => {
  const start = performance.now();
  for (let n = 0; n < 100; n++) errorParts(`Error: ${' at (a'.repeat(80)}`);
  expect(performance.now() - start).toBeLessThan(1000);
});

test('users are counted as far as they were read', () => {
  expect(usersText({ users: ['ana', 'bob'], isAllUsers: true })).toBe('2');
  expect(usersText({ users: ['ana'], isAllUsers: false })).toBe('1+');
  expect(usersText({ users: [], isAllUsers: true })).toBe('');
  expect(usersText({ users: null, isAllUsers: false })).toBe('');
});
