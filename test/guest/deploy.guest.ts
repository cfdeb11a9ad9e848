import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { freePorts } from '../support/free-ports.ts';
import { startProxy } from '../support/proxies.ts';
import { newFolder } from './deploy/app-folder.ts';
import { block, swap } from './deploy/doc-blocks.ts';

const isFull = process.env.GUEST === 'full';
const KEY = process.env.GATEBOOK_KEY ?? '';
const run = promisify(execFile);

const SERVER = block('js', '// server.cjs');

describe('behind', () => {
  /** The configuration in docs/deploy.md, with this port, these certificates and this app. */
  const CONFIGURATIONS: Record<
    string,
    {
      readonly file: string;
      readonly args: (file: string, folder: string) => string[];
      readonly text: (port: number, app: number, folder: string) => string;
    }
  > = {
    nginx: {
      file: 'nginx.conf',
      args: (file, folder) => ['-c', file, '-p', folder, '-e', `${folder}/error.log`],
      text: (port, app, folder) =>
        `daemon off; pid ${folder}/pid; worker_processes 1; user root; events {}
         http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
         uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
         ${swap(
           block('nginx'),
           ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
           ['/etc/ssl/shop.example.pem', `${folder}/cert.pem`],
           ['/etc/ssl/shop.example.key', `${folder}/key.pem`],
           ['127.0.0.1:3000', `127.0.0.1:${app}`],
         )} }`,
    },
    caddy: {
      file: 'Caddyfile',
      args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
      text: (port, app, folder) =>
        `{\nadmin off\nauto_https off\nstorage file_system ${folder}\n}\n${swap(
          block('caddy'),
          [
            'shop.example {',
            `https://shop.example:${port} {\nbind 127.0.0.1\ntls ${folder}/cert.pem ${folder}/key.pem`,
          ],
          ['127.0.0.1:3000', `127.0.0.1:${app}`],
        )}`,
    },
    haproxy: {
      file: 'haproxy.cfg',
      args: (file) => ['-f', file, '-db'],
      text: (port, app, folder) =>
        swap(
          block('haproxy'),
          ['bind :443', `bind 127.0.0.1:${port}`],
          ['/etc/haproxy/shop.example.pem', `${folder}/both.pem`],
          ['127.0.0.1:3000', `127.0.0.1:${app}`],
        ),
    },
  };

  test.each(Object.keys(CONFIGURATIONS))('%s', async (command) => {
    const configuration = CONFIGURATIONS[command];
    if (!configuration) throw new Error(command);
    const folder = newFolder();
    makeCertificate(folder.path);
    const trusting = block('js', 'trustProxy').replace('(app,', '(server,').trim();
    const app = await folder.start(swap(SERVER, ['gatebook(server);', trusting]));
    const proxy = await startProxy([app.port], command, configuration.file, configuration.args, (ports) =>
      configuration.text(ports.get(app.port) ?? 0, app.port, folder.path),
    );
    try {
      const port = proxy.ports.get(app.port) ?? 0;
      const forged = {
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=6.6.6.6;proto=http;host=evil.example',
      };
      expect(await get(port, '/plain', {})).toMatchObject({ status: 200 });
      expect(await get(port, '/forged', forged)).toMatchObject({ status: 200 });
      const page = await get(port, '/_profiler', { authorization: `Bearer ${KEY}` });
      expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<h1>Profile Search</h1>') });
    } finally {
      await proxy.stop();
    }
    expect(await app.stop('SIGINT')).toBe(0);
    const entries = await folder.entries();
    expect(entries.map(({ url, ip, host }) => [url, ip, host]).sort()).toEqual([
      ['https://shop.example/forged', '127.0.0.2', 'shop.example'],
      ['https://shop.example/plain', '127.0.0.2', 'shop.example'],
    ]);
  });

  /** Sends a request from 127.0.0.2, which is not a trusted proxy. */
  function get(port: number, path: string, headers: Record<string, string>) {
    return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const request = httpsRequest(
        {
          host: '127.0.0.1',
          port,
          path,
          servername: 'shop.example',
          localAddress: '127.0.0.2',
          rejectUnauthorized: false,
          agent: false,
          headers: { host: 'shop.example', ...headers },
        },
        async (response) => {
          let body = '';
          for await (const chunk of response) body += chunk;
          resolve({ status: response.statusCode, body });
        },
      );
      request.on('error', reject).end();
    });
  }

  function makeCertificate(folder: string): void {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example'];
    spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert],
      ...subject,
    ]);
    writeFileSync(join(folder, 'both.pem'), readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
  }
});

test('the metrics of a cluster are of all workers, whichever answers', async () => {
  const requests = isFull ? 2000 : 400;
  const folder = newFolder();
  const app = await folder.start(readFileSync(join(import.meta.dirname, 'apps/deploy/cluster.cjs'), 'utf8'), {
    GATEBOOK_SERVICE: 'shop',
    GATEBOOK_RELEASE: '1.2.3',
  });
  const pids = new Set<string>();
  for (let n = 0; n < requests; n += 20)
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => app.get('/x')))) pids.add(answer);
  expect(pids.size).toBe(4);
  const metrics = () => app.get('/_profiler/metrics', { authorization: `Bearer ${KEY}` });
  const recorded = async () => {
    const text = await metrics();
    return [
      ...text.matchAll(
        /^gatebook_recorded_total\{service="shop",instance="[^":]+:(\d+)",release="1.2.3"\} (\d+)$/gm,
      ),
    ].map(([, pid = '', count]) => ({ pid, count: Number(count) }));
  };
  const total = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0);
  // Every worker reports within some seconds. Eight answers are of all four workers.
  const answers = async () => {
    const totals: number[] = [];
    for (let n = 0; n < 8; n++) totals.push(total(await recorded()));
    return totals;
  };
  await expect.poll(answers, { timeout: 20_000 }).toEqual(Array(8).fill(requests));
  expect(new Set((await recorded()).map(({ pid }) => pid))).toEqual(pids);
  const counted = async () =>
    [...(await metrics()).matchAll(/^gatebook_requests_total\{.*\} (\d+)$/gm)].map(([, count]) =>
      Number(count),
    );
  await expect.poll(async () => total((await counted()).map((count) => ({ count })))).toBe(requests);
  const [killed = ''] = pids;
  process.kill(Number(killed), 'SIGKILL');
  await expect.poll(() => app.output(), { timeout: 10_000 }).toContain('exit SIGKILL');
  expect((await recorded()).map(({ pid }) => pid)).not.toContain(killed);
  await app.stop('SIGTERM');
  const entries = await folder.entries();
  expect(entries.length).toBe(requests);
  expect(new Set(entries.map(({ instance }) => instance.split(':').at(-1)))).toEqual(pids);
  expect(new Set(entries.map(({ service, release }) => `${service} ${release}`))).toEqual(
    new Set(['shop 1.2.3']),
  );
  figure('cluster', `${requests} requests of 4 workers in one answer of the metrics`);
});

test('the unit of systemd is valid', async () => {
  const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;
  if (!hasAnalyze) return;
  const folder = newFolder();
  const unit = join(folder.path, 'shop.service');
  const text = swap(
    block('ini'),
    ['/usr/bin/node', process.execPath],
    ['WorkingDirectory=/srv/shop', 'WorkingDirectory=/'],
  );
  writeFileSync(unit, text);
  const { stderr } = await run('systemd-analyze', ['verify', unit]).catch(
    (error: { stderr: string }) => error,
  );
  expect(stderr.split('\n').filter((line) => line.includes('shop.service'))).toEqual([]);
});

describe.runIf(isFull)('pm2', () => {
  test('starts, reloads and stops an app, and no request is lost', async () => {
    const folder = newFolder();
    writeFileSync(join(folder.path, 'server.cjs'), SERVER);
    writeFileSync(join(folder.path, 'ecosystem.config.cjs'), block('js', '// ecosystem.config.cjs'));
    await folder.install('pm2');
    const [port = 0] = await freePorts(1);
    const env = { ...process.env, PM2_HOME: join(folder.path, '.pm2'), PORT: String(port) };
    const pm2 = (...args: string[]) =>
      run(process.execPath, [join(folder.path, 'node_modules/pm2/bin/pm2'), ...args], {
        cwd: folder.path,
        env,
      });
    const get = async (): Promise<boolean> => {
      const response = await fetch(`http://127.0.0.1:${port}/x`, { headers: { connection: 'close' } }).catch(
        () => null,
      );
      return response?.status === 200 && (await response.text()).includes('hello');
    };
    try {
      await pm2('start', 'ecosystem.config.cjs');
      await expect.poll(get, { timeout: 30_000 }).toBe(true);
      let isReloading = true;
      let [answered, lost] = [1, 0];
      const traffic = (async () => {
        while (isReloading) (await get()) ? answered++ : lost++;
      })();
      for (let n = 0; n < 3; n++) await pm2('reload', 'shop');
      isReloading = false;
      await traffic;
      await pm2('stop', 'shop');
      const listed = JSON.parse((await pm2('jlist')).stdout.replace(/^[^[]*/, '')) as {
        pm2_env: { status: string; exit_code?: number };
      }[];
      expect(listed.map(({ pm2_env: { status } }) => status)).toEqual(Array(4).fill('stopped'));
      const entries = await folder.entries();
      const codes = listed.map(({ pm2_env: { exit_code } }) => exit_code);
      const { version } = JSON.parse(
        readFileSync(join(folder.path, 'node_modules/pm2/package.json'), 'utf8'),
      );
      figure(
        `pm2 ${version}`,
        `${answered} requests over 3 reloads, ${lost} lost, ${entries.length} in the book, exit codes ${codes}`,
      );
      expect(codes).toEqual([0, 0, 0, 0]);
      expect({ lost, recorded: entries.length }).toEqual({ lost: 0, recorded: answered });
      expect(new Set(entries.map(({ instance }) => instance)).size).toBeGreaterThanOrEqual(8);
    } finally {
      await pm2('kill').catch(() => {});
    }
  });
});
