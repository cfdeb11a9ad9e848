import { expect, test } from 'vitest';
import { sampleDraft } from '../../test/support/sample-draft.ts';
import { createClientClassifier } from '../profile/client-class.ts';
import type { Seq } from '../profile/token.ts';
import { createRedaction } from '../redact/redaction.ts';
import { buildProfiles } from './build-profiles.ts';
import type { Draft } from './draft.ts';

let last = 100;
function build(target: string, overrides: Partial<Draft> = {}) {
  return buildProfiles(
    sampleDraft(target, overrides),
    createRedaction(),
    createClientClassifier(),
    () => ++last as Seq,
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
  expect(build('*')[0]?.entry.url).toBe('https://h');
});

test('reads and redacts the response headers that were sent', () => {
  const sent = 'HTTP/1.1 200 OK: fine\r\nContent-Length: 12\r\nSet-Cookie: a=b\r\n\r\n';
  const detail = {
    httpVersion: '1.1',
    socketIp: '::1',
    headers: ['Authorization', 'Basic x'],
    sent,
    exception: null,
  };
  const [profile] = build('/', { state: 'kept', detail });
  expect(profile?.detail?.responseHeaders).toEqual([
    ['content-length', '12'],
    ['set-cookie', 'a=***'],
  ]);
  expect(profile?.detail?.requestHeaders).toEqual([['authorization', null]]);
});

test('a stage has a higher seq than its request, links to it, and has its own duration', () => {
  const stages = [{ seq: 8 as Seq, kind: 'error' as const, name: '', duration: 9 }];
  const [main, stage] = build('/', { seq: 7 as Seq, stages, route: '/users/:id' });
  expect(main?.entry.seq).toBe(7);
  expect(stage?.entry).toMatchObject({ seq: 8, parent: 7, kind: 'error', duration: 9, route: '/users/:id' });
  const late = build('/', { seq: 90 as Seq, stages })[1];
  expect(late?.entry.seq).toBeGreaterThan(90);
});

test('takes the trace id from the traceparent header', () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(build('/', { traceparent: `00-${id}-00f067aa0ba902b7-01` })[0]?.entry.trace).toBe(id);
  expect(build('/', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` })[0]?.entry.trace).toBe('');
  expect(build('/', { traceparent: 'nonsense' })[0]?.entry.trace).toBe('');
});
