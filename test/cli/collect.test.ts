import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { gatebook as recordHttp } from '../../src/http.ts';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openRemoteStore } from '../../src/store/remote/remote-store.ts';
import { startCollectorProcess } from '../support/collector-process.ts';
import { sendRequest } from '../support/request.ts';
import { CLI, gatebookIn } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-collect-'));
const [cert, certKey] = [join(folder, 'cert.pem'), join(folder, 'cert-key.pem')];
const gatebook = gatebookIn(folder);
let books = 0;
let started: ChildProcess | undefined;
afterEach(() => {
  started?.kill('SIGKILL');
  started = undefined;
  vi.unstubAllEnvs();
});
afterAll(() => rmSync(folder, { recursive: true }));

const newStorage = () => `sqlite:${join(folder, `book-${books++}`)}`;

async function collect(storage: string, options = {}) {
  const collector = await startCollectorProcess(storage.slice('sqlite:'.length), options);
  started = collector.child;
  return collector;
}

function addKey(storage: string, ...args: string[]): string {
  const { status, stdout, stderr } = gatebook('keys', 'add', '--storage', storage, ...args);
  expect(status, stderr).toBe(0);
  return stdout.trim();
}

test('an app on another machine records into the book, which the page, commands and the app itself read', async () => {
  const storage = newStorage();
  const { url, port, readKey } = await collect(storage);
  const writeKey = addKey(storage, '--service', 'shop', '--environment', 'production');
  const server = createServer((_request, response) => response.end('hello'));
  const book = recordHttp(server, { storage: url, writeKey, key: readKey(), service: 'not-shop' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const app = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (let n = 0; n < 3; n++) await (await fetch(`${app}/orders/${n}?token=hunter2xyz`)).text();
  await book.flush();
  expect(book.stats()).toMatchObject({ recorded: 3, stored: 3, held: 0, dropped: 0 });

  const { entries } = await book.search('service:shop environment:production');
  expect(entries).toHaveLength(3);
  const token = entries[0]?.token ?? '';
  expect(await book.get(token)).toMatchObject({ token });
  const headers = { authorization: `Bearer ${readKey()}` };
  expect((await sendRequest(port, '/_profiler', { headers })).body).toContain('3 results found');
  const search = execFileSync(process.execPath, [CLI, 'show', token, '--storage', url], {
    env: { ...process.env, GATEBOOK_KEY: readKey() },
    encoding: 'utf8',
  });
  expect(search).toContain('/orders/2');
  expect(search).not.toContain('hunter2xyz');
  server.close();
  server.closeAllConnections();
  await book.close();
});

test('an app without a read key has no page', async () => {
  vi.stubEnv('GATEBOOK_KEY', undefined);
  const storage = newStorage();
  const { url } = await collect(storage);
  const server = createServer((_request, response) => response.end('of the app'));
  const book = recordHttp(server, { storage: url, writeKey: addKey(storage, '--service', 'shop') });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect((await sendRequest(port, '/_profiler', { headers: { authorization: '' } })).body).toBe('of the app');
  await expect(book.search('')).rejects.toMatchObject({ code: 'key-refused' });
  server.close();
  server.closeAllConnections();
  await book.close();
});

test('keeps what it has answered when it is killed, and stores no batch twice', async () => {
  const storage = newStorage();
  const first = await collect(storage);
  const write = addKey(storage, '--service', 'shop');
  const store = await openRemoteStore(first.url, { write, read: first.readKey() });
  const { first: seq } = await store.lease(100);
  const batch = (n: number) => ({ id: `sender-${n}`, profiles: [sampleProfile({ seq: seq + n })] });
  for (let n = 0; n < 20; n++) await store.write(batch(n));
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  await expect(store.write(batch(20))).rejects.toMatchObject({ code: 'collector-unavailable' });
  const second = await collect(storage, { port: first.port });
  for (let n = 0; n <= 20; n++) await store.write(batch(n));
  const { entries } = await store.search({ ...EVERYTHING, limit: 100 });
  expect(entries.map((entry) => entry.seq - seq).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 21 }, (_, n) => n),
  );
  await store.close();
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
});

