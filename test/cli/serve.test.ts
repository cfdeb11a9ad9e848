import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as requestTls } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { sendRequest } from '../support/request.ts';
import { CLI, gatebookIn } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-serve-'));
const storage = `sqlite:${join(folder, 'book.db')}`;
const keyFile = join(folder, 'book.db', 'key');
const [cert, certKey] = [join(folder, 'cert.pem'), join(folder, 'cert-key.pem')];
const gatebook = gatebookIn(folder);
let started: ChildProcess | undefined;

beforeAll(async () => {
  const store = await openStore(storage);
  await store.write({ id: 'a', profiles: [0, 1, 2].map((seq) => sampleProfile({ seq })) });
  await store.close();
  const subject = ['-subj', '/CN=localhost', '-days', '2'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const files = ['-keyout', certKey, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, ...subject, ...files], { stdio: 'pipe' });
});
afterEach(() => {
  started?.kill();
  started = undefined;
  rmSync(keyFile, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts `gatebook serve` on a free port, without GATEBOOK_KEY unless it is set here. */
async function serve(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}, inTerminal = false) {
  const command = [process.execPath, CLI, 'serve', '--storage', storage, '--port', '0', ...args];
  const [file = '', ...rest] = inTerminal ? ['script', '-qec', command.join(' '), '/dev/null'] : command;
  const child = spawn(file, rest, {
    cwd: folder,
    env: { ...process.env, GATEBOOK_KEY: undefined, ...env },
    stdio: ['ignore', 'pipe', inTerminal ? 'ignore' : 'inherit'],
  });
  started = child;
  const [chunk] = await once(child.stdout, 'data');
  const output = String(chunk);
  return { child, output, port: Number(/:(\d+)\/_profiler/.exec(output)?.[1]) };
}

const keyOfBook = () => (JSON.parse(readFileSync(keyFile, 'utf8')) as { key: string }).key;
const withBookKey = () => ({ authorization: `Bearer ${keyOfBook()}` });
const NO_KEY = { authorization: '' };

test('serves the page with the key of the book', async () => {
  const { child, port } = await serve();
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const headers = withBookKey();
  const { status, body } = await sendRequest(port, '/_profiler', { headers });
  expect(status).toBe(200);
  expect(body).toContain('3 results found');
  expect(body).toContain('action="/_profiler/logout"');
  expect(await sendRequest(port, '/', { headers })).toMatchObject({
    status: 302,
    headers: { location: '/_profiler' },
  });
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('shows the locked page to this machine, and logs in with the key', async () => {
  const { port } = await serve();
  const locked = await sendRequest(port, '/_profiler', { headers: NO_KEY });
  expect(locked.status).toBe(401);
  expect(locked.body).toContain('Profile Search is locked');
  const response = await fetch(`http://127.0.0.1:${port}/_profiler/login`, {
    method: 'POST',
    body: new URLSearchParams({ key: keyOfBook() }),
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await sendRequest(port, '/_profiler', { headers: { cookie } })).status).toBe(200);
});

test.each([
  { host: 'example.com' },
  { 'x-forwarded-for': '1.1.1.1' },
  { origin: 'http://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
])('responds like a server without a page to others: %j', async (headers) => {
  const { port } = await serve();
  for (const path of ['/', '/_profiler', '/_profiler/latest', '/_profiler/assets/page.js', '/nowhere'])
    expect(await sendRequest(port, path, { headers: { ...NO_KEY, ...headers } })).toMatchObject({
      status: 404,
      body: 'Not Found\n',
    });
});

test('prints the address and how to open it, not the key', async () => {
  const { output, port } = await serve();
  const page = `http://127.0.0.1:${port}/_profiler`;
  const command = `open --storage ${storage} ${page}`;
  expect(output).toBe(`Profile Search: ${page}\nRun npx gatebook ${command} for a link that opens it.\n`);
  const { stdout } = gatebookWithoutKey('open', page);
  const { pathname } = new URL(stdout.trim());
  expect((await sendRequest(port, pathname, { headers: NO_KEY })).status).toBe(303);
});

function gatebookWithoutKey(...args: string[]) {
  const env = { ...process.env, GATEBOOK_KEY: undefined, GATEBOOK_STORAGE: storage };
  return { stdout: execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' }) };
}

test('prints the link with the key in a terminal', async () => {
  const { output, port } = await serve([], {}, true);
  expect(output.trim()).toBe(`Profile Search: http://127.0.0.1:${port}/_profiler#key=${keyOfBook()}`);
});

test('uses the key of the app, and does not change the address that the app has stored', async () => {
  const file = { key: 'key-of-an-app-123', url: 'http://localhost:3000/_profiler' };
  writeFileSync(keyFile, JSON.stringify(file), { mode: 0o600 });
  const { port } = await serve();
  expect((await sendRequest(port, '/_profiler', { headers: withBookKey() })).status).toBe(200);
  expect(JSON.parse(readFileSync(keyFile, 'utf8'))).toEqual(file);
});

test('uses GATEBOOK_KEY and stores no key then', async () => {
  const key = 'key-of-the-environment';
  const { port } = await serve([], { GATEBOOK_KEY: key });
  const headers = { authorization: `Bearer ${key}` };
  expect((await sendRequest(port, '/_profiler', { headers })).status).toBe(200);
  expect(existsSync(keyFile)).toBe(false);
});

test('exits when the port is already in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { status, stderr } = gatebook('serve', '--port', String(port), '--storage', storage);
  other.close();
  expect(status).toBe(2);
  expect(stderr).toBe(
    `gatebook: Cannot listen on 127.0.0.1:${port}: the port is already in use. Choose another port with --port.\n`,
  );
});

test.each(['0.0.0.0', '::', '203.0.113.7', 'example.com'])('refuses to listen on %s without TLS', (host) => {
  const { status, stderr } = gatebook('serve', '--host', host, '--storage', storage, '--port', '0');
  expect(status).toBe(1);
  expect(stderr).toContain(`Refusing to listen on ${host}`);
  expect(stderr).toContain('--tls-cert');
  expect(stderr).toContain('SSH tunnel');
});

test('listens on any address with TLS', async () => {
  const { port, output } = await serve(['--host', '0.0.0.0', '--tls-cert', cert, '--tls-key', certKey]);
  expect(output).toContain(`https://0.0.0.0:${port}/_profiler`);
  const options = { host: '127.0.0.1', port, rejectUnauthorized: false, agent: false } as const;
  const send = async (path: string, headers: Record<string, string>) => {
    const sent = requestTls({ ...options, path, headers: { host: 'shop.example', ...headers } }).end();
    const [response] = await once(sent, 'response');
    return { status: response.statusCode as number, body: await text(response) };
  };
  expect(await send('/_profiler', {})).toEqual({ status: 404, body: 'Not Found\n' });
  expect((await send('/_profiler', withBookKey())).status).toBe(200);
  const link = gatebookWithoutKey('open', `https://shop.example:${port}`).stdout.trim();
  expect((await send(new URL(link).pathname, {})).status).toBe(303);
});

test('explains incomplete and unusable TLS files', () => {
  const run = (...args: string[]) => gatebook('serve', '--storage', storage, '--port', '0', ...args);
  expect(run('--tls-cert', cert).stderr).toBe('gatebook: TLS needs both --tls-cert and --tls-key.\n');
  for (const file of [join(folder, 'missing.pem'), join(folder, 'book.db')]) {
    const { status, stderr } = run('--tls-cert', file, '--tls-key', certKey);
    expect(status).toBe(2);
    expect(stderr).toContain('gatebook: Cannot use the files of --tls-cert and --tls-key: ');
  }
});

test('creates no key for a missing book', () => {
  const { status, stderr } = gatebook('serve', '--storage', `sqlite:${join(folder, 'none.db')}`);
  expect(status).toBe(1);
  expect(stderr).toContain('No book found');
  expect(existsSync(join(folder, 'none.db.key'))).toBe(false);
});
