import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openRemoteStore } from '../../src/store/remote/remote-store.ts';
import { type CollectorProcess, kill, startCollectorProcess } from '../support/collector-process.ts';
import { freePorts } from '../support/free-ports.ts';
import { startProxy } from '../support/proxies.ts';
import { gatebookIn } from '../support/run-cli.ts';
import { gatebookWith } from '../support/run-cli-later.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-doctor-'));
const book = join(folder, 'book');
const gatebook = gatebookIn(folder);
let collector: CollectorProcess;
let started: CollectorProcess | undefined;

beforeAll(async () => {
  collector = await startCollectorProcess(book);
});
afterEach(async () => {
  if (started) await kill(started.child);
  started = undefined;
});
afterAll(async () => {
  await kill(collector.child);
  rmSync(folder, { recursive: true });
});

interface Found {
  readonly level: string;
  readonly check: string;
  readonly text: string;
  readonly next: string;
}

async function doctor(storage: string, env: Record<string, string | undefined> = {}) {
  const start = performance.now();
  const { status, stdout } = await gatebookWith(env, folder, 'doctor', '--json', '--storage', storage);
  expect(performance.now() - start).toBeLessThan(40_000);
  const findings = JSON.parse(stdout).findings as readonly Found[];
  const own = ['network', 'tls', 'proxy', 'key', 'clock', 'versions', 'book', 'last-request'];
  return { status, findings: findings.filter(({ check }) => own.includes(check)) };
}

const addKey = (...args: string[]) =>
  gatebook('keys', 'add', '--storage', `sqlite:${book}`, ...args).stdout.trim();
const problems = (findings: readonly Found[]) =>
  findings
    .filter(({ level }) => level === 'problem')
    .map(({ check, text, next }) => `${check}: ${text} ${next}`);

test('finds nothing wrong on the way of an app to its collector, and leaves no row', async () => {
  const env = {
    GATEBOOK_WRITE_KEY: addKey('--service', 'shop', '--environment', 'production'),
    GATEBOOK_KEY: collector.readKey(),
  };
  const { findings } = await doctor(collector.url, env);
  expect(problems(findings.filter(({ check }) => check !== 'last-request'))).toEqual([]);
  const texts = findings.map(({ text }) => text).join('\n');
  expect(texts).toContain('The write key of shop in production is accepted, and the book can be written');
  expect(texts).toContain('The read key is accepted');
  expect(texts).toContain('Batches of 8 MB come through');
  expect(texts).toMatch(/The collector has gatebook \S+ too/);
  expect(texts).toContain('The book has no requests.');
});

test('says whose key is refused, and what to do', async () => {
  const wrong = { GATEBOOK_WRITE_KEY: `gbw_${'a'.repeat(32)}`, GATEBOOK_KEY: `b${'c'.repeat(31)}` };
  const { status, findings } = await doctor(collector.url, wrong);
  expect(status).toBe(1);
  expect(problems(findings)).toEqual([
    expect.stringMatching(/^key: The write key is refused \(401\)\. Run gatebook keys list/),
    expect.stringMatching(/^key: The read key is refused \(401\)\. Set GATEBOOK_KEY/),
  ]);
  const none = await doctor(collector.url, { GATEBOOK_WRITE_KEY: undefined, GATEBOOK_KEY: undefined });
  expect(problems(none.findings)).toEqual([
    expect.stringContaining('There is no key. Set GATEBOOK_WRITE_KEY'),
  ]);
});

test('says where the way ends: a name, a port, something else, a silent server', async () => {
  const [closed = 0] = await freePorts(1);
  const other = createHttpServer((_request, response) => response.end('hello'));
  const silent = createServer(() => {});
  for (const server of [other, silent])
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  try {
    const only = async (storage: string) => problems((await doctor(storage)).findings);
    expect(await only('https://collector.invalid:4600')).toEqual([
      expect.stringMatching(/^network: The collector is not found: .*the DNS/),
    ]);
    expect(await only(`http://127.0.0.1:${closed}`)).toEqual([
      expect.stringMatching(
        /^network: .* does not take connections: .*ECONNREFUSED.* Start gatebook collect/,
      ),
    ]);
    expect(await only(`http://127.0.0.1:${portOf(other)}`)).toEqual([
      expect.stringMatching(/with 200, but it is not a collector/),
    ]);
    expect(await only(`http://127.0.0.1:${portOf(silent)}`)).toEqual([
      expect.stringMatching(/^network: \/healthz is not answered/),
    ]);
    expect(await only(collector.url.replace('http:', 'https:'))).toEqual([
      expect.stringMatching(/^tls: TLS does not work: [\s\S]*insecure=private-network/),
    ]);
  } finally {
    other.close();
    silent.close();
  }
}, 60_000);

