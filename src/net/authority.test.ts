import { expect, test } from 'vitest';
import { isAuthority } from './authority.ts';

test.each(['shop.example', 'shop.example:8080', '127.0.0.1:3000', '[::1]', '[2001:db8::1]:443', 'my_host~1'])(
  'accepts %s',
  (host) => {
    expect(isAuthority(host)).toBe(true);
  },
);

test.each([
  undefined,
  '',
  'a b',
  'bob@shop.example',
  'shop.example:',
  'shop.example:123456',
  '"><script>',
  '[::1',
])('refuses %o', (host) => {
  expect(isAuthority(host)).toBe(false);
});

test('refuses a host that is too long', () => {
  expect(isAuthority('a'.repeat(260))).toBe(true);
  expect(isAuthority('a'.repeat(261))).toBe(false);
});
