import { expect, test } from 'vitest';
import { createClientClassifier } from './client-class.ts';

const classify = createClientClassifier();
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

test.each([
  [CHROME, 'https://shop.example/', 'browser'],
  [CHROME, 'https://shop.example/error/.env', 'scanner'],
  ['', 'https://shop.example/WP-LOGIN.php', 'scanner'],
  [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'https://shop.example/',
    'bot',
  ],
  ['curl/8.5.0', 'https://shop.example/', 'tool'],
  ['sqlmap/1.8', 'https://shop.example/', 'scanner'],
  ['', 'https://shop.example/', 'unknown'],
  ['', 'https://shop.example/environment', 'unknown'],
])('a client with user agent "%s" that requests %s is classified as %s', (agent, url, expected) => {
  expect(classify(agent, url)).toBe(expected);
  // The second time, the user agent is cached.
  expect(classify(agent, url)).toBe(expected);
});
