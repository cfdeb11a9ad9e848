import { expect, test } from 'vitest';
import { sampleDraft } from '../../../test/support/sample-draft.ts';
import type { Seq } from '../../profile/token.ts';
import { createRedaction } from '../../redact/redaction.ts';
import type { Draft } from '../draft/draft.ts';
import { createProfileBuilder } from './build-profiles.ts';

let last = 100;
function build(target: string, overrides: Partial<Draft> = {}) {
  return createProfileBuilder(createRedaction(), { service: '', instance: '', environment: '', release: '' })(
    sampleDraft(target, overrides),
    () => ++last as Seq,
    [1, 2, 3, 4],
  );
}

test('uses a valid Host header, otherwise the address the client connected to', () => {
  expect(build('/a', { host: 'Shop.Example:8443' })[0]?.entry).toMatchObject({
    host: 'shop.example:8443',
    url: 'https://shop.example:8443/a',
  });
  for (const host of ['a b', 'x'.repeat(300), '"><script>', undefined])
    expect(build('/a', { host, localHost: '127.0.0.1:80', secure: false })[0]?.entry).toMatchObject({
      host: '127.0.0.1:80',
      url: 'http://127.0.0.1:80/a',
    });
});

test('accepts an absolute target and an asterisk', () => {
  expect(build('http://other.example/x?token=1')[0]?.entry.url).toBe('http://other.example/x?token=***');
  for (const url of ['a://x/y', 'HTTP://X/y']) expect(build(url)[0]?.entry.url).toBe(url);
  expect(build('*')[0]?.entry.url).toBe('https://h');
});

test('a URL in the query does not make a target absolute', () => {
  expect(build('/a?next=http://other.example/')[0]?.entry.url).toBe('https://h/a?next=http://other.example/');
});

test('reads and redacts the response headers that were sent', () => {
  const sent = 'HTTP/1.1 200 OK: fine\r\nContent-Length: 12\r\nSet-Cookie: a=b\r\n\r\n';
  const detail = {
    httpVersion: '1.1',
    socketIp: '::1',
    headers: ['Authorization', 'Basic x', 'Accept', '*/*', 'X-Empty', ''],
    sent,
    exception: null,
  };
  const [profile] = build('/', { state: 'kept', detail });
  expect(profile?.detail?.responseHeaders).toEqual([
    ['content-length', '12'],
    ['set-cookie', 'a=***'],
  ]);
  expect(profile?.detail?.requestHeaders).toEqual([
    ['authorization', null],
    ['accept', '*/*'],
    ['x-empty', null],
  ]);
});

test('a stage has a higher seq than its request, links to it, and has its own duration', () => {
  const stages = [{ seq: 8 as Seq, kind: 'error' as const, name: '', duration: 9 }];
  const [main, stage] = build('/', { seq: 7 as Seq, stages, route: '/users/:id' });
  expect(main?.entry.seq).toBe(7);
  expect(stage?.entry).toMatchObject({ seq: 8, parent: 7, kind: 'error', duration: 9, route: '/users/:id' });
  for (const seq of [8, 90]) {
    const late = build('/', { seq: seq as Seq, stages })[1];
    expect(late?.entry.seq).toBeGreaterThan(90);
  }
});

