import { expect, test } from 'vitest';
import type { Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import { FIELDS } from './fields.ts';
import { matches } from './matches.ts';
import { parseQueryText } from './query-text.ts';

const time = (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros;
const context = { now: (time + 60e6) as Micros, zone: 'UTC' };
/** The tokens 00000a and 00000b are of the profile and its parent. */
const seqOf = (token: string) => Number.parseInt(token, 16) as Seq;

const ENTRY: Entry = {
  seq: 10 as Seq,
  time,
  status: 503,
  ip: '203.0.113.7',
  method: 'POST',
  url: 'https://shop.example/users/42?page=2',
  host: 'shop.example',
  route: '/users/:id',
  operation: 'GetCart',
  duration: 250_000,
  requestBytes: 0,
  responseBytes: 0,
  userAgent: 'curl/8.1',
  trace: '4bf92f3577b34da6a3ce929d0e0e4736',
  kind: 'sub',
  parent: 11 as Seq,
  error: 'TypeError',
  errorGroup: 'TypeError: x is not a function',
  client: 'tool',
  user: 'ann',
  tags: ['checkout', 'beta'],
  queries: 5,
  queryTime: 40_000,
  service: 'web',
  instance: 'host-1:77',
  environment: 'staging',
  release: '2.4.1',
  detail: 'kept',
};
const finds = (query: string, entry: Entry = ENTRY) => {
  const { terms, mistakes } = parseQueryText(query, context);
  expect(mistakes).toEqual([]);
  return matches(entry, terms, seqOf);
};

test.each([
  ['status:503', 'status:502'],
  ['status:500..503', 'status:504..599'],
  ['status:503..599', 'status:400..502'],
  ['ip:203.0.113.0/24', 'ip:203.0.114.0/24'],
  ['method:POST', 'method:GET'],
  ['url:/USERS/', 'url:/orders/'],
  ['url:/users/*', 'url:*/users/'],
  ['path:/users/42', 'path:/users/4'],
  ['path:/users/*', 'path:/users'],
  ['path:/users/42*', 'path:/users/43*'],
  ['users', 'orders'],
  ['host:shop.example', 'host:shop'],
  ['route:/users/:id', 'route:/users'],
  ['operation:getcart', 'operation:cart'],
  ['duration:<=250ms', 'duration:>250ms'],
  ['user:ann', 'user:an'],
  ['tag:beta', 'tag:bet'],
  ['tag:checkout', 'tag:check'],
  ['service:web', 'service:api'],
  ['instance:host-1:*', 'instance:host-2:*'],
  ['environment:stag*', 'environment:production'],
  ['release:2.4.1', 'release:2.4'],
  ['queries:5', 'queries:>5'],
  ['querytime:>=40ms', 'querytime:>40ms'],
  ['since:2026-11-14T09:05:07Z', 'since:2026-11-14T09:05:08Z'],
  ['until:2026-11-14T09:05:07Z', 'until:2026-11-14T09:05:06Z'],
  ['at:2026-11-14T09:05', 'at:2026-11-14T09:04'],
  ['token:00000a', 'token:00000b'],
  ['parent:00000b', 'parent:00000a'],
  ['kind:sub', 'kind:main'],
  ['client:tool', 'client:bot'],
  ['trace:4bf92f3577b34da6a3ce929d0e0e4736', 'trace:4bf92f3577b34da6a3ce929d0e0e4737'],
  ['error:TypeError', 'error:RangeError'],
  ['error:"TypeError: x is not a function"', 'error:"x is not a function"'],
  ['agent:curl', 'agent:wget'],
])('%s finds the request, and %s does not', (query, other) => {
  expect(finds(query)).toBe(true);
  expect(finds(other)).toBe(false);
  expect(finds(`-${query}`)).toBe(false);
  expect(finds(`-${other}`)).toBe(true);
  expect(finds(`${query} ${other}`)).toBe(false);
});

test('one of several values is enough', () => {
  for (const query of [
    'status:200,503',
    'method:GET,POST',
    'route:/x,/users/:id',
    'error:RangeError,TypeError',
    'tag:x,beta',
    'agent:wget,curl',
    'token:00000b,00000a',
    'parent:00000a,00000b',
  ])
    expect(finds(query), query).toBe(true);
});

test('no criteria find everything', () => {
  expect(finds('')).toBe(true);
});

test('a request without an address, a parent or tags is not found by them', () => {
  const entry: Entry = { ...ENTRY, ip: '', parent: null, tags: [] };
  for (const query of ['ip:0.0.0.0/0', 'ip:::/0', 'parent:00000b', 'tag:*'])
    expect(finds(query, entry), query).toBe(false);
});

test.each([...FIELDS])(
  'the help of %s is a line, and its example a criterion on this field',
  (name, field) => {
    expect(field.help).toMatch(/^[A-Za-z][\w ,.*'-]{3,60}$/);
    expect(field.example).toMatch(new RegExp(`^${name}:.`));
    expect(parseQueryText(field.example, context).mistakes).toEqual([]);
  },
);
