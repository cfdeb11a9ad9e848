import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pagePath } from './page-path.ts';

const read = (target: string) => pagePath('/_profiler', target);

test.each([
  '/_profiler',
  '/_profiler/',
  '/_profiler/a1b2c3',
  '/_profiler/a1b2c3.json',
  '/_profiler/empty/search/results',
  '/_profiler/assets/1f/page.css',
  '/_profiler/login/1-_~.x',
  '/_profiler/..a/b..',
  '/_profiler/...',
])('%s is a path of the page, with and without a query', (path) => {
  expect(read(path)).toBe(path);
  expect(read(`${path}?a=/../b#c`)).toBe(path);
  expect(read(`${path}?`)).toBe(path);
  expect(read(`${path}?a?b`)).toBe(path);
});

test.each([
  '',
  '/',
  '*',
  '/_profile',
  '/_profilers',
  '/_profiler.',
  '/_Profiler',
  '//_profiler',
  '/_profiler//',
  '/_profiler//a',
  '/_profiler/.',
  '/_profiler/..',
  '/_profiler/./a',
  '/_profiler/a/../b',
  '/_profiler/a/..',
  '/_profiler/%61',
  '/_profiler/%2e%2e/a',
  '/%5fprofiler',
  '/_profiler%2fa',
  '/_profiler\\a',
  '/_profiler/a;b',
  '/_profiler#a',
  '/_profiler/a b',
  '/_profiler/a\t',
  '/_profiler/a\n',
  '/_profiler/a\0',
  '/_profiler/ä',
  'http://localhost/_profiler',
  '/x/_profiler',
])('%j is left to the app', (target) => {
  expect(read(target)).toBeNull();
});

test('a path of the page stays the same in every reading of it', () => {
  const segment = fc.stringMatching(/^[A-Za-z0-9._~%/\\;-]{0,6}$/);
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 4 }), (segments) => {
      const path = read(['/_profiler', ...segments].join('/'));
      if (path === null) return;
      expect(new URL(path, 'http://localhost').pathname).toBe(path);
      expect(decodeURIComponent(path)).toBe(path);
    }),
    { numRuns: 2000 },
  );
});