/** @param days from now */
function certificate(name: string, from: number, to: number): readonly [cert: string, key: string] {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const date = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '');
  const [request, config, index] = ['csr', 'cnf', 'index'].map((file) => join(folder, `openssl-${file}`)) as [
    string,
    string,
    string,
  ];
  // "openssl req -x509" makes none that has expired.
  writeFileSync(index, '');
  writeFileSync(
    config,
    `[ca]\ndefault_ca=a\n[a]\ndatabase=${index}\nnew_certs_dir=${folder}\nrand_serial=yes\ndefault_md=sha256\npolicy=p\n` +
      `x509_extensions=e\n[p]\ncommonName=supplied\n[e]\nsubjectAltName=DNS:${name}\n`,
  );
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  openssl(
    'req',
    '-new',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    key,
    '-out',
    request,
  );
  const dates = ['-startdate', date(from), '-enddate', date(to)];
  openssl(
    'ca',
    '-batch',
    '-selfsign',
    '-notext',
    '-config',
    config,
    '-keyfile',
    key,
    '-in',
    request,
    ...dates,
    '-out',
    cert,
  );
  return [cert, key];
}

test.each([
  ['localhost', -9, -2, /^tls: .*CERT_HAS_EXPIRED Renew it/],
  ['other.example', -1, 90, /^tls: .*ERR_TLS_CERT_ALTNAME_INVALID Use a name/],
])('refuses the certificate of %s from day %i to %i', async (name, from, to, message) => {
  const [cert, key] = certificate(name, from, to);
  started = await startCollectorProcess(join(folder, 'tls-book'), {
    args: ['--tls-cert', cert, '--tls-key', key],
  });
  const { findings } = await doctor(`https://localhost:${started.port}`, { NODE_EXTRA_CA_CERTS: cert });
  expect(problems(findings)).toEqual([expect.stringMatching(message)]);
});

test('warns of a certificate that ends soon, and names the variable for one that Node does not know', async () => {
  const [cert, key] = certificate('localhost', -1, 5);
  started = await startCollectorProcess(join(folder, 'tls-book'), {
    args: ['--tls-cert', cert, '--tls-key', key],
  });
  const storage = `https://localhost:${started.port}`;
  const env = { NODE_EXTRA_CA_CERTS: cert, GATEBOOK_KEY: started.readKey(), GATEBOOK_WRITE_KEY: undefined };
  const { findings } = await doctor(storage, env);
  expect(findings).toContainEqual(
    expect.objectContaining({ level: 'note', check: 'tls', text: expect.stringContaining('ends on') }),
  );
  expect(findings).toContainEqual(
    expect.objectContaining({ level: 'note', text: expect.stringContaining('no write key') }),
  );
  expect(problems((await doctor(storage)).findings)).toEqual([
    expect.stringContaining('Set NODE_EXTRA_CA_CERTS'),
  ]);
});

test('finds a proxy that takes less than a batch', async () => {
  const proxy = await startProxy(
    [collector.port],
    'nginx',
    'nginx.conf',
    (file, at) => ['-c', file, '-p', at, '-e', `${at}/error.log`],
    (ports, at) => `daemon off; pid ${at}/pid; worker_processes 1; user root; events {}
      http { access_log off; client_body_temp_path ${at}/b; proxy_temp_path ${at}/p; fastcgi_temp_path ${at}/f;
      uwsgi_temp_path ${at}/u; scgi_temp_path ${at}/s; client_max_body_size 1m;
      server { listen 127.0.0.1:${ports.get(collector.port)}; location / { proxy_pass ${collector.url}; } } }`,
  );
  try {
    const env = { GATEBOOK_WRITE_KEY: addKey('--service', 'shop'), GATEBOOK_KEY: undefined };
    const { findings } = await doctor(`http://127.0.0.1:${proxy.ports.get(collector.port)}`, env);
    expect(problems(findings)).toEqual([
      expect.stringMatching(
        /^proxy: A proxy in between refuses batches of 8 MB \(413\)\. .*client_max_body_size 8m/,
      ),
    ]);
  } finally {
    await proxy.stop();
  }
});

test('on the host of the collector, looks at its keys and at when each service sent last', async () => {
  const write = addKey('--service', 'cart');
  addKey('--service', 'idle', '--expires', '3d');
  const store = await openRemoteStore(collector.url, { write });
  const { first } = await store.lease(1);
  const time = (Date.now() - 40_000) * 1000;
  await store.write({ id: 'sender-0', profiles: [sampleProfile({ seq: first, time: time as never })] });
  await store.close();
  const { findings } = await doctor(`sqlite:${book}`);
  const texts = findings.map(({ level, text }) => `${level}: ${text}`).join('\n');
  expect(texts).toMatch(/^ok: cart: last request 4\d seconds ago$/m);
  expect(texts).toMatch(/^note: idle has a key, and no requests\.$/m);
  expect(texts).toMatch(/^note: The key [0-9a-f]{8} \(idle\) ends on /m);
  expect(problems(findings)).toEqual([]);

  const mine = join(folder, 'mine');
  mkdirSync(mine);
  execFileSync('cp', ['-a', book, mine]);
  const keys = join(mine, 'book', 'keys');
  chmodSync(keys, 0o644);
  if (process.getuid?.() === 0) chownSync(join(mine, 'book'), 1000, 1000);
  const copy = await doctor(`sqlite:${join(mine, 'book')}`);
  expect(copy.findings).toContainEqual(expect.objectContaining({ level: 'note', next: `chmod 600 ${keys}` }));
  if (process.getuid?.() === 0)
    expect(problems(copy.findings)).toEqual([expect.stringContaining('chown --reference')]);
});
