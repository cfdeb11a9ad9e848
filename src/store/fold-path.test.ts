import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldPath, MAX_PATH_LENGTH } from './fold-path.ts';

test.each([
  ['https://shop.example', '/'],
  ['https://shop.example/?id=17', '/'],
  ['https://shop.example/users/17/orders/18?a=/19', '/users/*/orders/*'],
  ['https://shop.example/1/2/3', '/*/*/*'],
  ['https://shop.example/api/v1/users/2fa', '/api/v1/users/2fa'],
  ['https://shop.example/a%20b/%20/10%25', '/a%20b/%20/*%25'],
  ['https://shop.example/x/550e8400-e29b-41d4-a716-446655440000/y', '/x/*/y'],
  ['https://shop.example/c/cus_9s6XKzkNRiz8i3', '/c/*'],
  ['https://shop.example/app.3f2a9c1b.js', '/app.*.js'],
  ['https://shop.example/photo-1024.jpg', '/photo-*.jpg'],
  ['https://shop.example/IMG_0042.jpg', '/IMG_*.jpg'],
  ['https://shop.example/wp-login.php', '/wp-login.php'],
  ['https://shop.example/.well-known/acme-challenge/x', '/.well-known/acme-challenge/x'],
])('%s has the path %s', (url, path) => {
  expect(foldPath(url)).toBe(path);
});

test('paths that differ only in a number or an id are the same', () => {
  const id = fc.oneof(fc.nat().map(String), fc.uuid());
  fc.assert(
    fc.property(id, id, (a, b) => {
      const pathOf = (value: string) => foldPath(`http://h/users/${value}/edit`);
      expect(pathOf(a)).toBe('/users/*/edit');
      expect(pathOf(a)).toBe(pathOf(b));
    }),
  );
});

test('a path is short, and quickly folded, whatever a client sends', () => {
  const hostile = ['a', '1', 'a1', '1a1a', '-', '/', 'é', '😀', '%', 'a_1-'].map((text) => text.repeat(8192));
  const start = performance.now();
  for (const text of hostile) {
    for (let i = 0; i < 20; i++)
      expect([...foldPath(`http://h/${text}`)].length).toBeLessThanOrEqual(MAX_PATH_LENGTH);
  }
  expect(performance.now() - start).toBeLessThan(2000);
});