test('speaks TLS, and an app trusts only what Node trusts', async () => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const files = ['-keyout', certKey, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, ...subject, ...files], { stdio: 'pipe' });
  const storage = newStorage();
  const { url, readKey } = await collect(storage, { args: ['--tls-cert', cert, '--tls-key', certKey] });
  expect(url).toMatch(/^https:/);
  await expect(openRemoteStore(url, { read: readKey() })).rejects.toMatchObject({
    code: 'collector-unavailable',
    message: expect.stringContaining('certificate'),
  });
  const env = { ...process.env, GATEBOOK_KEY: readKey(), NODE_EXTRA_CA_CERTS: cert };
  const search = ['search', '--json', '--storage', url, 'status:5xx'];
  const { stdout } = spawnSync(process.execPath, [CLI, ...search], { env, encoding: 'utf8' });
  expect(JSON.parse(stdout)).toMatchObject({ matches: 0 });
});

test('a client that sends nothing, or slowly, loses its connection', { timeout: 30_000 }, async () => {
  const { port } = await collect(newStorage());
  const sockets = Array.from({ length: 50 }, (_, n) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    if (n % 2 === 1) socket.write('PUT /v1/batches/a HTTP/1.1\r\nHost: h\r\n');
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
});

test('refuses to start where keys could be read on the way', () => {
  const start = (...args: string[]) => gatebook('collect', '--storage', newStorage(), ...args);
  expect(start('--listen', '0.0.0.0:0')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--insecure private-network'),
  });
  expect(start('--listen', 'nowhere').status).toBe(2);
  expect(start('--insecure', 'everything').status).toBe(2);
});

test('flags, variables and the file set it, and keys finds the same book', async () => {
  const home = join(folder, 'configured');
  mkdirSync(home);
  const config = { storage: 'sqlite:book', collector: { listen: '127.0.0.1:1', keys: 'their-keys' } };
  writeFileSync(join(home, 'gatebook.config.mjs'), `export default ${JSON.stringify(config)}`);
  const env = { ...process.env, GATEBOOK_STORAGE: '', GATEBOOK_KEEP_AGE: 'soon' };
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [CLI, ...args], { cwd: home, env, encoding: 'utf8' });
  const refused = run('collect');
  expect(refused.stderr).toContain('Invalid environment variable GATEBOOK_KEEP_AGE');
  expect(refused.status).toBe(2);
  env.GATEBOOK_KEEP_AGE = '1d';
  expect(run('keys', 'add', '--service', 'shop').stdout).toMatch(/^gbw_/);
  expect(statSync(join(home, 'their-keys')).isFile()).toBe(true);
  started = spawn(process.execPath, [CLI, 'collect', '--listen', '127.0.0.1:0'], { cwd: home, env });
  const [output] = await once(started.stdout ?? started, 'data');
  expect(String(output)).toMatch(/Collecting at http:\/\/127\.0\.0\.1:\d{2,}/);
  expect(statSync(join(home, 'book')).isDirectory()).toBe(true);
});

test('keys are printed once, listed without secrets, and revoked', async () => {
  const storage = newStorage();
  const keys = (...args: string[]) => gatebook('keys', ...args, '--storage', storage);
  const added = keys('add', '--service', 'shop', '--environment', 'staging', '--expires', '90d');
  expect(added.stdout).toMatch(/^gbw_[\w-]{32}\n$/);
  const owner = keys('add', '--owner').stdout.trim();
  const path = join(storage.slice('sqlite:'.length), 'keys');
  const file = readFileSync(path, 'utf8');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  for (const key of [added.stdout.trim(), owner]) {
    expect(file).not.toContain(key);
    expect(file).not.toContain(key.slice(4));
    expect(keys('list').stdout + keys('list', '--json').stdout).not.toContain(key.slice(4, 12));
  }
  expect(keys('list').stdout).toMatch(
    /^([0-9a-f]{8}) {2}[\d-]{10} {2}writes for shop in staging until [\d-]{10}$/m,
  );
  const [{ id }] = JSON.parse(keys('list', '--json').stdout);
  expect(keys('revoke', id).status).toBe(0);
  expect(keys('revoke', id).status).toBe(1);
  expect(JSON.parse(keys('list', '--json').stdout)).toHaveLength(1);
  for (const wrong of [
    ['add'],
    ['add', '--service', ''],
    ['add', '--owner', '--service', 'a'],
    ['revoke'],
    ['list', 'x'],
  ])
    expect(keys(...wrong).status, wrong.join(' ')).toBe(2);
  expect(gatebook('keys', 'list', '--storage', 'clickhouse://h/d').status).toBe(2);
});

test.runIf(process.getuid?.() === 0)('root adds keys that the user of the collector can read', () => {
  const storage = newStorage();
  const book = storage.slice('sqlite:'.length);
  mkdirSync(book);
  chownSync(book, 1000, 1000);
  addKey(storage, '--service', 'shop');
  expect(statSync(join(book, 'keys'))).toMatchObject({ uid: 1000, gid: 1000 });
});
