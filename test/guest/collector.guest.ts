// The files in examples/collector, started as far as a machine without a container engine can: the Dockerfile's last lines in a root of
// their own, with the health check of compose.yaml, and the command of the systemd unit. platforms.guest.ts lints the files.
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openRemoteStore } from '../../src/store/remote/remote-store.ts';
import { freePorts } from '../support/free-ports.ts';
import { CLI } from '../support/run-cli.ts';
import { canMakeImages, ImageRoot } from './container/image-root.ts';
import { collectorFile, swap } from './deploy/doc-blocks.ts';

const KEY = 'key-of-the-tests-1';
const folder = mkdtempSync(join(tmpdir(), 'gatebook-collector-files-'));
let image: ImageRoot | undefined;
let service: ChildProcess | undefined;
afterEach(async () => {
  await image?.remove();
  service?.kill('SIGKILL');
  [image, service] = [undefined, undefined];
  rmSync(folder, { recursive: true, force: true });
});

/** The words of a line in a file, which has them as a JSON list. */
function list(text: string, line: RegExp): string[] {
  return JSON.parse(line.exec(text)?.[1] ?? 'null') as string[];
}

describe.skipIf(!canMakeImages)('the image, read-only and without rights', () => {
  const dockerfile = collectorFile('Dockerfile');
  const compose = collectorFile('compose.yaml');

  test('takes a batch, is healthy while it can, and stops in time with a page open', async () => {
    const [port = 0] = await freePorts(1);
    const at = (text: string) => swap(text, ['4600', String(port)]);
    const env = [/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? ''];
    const command = [...list(dockerfile, /^ENTRYPOINT (.*)$/m), ...list(at(dockerfile), /^CMD (.*)$/m)];
    const probe = ['sh', '-c', /^ +test: (.*)$/m.exec(at(compose))?.[1] ?? 'false'];
    const started = ImageRoot.start(command, [...env, `GATEBOOK_KEY=${KEY}`]);
    image = started;
    const healthy = () => started.exec(probe).status;
    await expect.poll(healthy, { timeout: 20_000, interval: 500, message: started.output }).toBe(0);

    const write = started.exec(['gatebook', 'keys', 'add', '--service', 'shop'], env).stdout.trim();
    expect(write, started.output).toMatch(/^gbw_/);
    const url = `http://127.0.0.1:${port}`;
    const store = await openRemoteStore(url, { write, read: KEY });
    const { first } = await store.lease(1);
    await store.write({ id: 'sender-0', profiles: [sampleProfile({ seq: first })] });
    const found = started.exec(['gatebook', 'search', '--json', 'service:shop'], env);
    expect(JSON.parse(found.stdout), found.stderr).toMatchObject({ entries: [{ service: 'shop' }] });
    await store.close();
    expect(started.exec(['touch', '/opt/x']).stderr).toContain('Read-only file system');
    expect(started.exec(['id', '-u']).stdout).toBe('1000\n');

    const tail = await fetch(`${url}/_profiler/tail`, { headers: { authorization: `Bearer ${KEY}` } });
    expect(tail.status).toBe(200);
    const closed = tail.text().catch(() => '');
    const start = performance.now();
    expect(await started.stop(), started.output).toBe(0);
    const grace = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]) * 1000;
    expect(performance.now() - start).toBeLessThan(grace - 3000);
    await closed;
    expect(probe.join(' ')).toContain('/readyz');
  });
});

describe('the systemd unit', () => {
  const unit = collectorFile('gatebook-collector.service');

  test('is valid', async () => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return;
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'gatebook-collector.service');
    writeFileSync(file, swap(unit, ['/usr/bin/gatebook', process.execPath]));
    const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', file]).catch(
      (error: { stderr: string }) => error,
    );
    expect(stderr.split('\n').filter((line) => line.includes('gatebook-collector'))).toEqual([]);
    writeFileSync(file, swap(unit, ['DynamicUser=yes', 'DynamicUsers=yes']));
    const wrong = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect(wrong.stderr).toContain('DynamicUsers');
  });

  test('its command serves TLS with the credentials that systemd hands it, and ends at SIGTERM', async () => {
    const credentials = join(folder, 'credentials');
    mkdirSync(credentials, { recursive: true });
    const files = ['-keyout', join(credentials, 'key.pem'), '-out', join(credentials, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
      stdio: 'pipe',
    });
    for (const name of ['cert.pem', 'key.pem']) expect(unit).toContain(`LoadCredential=${name}:`);
    const [port = 0] = await freePorts(1);
    const line = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '';
    const toCredentials = [`$${'{CREDENTIALS_DIRECTORY}'}`, credentials] as const;
    const [, ...args] = swap(line, ['4600', String(port)], toCredentials).split(' ');
    const [, storage = ''] = /^Environment=GATEBOOK_STORAGE=(.*)$/m.exec(unit) ?? [];
    const child = spawn(process.execPath, [CLI, ...args], {
      env: { ...process.env, GATEBOOK_STORAGE: swap(storage, ['/var/lib/gatebook', folder]) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    service = child;
    expect(String((await once(child.stdout, 'data'))[0])).toContain(`https://0.0.0.0:${port}`);
    const health = ['--silent', '--cacert', join(credentials, 'cert.pem')];
    const curl = await promisify(execFile)('curl', [...health, `https://localhost:${port}/healthz`]);
    expect(curl.stdout).toBe('ok\n');
    // It never begins the handshake, as a port scanner may.
    const idle = connect(port, '127.0.0.1').on('error', () => {});
    await once(idle, 'connect');
    const start = performance.now();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(performance.now() - start).toBeLessThan(seconds * 1000 - 3000);
  });
});

test('every platform waits longer than the collector takes to stop', () => {
  expect(
    Number(/terminationGracePeriodSeconds: (\d+)/.exec(collectorFile('kubernetes.yaml'))?.[1]),
  ).toBeGreaterThan(5);
});

test('no file has a key in it', () => {
  for (const name of ['Dockerfile', 'compose.yaml', 'compose.clickhouse.yaml', 'kubernetes.yaml']) {
    const values = [...collectorFile(name).matchAll(/(?:_KEY|_PASSWORD): (.*)|:\/\/gatebook:(.*)@/gm)];
    for (const [line] of values) expect(line, name).toMatch(/\$\{[A-Z_]+:[-?]\}@?$/);
  }
});
