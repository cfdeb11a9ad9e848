import { expect, test } from 'vitest';
import { baseOf } from './page-url.ts';

test.each([
  ['/_profiler', '/_profiler/assets/0a1b2c3d/page.js'],
  ['/_profiler', '/_profiler/assets/toolbar.js?v=m1x2'],
  ['', '/assets/0a1b2c3d/page.js'],
  ['/ops/requests', '/ops/requests/assets/0a1b2c3d/page.js'],
  ['/assets', '/assets/assets/toolbar.js'],
  ['/assets/x', '/assets/x/assets/0a1b2c3d/page.js'],
])('finds the base "%s" from a script at %s', (base, path) => {
  expect(baseOf(`http://127.0.0.1:3000${path}`)).toBe(base);
});
