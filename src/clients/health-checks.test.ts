import { expect, test } from 'vitest';
import type { ClientClass } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { type ClientRequest, createClientClassifier } from './classifier.ts';
import { asksForHealth } from './health-checks.ts';

const START = 1_790_000_000e6;

function request(path: string, seconds: number, more: Partial<ClientRequest> = {}): ClientRequest {
  return {
    time: (START + seconds * 1e6) as Micros,
    ip: '127.0.0.1',
    method: 'GET',
    url: `http://localhost:3000${path}`,
    status: 200,
    userAgent: 'curl/8.5.0',
    ...more,
  };
}

function classesOf(requests: readonly ClientRequest[]): ClientClass[] {
  const clients = createClientClassifier(1);
  return requests.map((each) => clients.classify(each));
}

test.each([
  ['a HEALTHCHECK', '/healthz', {}, [0, 30.1, 60.2, 90.3, 120.4]],
  ['one at the root', '/', { userAgent: 'Wget/1.21' }, [0, 10, 20, 30, 40]],
  ['HAProxy', '/', { userAgent: '', method: 'OPTIONS', ip: '10.0.0.2' }, [0, 2, 4.01, 6, 8]],
  ['one that fails', '/api/health', { status: 503 }, [0, 5, 10, 15, 20]],
])('%s is a monitor from the third equal interval on', (_, path, more, times) => {
  const classes = classesOf(times.map((at) => request(path, at, more)));
  expect(classes.slice(0, 4)).not.toContain('monitor');
  expect(classes.slice(4)).toEqual(['monitor']);
});

test('two instances that are asked by one checker are two', () => {
  const times = [0, 10, 20, 30, 40];
  const requests = times.flatMap((at) => [
    request('/up', at),
    request('/up', at + 3, { url: 'http://localhost:3001/up' }),
  ]);
  expect(classesOf(requests).slice(-2)).toEqual(['monitor', 'monitor']);
});

test('a check that was late stays a monitor, one whose intervals vary never becomes one', () => {
  const late = [0, 10, 20, 30, 40, 50, 60, 70, 85, 90, 100];
  const ofLate = classesOf(late.map((at) => request('/ready', at)));
  expect(ofLate.slice(4)).toEqual(ofLate.slice(4).map(() => 'monitor'));
  const varied = [0, 3, 9, 11, 25, 26, 40, 41.5, 80, 90, 120];
  expect(classesOf(varied.map((at) => request('/ready', at)))).not.toContain('monitor');
});

test.each([
  ['a browser that reloads', '/', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' }],
  ['a job that asks for something else', '/api/orders/export', {}],
  ['one that changes something', '/status', { method: 'POST' }],
  ['a burst', '/health', {}, 0.1],
  ['one request an hour', '/health', {}, 3600],
])('%s is not a monitor', (_, path, more, step = 10) => {
  const requests = Array.from({ length: 12 }, (_, n) => request(path, n * step, more));
  expect(classesOf(requests)).not.toContain('monitor');
});

test('a monitor that is revised stays one', () => {
  const clients = createClientClassifier(1);
  const requests = [0, 10, 20, 30, 40].map((at) => request('/health', at, { ip: '203.0.113.7' }));
  const last = requests.at(-1);
  for (const each of requests) clients.classify(each);
  expect(last && clients.revise(last, 'monitor')).toBe('monitor');
});

test.each([
  '/',
  '/health',
  '/healthz',
  '/api/v1/health-check',
  '/_health',
  '/actuator/health',
  '/app/ping/',
  '/up',
  '/livez',
])('%s is asked for by health checks', (path) => {
  expect(asksForHealth('HEAD', path)).toBe(true);
  expect(asksForHealth('DELETE', path)).toBe(false);
});

test.each(['/signup', '/healthy-food', '/orders/status/7', '/shopping', '/startup-ideas', ''])(
  '%s is not',
  (path) => {
    expect(asksForHealth('GET', path)).toBe(false);
  },
);
