import { createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hostileProfile } from '../../../test/support/hostile-profiles.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Detail, Header, Profile } from '../../profile/profile.ts';
import type { Seq } from '../../profile/token.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../store/memory/memory-store.ts';
import { type ReplayOptions, replay } from './replay.ts';

/** A server that keeps the bytes it gets, and answers each connection once. */
interface RawServer {
  readonly port: number;
  readonly server: Server;
  readonly received: string[];
}

async function startRaw(): Promise<RawServer> {
  const received: string[] = [];
  const server = createServer((socket) => {
    const index = received.push('') - 1;
    socket.setEncoding('latin1').on('error', () => {});
    socket.on('data', (chunk) => {
      received[index] = (received[index] ?? '') + chunk;
      if (received[index]?.includes('\r\n\r\n'))
        socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as { port: number }).port, server, received };
}

let app: RawServer;
let other: RawServer;
beforeEach(async () => {
  [app, other] = await Promise.all([startRaw(), startRaw()]);
});
afterEach(() => {
  app.server.close();
  other.server.close();
});

async function replayProfile(profile: Profile, options: Partial<ReplayOptions> = {}) {
  const book = openMemoryStore();
  await book.write({ id: 'one', profiles: [profile] });
  return replay(book, profile, { to: `http://127.0.0.1:${app.port}`, wait: 0, ...options });
}

function profileWith(entry: Partial<Entry>, requestHeaders: readonly Header[] = []): Profile {
  const sample = sampleProfile({ seq: 1 });
  return {
    entry: { ...sample.entry, ...entry },
    detail: { ...(sample.detail as Detail), requestHeaders },
  };
}

/** The lines of the only request that the app got. */
function onlyRequest(): string[] {
  expect(other.received).toEqual([]);
  expect(app.received).toHaveLength(1);
  const [head = '', ...rest] = (app.received[0] ?? '').split('\r\n\r\n');
  expect(rest).toEqual(['']);
  return head.split('\r\n');
}

const PORT = '{other}';
test.each([
  ['http://evil.example/x', '/x'],
  [`http://127.0.0.1:${PORT}/x?a=1`, '/x?a=1'],
  [`http://127.0.0.1//127.0.0.1:${PORT}/x`, `//127.0.0.1:${PORT}/x`],
  [`http://user:pass@127.0.0.1:${PORT}/x`, '/x'],
  [`http://127.0.0.1@127.0.0.1:${PORT}/x`, '/x'],
  [`http://h\\@127.0.0.1:${PORT}/x`, `/\\@127.0.0.1:${PORT}/x`],
  [`http:\\\\127.0.0.1:${PORT}\\x`, '/\\x'],
  [`HTTP://127.0.0.1:${PORT}?q`, '/?q'],
  [`ftp://127.0.0.1:${PORT}/x`, '/x'],
  [`http://h/http://127.0.0.1:${PORT}/`, `/http://127.0.0.1:${PORT}/`],
  [
    'http://h/a\r\nHost: evil.example\r\n\r\nGET /b HTTP/1.1',
    '/a%0D%0AHost:%20evil.example%0D%0A%0D%0AGET%20/b%20HTTP/1.1',
  ],
  ['http://h/a b\tc\u0000\u202e\u{1f600}\ud800', '/a%20b%09c%00%E2%80%AE%F0%9F%98%80%EF%BF%BD'],
  ['http://h/caf\u00e9', '/caf\u00e9'],
  ['http://h/../../etc/passwd#x', '/../../etc/passwd#x'],
  ['http://h', '/'],
])('sends %j to the app only, as a path', async (url, path) => {
  const fill = (text: string) => text.replaceAll(PORT, String(other.port));
  const result = await replayProfile(profileWith({ url: fill(url) }));
  expect(result.outcome).toBe('replayed');
  const [line, ...headers] = onlyRequest();
  expect(line).toBe(`GET ${fill(path)} HTTP/1.1`);
  expect(headers).toContain(`host: 127.0.0.1:${app.port}`);
});

test('OPTIONS * has no path', async () => {
  await replayProfile(profileWith({ url: 'http://shop.example', method: 'OPTIONS' }));
  expect(onlyRequest()[0]).toBe('OPTIONS * HTTP/1.1');
});

test('omits headers that could start another one, and names them', async () => {
  const result = await replayProfile(
    profileWith({}, [
      ['host', `127.0.0.1:1`],
      [':authority', 'evil.example'],
      ['x-a', 'b\r\nx-injected: 1'],
      ['x-b\r\nx-injected', '1'],
      ['x-c', 'a\nb'],
      ['x-d', '\u202e'],
      ['__proto__', 'kept'],
      ['transfer-encoding', 'chunked'],
      ['content-length', '10'],
      ['connection', 'upgrade'],
      ['upgrade', 'websocket'],
      ['proxy-connection', 'keep-alive'],
      ['expect', '100-continue'],
      ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
      ['accept', 'text/html'],
      ['accept', 'text/plain'],
    ]),
  );
  if (result.outcome !== 'replayed') throw new Error(result.reason);
  expect(result.request.missing.map(({ name }) => name)).toEqual(['x-a', 'x-b\r\nx-injected', 'x-c', 'x-d']);
  const names = onlyRequest()
    .slice(1)
    .map((line) => line.split(':', 1)[0]);
  expect(names).toEqual(['host', '__proto__', 'accept', 'accept', 'traceparent', 'Connection']);
  expect(app.received[0]).not.toContain('4bf92f3577b34da6a3ce929d0e0e4736');
});

test('never sends a withheld value, or a mark in its place', async () => {
  const result = await replayProfile(
    profileWith({}, [
      ['authorization', null],
      ['cookie', 'sid=***; theme=***'],
      ['referer', 'https://shop.example/?token=***'],
    ]),
  );
  if (result.outcome !== 'replayed') throw new Error(result.reason);
  expect(app.received[0]).not.toMatch(/\*\*\*|authorization|cookie|referer/i);
  expect(result.request.missing).toEqual([
    { part: 'header', name: 'authorization', why: 'was withheld' },
    { part: 'header', name: 'cookie', why: 'was withheld', cookies: ['sid', 'theme'] },
    { part: 'header', name: 'referer', why: 'was withheld' },
  ]);
});

test.each([
  [{ url: 'http://h/?token=***&a=1' }, 'missing', 'The URL contains withheld values.'],
  [{ url: 'http://h/aaa…cut' }, 'missing', 'Only a part of the URL was recorded.'],
  [{ method: 'POST', requestBytes: 7 }, 'missing', 'The body of 7 bytes was not recorded.'],
  [{ method: 'CONNECT' }, 'not-sendable', 'This method cannot be sent.'],
  [{ method: 'GET / HTTP/1.1\r\nX: y' }, 'not-sendable', 'This method cannot be sent.'],
  [{ method: '' }, 'not-sendable', 'This method cannot be sent.'],
  [{ status: 400, error: 'HPE_INVALID_METHOD' }, 'not-sendable', 'Node refused this request'],
  [{ status: 101 }, 'not-sendable', 'A connection that was upgraded'],
  [{ kind: 'job' as const }, 'not-sendable', 'A job is not a request'],
  [{ method: 'DELETE' }, 'changes', 'DELETE / may change data of the app.'],
  [{ method: 'get' }, 'changes', 'get / may change data of the app.'],
])('sends nothing for %j', async (entry, why, reason) => {
  const result = await replayProfile(profileWith(entry));
  expect(result).toMatchObject({ outcome: 'refused', why });
  expect('reason' in result && result.reason).toContain(reason);
  expect(app.received).toEqual([]);
});

test.each([
  'http://shop.example',
  'http://0.0.0.0:1',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
])('sends nothing to %s unless it is allowed', async (to) => {
  expect(await replayProfile(profileWith({}), { to })).toMatchObject({ outcome: 'refused', why: 'remote' });
});

test.each([
  'http://a:b@localhost:1',
  'ftp://localhost',
  'localhost:3000',
  'http://localhost/x',
  '',
  '\u001b[31m',
])('refuses %j as an address', async (to) => {
  await expect(replayProfile(profileWith({}), { to })).rejects.toThrow(/address of/);
});

test('a name that ends in .localhost is this machine', async () => {
  const result = await replayProfile(profileWith({}), { to: `http://app.localhost:${app.port}` });
  expect(result.outcome).toBe('replayed');
  expect(onlyRequest()).toContain(`host: app.localhost:${app.port}`);
});

test('hostile profiles reach the app only, as one request each', { timeout: 60_000 }, async () => {
  const allowed = { allowChanges: true, body: Buffer.alloc(0), path: undefined };
  await fc.assert(
    fc.asyncProperty(hostileProfile, async ({ entry, detail }) => {
      app.received.length = 0;
      const result = await replayProfile(
        {
          entry: { ...entry, seq: 1 as Seq, parent: null },
          detail: detail && { ...detail, httpVersion: '1.1' },
        },
        allowed,
      );
      expect(app.received.length).toBe(result.outcome === 'replayed' ? 1 : 0);
      if (result.outcome === 'refused') return;
      const [line = '', ...headers] = onlyRequest();
      expect(line).toMatch(/^[A-Za-z][A-Za-z0-9-]* (?:\/[\u0021-\u00ff]*|\*) HTTP\/1\.1$/);
      expect(headers.filter((header) => header.startsWith('host:'))).toEqual([`host: 127.0.0.1:${app.port}`]);
      for (const header of headers) expect(header).toMatch(/^[^\s:]+: [\t\u0020-\u007e\u0080-\u00ff]*$/);
    }),
    { numRuns: 300 },
  );
});
