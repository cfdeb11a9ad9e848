import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../src/serve/ingest/routes.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { routesOf } from '../faults/access/route-table.ts';
import { collectorBlock, swap } from '../guest/deploy/doc-blocks.ts';
import { type CollectorProcess, kill, startCollectorProcess } from '../support/collector-process.ts';
import { startProxy } from '../support/proxies.ts';
import { sendRequest } from '../support/request.ts';

const HEADER = 'x-forwarded-user';
const folder = mkdtempSync(join(tmpdir(), 'gatebook-readers-'));
let collector: CollectorProcess;
let log = '';

beforeAll(async () => {
  collector = await startCollectorProcess(join(folder, 'book'), {
    args: ['--user-header', 'X-Forwarded-User'],
  });
  collector.child.stdout?.on('data', (chunk) => {
    // What it says at its start may come later.
    log += String(chunk).replace(/^(?:Profile Search: |Run npx ).*\n/gm, '');
  });
});
afterAll(async () => {
  await kill(collector.child);
  rmSync(folder, { recursive: true });
});

const LINE = /^\d{4}-[\d-]+T[\d:.]+Z [A-Z]+ \/[\w/.-]* (?:without a name|by "(?:[^"\\\p{C}]|\\.)*")$/u;
const logged = async (count: number) => {
  await expect.poll(() => log.trimEnd().split('\n').length).toBe(count);
  const lines = log.trimEnd().split('\n');
  log = '';
  for (const line of lines) expect(line).toMatch(LINE);
  return lines.map((line) => line.slice(line.indexOf(' ') + 1));
};

test('the header alone gives what no credential gives, on every route and by every method', async () => {
  const page = routesOf({ store: openMemoryStore(), token: 'a1b2c3' } as Parameters<typeof routesOf>[0], 'x');
  const paths = [
    ...new Set(page.map(({ rest }) => `/_profiler${rest}`)),
    ...ROUTES.map(({ name, hasId }) => `/v1/${name}${hasId ? '/b' : ''}`),
    ...['/', '/healthz', '/readyz', '/v1', '/nothing'],
  ];
  expect(paths.length).toBeGreaterThan(35);
  for (const path of paths)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
      for (const host of [`127.0.0.1:${collector.port}`, 'profiles.example']) {
        const send = async (headers: Record<string, string>) => {
          const answer = await sendRequest(collector.port, path, {
            method,
            headers: { authorization: '', host, ...headers },
          });
          const { date: _date, ...rest } = answer.headers;
          return { ...answer, headers: rest };
        };
        // With a loopback Host, any header of a proxy closes the locked page too.
        const stranger = await send(host === 'profiles.example' ? {} : { 'x-forwarded-for': '203.0.113.7' });
        expect(await send({ [HEADER]: 'alice' }), `${method} ${path} ${host}`).toEqual(stranger);
      }
  expect(log).toBe('');
});

test('what is read is logged with a name that can not forge a line', async () => {
  const authorization = `Bearer ${collector.readKey()}`;
  const names = ['alice', 'a"b\\', `${'x'.repeat(5000)}`, 'bob\u0085forged', '\u009b31mred', ''];
  for (const name of names)
    await sendRequest(collector.port, '/_profiler?q=hunter2', { headers: { authorization, [HEADER]: name } });
  await sendRequest(collector.port, '/_profiler/clients', { headers: { authorization } });
  const headers = { authorization, [HEADER]: 'cli' };
  await sendRequest(collector.port, '/v1/count', { method: 'POST', headers });
  await sendRequest(collector.port, '/v1/metrics', { headers });
  expect(await logged(8)).toEqual([
    'GET /_profiler by "alice"',
    'GET /_profiler by "a\\"b\\\\"',
    `GET /_profiler by "${'x'.repeat(128)}"`,
    'GET /_profiler by "bob\\u0085forged"',
    'GET /_profiler by "\\u009b31mred"',
    'GET /_profiler by ""',
    'GET /_profiler/clients without a name',
    'POST /v1/count by "cli"',
  ]);
  const raw = connect(collector.port, '127.0.0.1');
  raw.end(
    `GET /_profiler HTTP/1.1\r\nHost: h\r\nAuthorization: ${authorization}\r\n${HEADER}: a\r\n${HEADER}: b\nforged\r\n\r\n`,
  );
  await text(raw);
  expect(log).not.toMatch(/^forged/m);
});

test('nginx asks oauth2-proxy who reads, as docs/collector.md has it', async () => {
  log = '';
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=profiles.example', '-days', '2', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'pipe' });
  writeFileSync(join(folder, 'key.conf'), `set $read_key "Bearer ${collector.readKey()}";`);
  const login = createServer((request, response) => {
    const [, user] = /session=(\w+)/.exec(request.headers.cookie ?? '') ?? [];
    if (request.url !== '/oauth2/auth') response.end('sign in here');
    else response.writeHead(user ? 202 : 401, user ? { 'x-auth-request-user': user } : {}).end();
  });
  await new Promise<void>((resolve) => login.listen(0, '127.0.0.1', resolve));
  const proxy = await startProxy(
    [collector.port],
    'nginx',
    'nginx.conf',
    (file, at) => ['-c', file, '-p', at, '-e', `${at}/error.log`],
    (ports, at) => `daemon off; pid ${at}/pid; worker_processes 1; user root; events {}
      http { access_log off; client_body_temp_path ${at}/b; proxy_temp_path ${at}/p; fastcgi_temp_path ${at}/f;
      uwsgi_temp_path ${at}/u; scgi_temp_path ${at}/s;
      ${swap(
        collectorBlock('nginx'),
        ['listen 443', `listen 127.0.0.1:${ports.get(collector.port)}`],
        ['/etc/ssl/profiles.example.pem', cert],
        ['/etc/ssl/profiles.example.key', key],
        ['/etc/nginx/gatebook-key.conf', join(folder, 'key.conf')],
        ['127.0.0.1:4600', `127.0.0.1:${collector.port}`],
        ['127.0.0.1:4180', `127.0.0.1:${(login.address() as AddressInfo).port}`],
      )} }`,
  );
  const send = async (path: string, headers: Record<string, string>) => {
    const port = proxy.ports.get(collector.port);
    const options = { host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false as const };
    const request = httpsRequest({ ...options, headers: { host: 'profiles.example', ...headers } }).end();
    const [response] = (await new Promise((resolve, reject) =>
      request.on('response', (...given) => resolve(given)).on('error', reject),
    )) as [import('node:http').IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  };
  try {
    const forged = { [HEADER]: 'root' };
    expect((await send('/_profiler', forged)).body).toBe('sign in here');
    expect((await send('/v1/metrics', { ...forged, cookie: 'session=alice' })).status).toBe(401);
    const page = await send('/_profiler', { ...forged, cookie: 'session=alice', authorization: 'Bearer x' });
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<h1>Profile Search</h1>') });
    expect(await logged(1)).toEqual(['GET /_profiler by "alice"']);
  } finally {
    await proxy.stop();
    login.close();
  }
});