test('takes the trace id from the traceparent header', () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(build('/', { traceparent: `00-${id}-00f067aa0ba902b7-01` })[0]?.entry.trace).toBe(id);
  expect(build('/', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` })[0]?.entry.trace).toBe('');
  for (const invalid of ['', 'nonsense', `x00-${id}-00f067aa0ba902b7-01`, `00-${id}-00f067aa0ba902b7-1`])
    expect(build('/', { traceparent: invalid })[0]?.entry.trace).toBe('');
});

test('stores no route, host, method, error class or sub-request name that has not been redacted', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0';
  const exception = { name: `E-${jwt}`, message: '', stack: '', cause: null };
  const stages = [{ seq: null, kind: 'sub' as const, name: `load ${jwt}`, duration: 9, exception }];
  const overrides = {
    route: `/share/${jwt}/:id`,
    host: `${jwt}.example:80`,
    error: `E-${jwt}`,
    method: jwt,
    stages,
  };
  const profiles = build('/', overrides);
  expect(profiles[0]?.entry).toMatchObject({
    route: '/share/***/:id',
    host: '***jwt***:80',
    url: 'https://***jwt***:80/',
    error: 'E-***JWT***',
    method: '***JWT***',
  });
  expect(profiles[1]?.entry).toMatchObject({
    route: 'load ***JWT***',
    error: 'E-***JWT***',
    method: '***JWT***',
  });
  expect(JSON.stringify(profiles).toLowerCase()).not.toContain(jwt.slice(0, 20).toLowerCase());
});

test('keeps the patterns of routes', () => {
  for (const route of [
    '/reset/:token',
    '/:key/:id?',
    '/auth/*splat',
    '/files{/:secret}',
    '/^\\/token(\\d+)$/',
    'GET /x',
  ])
    expect(build('/', { route })[0]?.entry.route).toBe(route);
});

test('keeps the frames of a stack whose message is a statement', () => {
  const message = "insert into t values ('CANARY') - Can't write; duplicate key";
  const frames = '\n    at Query.run (/app/db.js:12:5)\n    at /app/index.js:3:1';
  const exception = {
    name: 'DatabaseError',
    message,
    stack: `DatabaseError: ${message}${frames}`,
    cause: null,
  };
  const detail = { httpVersion: '1.1', socketIp: '::1', headers: [], sent: '', exception };
  const stored = build('/', { state: 'kept', detail })[0]?.detail?.exception;
  expect(stored?.stack).toContain(frames);
  expect(JSON.stringify(stored)).not.toContain('CANARY');
});

const thrown = {
  name: 'TypeError',
  message: 'No order 17 for ana@shop.example with password=hunter2',
  stack: '    at charge (/srv/shop/src/pay.ts:10:5)',
  cause: null,
};
const detailOf = (exception: typeof thrown | null) => ({
  httpVersion: '1.1',
  socketIp: '',
  headers: [],
  sent: '',
  exception,
});

test('groups an error by its class, its message without values and its place', () => {
  const stages = [{ seq: null, kind: 'error' as const, name: '', duration: 9 }];
  const profiles = build('/', { state: 'kept', error: 'TypeError', detail: detailOf(thrown), stages });
  for (const { entry } of profiles)
    expect(entry.errorGroup).toMatch(
      /^TypeError: No order … for … with password=… at charge \(.*srv\/shop\/src\/pay\.ts\)$/,
    );
  expect(profiles).toHaveLength(2);
  const [dropped] = build('/', { state: 'budget', error: 'TypeError', fatal: thrown });
  expect(dropped?.entry.errorGroup).toBe(profiles[0]?.entry.errorGroup);
});

test('an error whose detail is not wanted, or that was only reported, is grouped by its class', () => {
  const groupOf = (overrides: Partial<Draft>) => build('/', overrides)[0]?.entry.errorGroup;
  expect(groupOf({ state: 'off', error: 'TypeError' })).toBe('TypeError');
  expect(groupOf({ state: 'kept', error: 'Aborted', detail: detailOf(thrown) })).toBe('Aborted');
  expect(groupOf({ state: 'kept', error: 'Aborted', detail: detailOf(null) })).toBe('Aborted');
  expect(groupOf({ state: 'kept', error: '', detail: detailOf(thrown) })).toBe('');
  const stages = [{ seq: null, kind: 'sub' as const, name: 'pay', duration: 9, exception: thrown }];
  expect(build('/', { state: 'off', stages })[1]?.entry.errorGroup).toBe('TypeError');
  expect(build('/', { state: 'kept', stages })[1]?.entry.errorGroup).toMatch(/^TypeError: No order/);
});
