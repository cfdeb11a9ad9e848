import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Micros } from '../../../profile/time.ts';
import { parseForm } from '../../../search/form.ts';
import { matches } from '../../../search/matches.ts';
import { sampleProfile } from '../../../store/conformance/sample-profile.ts';
import { groupNameOf } from '../../../store/group-name.ts';
import { searchLinks } from '../search-links.ts';
import { routeLinks } from './route-links.ts';

const search = (text = '') => searchLinks({ base: '/p', text, terms: [], zone: 'UTC' });

/** The terms of the search that a link opens. */
function termsOf(href: string | null) {
  const params = new URL(href ?? '', 'http://h').searchParams;
  const parsed = parseForm(params, 0 as Micros);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.mistakes));
  return parsed.criteria.terms;
}

const group = (url: string, route = '', method = 'GET') =>
  groupNameOf(
    { ip: '', user: '', url: `https://h${url}`, route, method, error: '', errorGroup: '' },
    'route',
  );

test('a route is found by its pattern and its method, without sub-requests', () => {
  const links = routeLinks(search('since:1h sort:duration'), group('/users/1', '/users/:id'), true);
  expect(links.all).toBe('/p?q=since:1h+route:/users/:id+method:GET+kind:main');
  expect(links.slowest).toBe('/p?q=since:1h+route:/users/:id+method:GET+kind:main+sort:duration');
  expect(links.only('status', '5xx')).toBe('/p?q=since:1h+route:/users/:id+method:GET+kind:main+status:5xx');
  expect(decodeURIComponent(routeLinks(search(), group('/', '/files/*'), true).all ?? '')).toContain(
    'route:/files/\\*',
  );
});

test('a path without a route is found by its pattern, and requests with a route are excluded', () => {
  expect(routeLinks(search(), group('/users/17?a=b'), true).all).toBe(
    '/p?q=path:/users/*+-route:*/*+method:GET+kind:main',
  );
  expect(routeLinks(search(), group('/users/17'), false).all).toBe('/p?q=path:/users/*+method:GET+kind:main');
});

test('values that cannot be searched for have no link', () => {
  expect(routeLinks(search(), group('/', '/a\u0007'), true)).toMatchObject({ all: null, slowest: null });
  expect(routeLinks(search(), group('/', '/a', '<script>'), true).all).toBeNull();
  expect(routeLinks(search('x'.repeat(1990)), group('/', '/a'), true).all).toBeNull();
});

test('a link finds every request of its group, whatever its path is', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aB1/*\\%?-_."é, :0123456789'), maxLength: 120 });
  fc.assert(
    fc.property(text, fc.constantFrom('', '/a/:id', 'x*\\y', '/a b,"c'), (path, route) => {
      const { entry } = sampleProfile({ seq: 1, url: `https://h/${path}`, route });
      const { all } = routeLinks(search(), groupNameOf(entry, 'route'), true);
      expect(all).not.toBeNull();
      expect(matches(entry, termsOf(all), () => null)).toBe(true);
    }),
  );
});

test('the pattern of a long path ends with a star', () => {
  for (const path of [`/${'a/'.repeat(90)}x`, `/${'a/550e8400-e29b-41d4-a716-446655440000/'.repeat(4)}x/y`]) {
    const { entry } = sampleProfile({ seq: 1, url: `https://h${path}` });
    const { all } = routeLinks(search(), groupNameOf(entry, 'route'), true);
    expect(matches(entry, termsOf(all), () => null)).toBe(true);
  }
});
