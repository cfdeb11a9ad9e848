import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  allCredentials,
  idOf,
  type Sent,
  sendTo,
  startCollector,
  type TestCollector,
} from '../../../test/support/collector.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { openStore } from '../../store/open-store.ts';
import { openRemoteStore } from '../../store/remote/remote-store.ts';
import type { Store } from '../../store/store.ts';
import { revokeKey } from '../access/collector-keys.ts';
import { ROUTES } from './routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-collector-'));
const keys = join(folder, 'keys');
const CANARY = 'canary-in-the-book';
let store: Store;
let collector: TestCollector;
let credentials: Record<string, string>;

beforeAll(async () => {
  store = await openStore('memory:');
  await store.write({ id: 'first', profiles: [sampleProfile({ seq: 1, url: `https://h/${CANARY}` })] });
  collector = await startCollector(store, keys);
  credentials = allCredentials(collector, keys);
});
afterAll(async () => {
  await collector.close();
  rmSync(folder, { recursive: true });
});

const send = (path: string, { as = 'write', ...rest }: Sent = {}) =>
  sendTo(`${collector.url}${path}`, credentials[as] ?? '', rest);

/** A body that a route accepts. */
const BODIES: Readonly<Record<string, string>> = {
  leases: '{"size":1}',
  search: JSON.stringify({ criteria: EVERYTHING }),
  count: '{"terms":[],"cap":10}',
  survey: '{"terms":[]}',
  slowest: '{"terms":[],"limit":10}',
  groups: '{"terms":[],"by":"route","limit":10}',
  get: '{"token":"000000"}',
  details: '{"entries":[{"seq":1,"time":1}]}',
  prune: '{"before":1}',
  retain: '{"retention":{}}',
  delete: '{"seqs":[]}',
};

test('a key reaches the routes of its grant and no other, by any method', async () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
  for (const route of ROUTES)
    for (const as of Object.keys(credentials))
      for (const method of methods) {
        const grant = as === 'other' ? 'write' : as;
        const isGranted = method === route.method && route.grants.some((name) => name === grant);
        const hasBody = method !== 'GET' && method !== 'HEAD';
        const body = hasBody ? { body: route.hasId ? '' : (BODIES[route.name] ?? '{}') } : {};
        const path = `/v1/${route.name}${route.hasId ? `/${as}-batch` : ''}`;
        const { status, text, headers } = await send(path, { as, method, ...body });
        const isKnown = ['write', 'other', 'read', 'own'].includes(as);
        expect(status, `${method} ${path} ${as}`).toBe(isGranted ? 200 : isKnown ? 404 : 401);
        if (!isGranted || grant === 'write') expect(text).not.toContain(CANARY);
        expect(headers.get('access-control-allow-origin')).toBeNull();
        expect(headers.get('set-cookie')).toBeNull();
      }
});

test('other spellings of a route are not one', async () => {
  const spellings = ['/v1/Search', '/v1//search', '/v1/search/', '/v1/./search', '/v1/x/../search'];
  spellings.push(
    '/v1/%73earch',
    '/v1/search/1',
    '/v1/batches',
    '/v1',
    '/v1/',
    '/v1/constructor',
    '/v1/__proto__',
  );
  for (const path of spellings)
    for (const method of ['POST', 'PUT']) {
      const status = await rawStatus(`${method} ${path}`, credentials.own ?? '');
      expect(status, `${method} ${path}`).toBe(404);
    }
});

/** The status of a request whose target `fetch` would normalise. */
function rawStatus(line: string, authorization: string): Promise<number> {
  const socket = connect(Number(new URL(collector.url).port), '127.0.0.1');
  socket.end(`${line} HTTP/1.1\r\nHost: h\r\nAuthorization: ${authorization}\r\nContent-Length: 0\r\n\r\n`);
  return new Promise((resolve) =>
    socket.once('data', (data) => {
      socket.destroy();
      resolve(Number(String(data).slice(9, 12)));
    }),
  );
}

test('a key that was revoked while the collector runs does not write any more', async () => {
  const key = collector.newKey({ to: 'write', service: 'late' });
  await sleep(600);
  credentials.late = `Bearer ${key}`;
  expect((await send('/v1/leases', { as: 'late', body: '{"size":0}' })).status).toBe(200);
  revokeKey(keys, idOf(key));
  await sleep(600);
  expect((await send('/v1/leases', { as: 'late', body: '{"size":0}' })).status).toBe(401);
});

test('the engine explains which key is missing', async () => {
  const write = collector.newKey({ to: 'write', service: 'shop' });
  await sleep(600);
  const remote = await openRemoteStore(collector.url, { write });
  expect(remote.tokens.key).toEqual(store.tokens.key);
  await expect(remote.search(EVERYTHING)).rejects.toMatchObject({ code: 'key-refused' });
  await remote.close();
  const misused = await openRemoteStore(collector.url, { write, read: write });
  await expect(misused.search(EVERYTHING)).rejects.toMatchObject({ code: 'key-refused' });
  await misused.close();
  const reader = await openRemoteStore(collector.url, { read: collector.readKey });
  expect((await reader.search(EVERYTHING)).entries.length).toBeGreaterThan(0);
  await expect(reader.lease(1)).rejects.toMatchObject({ code: 'key-refused' });
  await expect(reader.prune(1 as never)).rejects.toMatchObject({ code: 'key-refused' });
  await expect(reader.write({ id: 'x', profiles: [] })).rejects.toMatchObject({ code: 'key-refused' });
  await reader.close();
});
