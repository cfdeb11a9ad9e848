import { expect, test } from 'vitest';
import { nextRoute } from './next-route.ts';

const META = Symbol.for('NextInternalRequestMeta');

test('reads the route that Next.js notes on a request', () => {
  const match = { definition: { pathname: '/users/[id]' } };
  expect(nextRoute({ [META]: { match, invokeOutput: '/other' } })).toBe('/users/[id]');
  expect(nextRoute({ [META]: { invokeOutput: '/api/[...path]' } })).toBe('/api/[...path]');
  const failed = { definition: { pathname: '/_error' } };
  expect(nextRoute({ [META]: { match: failed, invokeOutput: '/users/[id]' } })).toBe('/users/[id]');
});

test.each([{}, { [META]: null }, { [META]: 1 }, { [META]: {} }, { [META]: { match: { definition: null } } }])(
  'finds no route in %j',
  (request) => {
    expect(nextRoute(request)).toBe('');
  },
);

test.each(['/_not-found', '/_not-found/page', '/_error', '/404', '/500'])('%s is not a route', (pathname) => {
  expect(nextRoute({ [META]: { match: { definition: { pathname } } } })).toBe('');
});
