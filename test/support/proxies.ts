import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-ports.ts';

/** A real proxy in front of some servers. */
export interface RunningProxy {
  /** The port of the proxy in front of each upstream port. */
  readonly ports: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

export type StartProxy = (upstreams: readonly number[]) => Promise<RunningProxy>;

/** Lines for the location block of each variant of nginx. */
const NGINX = {
  'nginx up to 1.29.6': '',
  'nginx from 1.29.7': 'proxy_http_version 1.1; proxy_set_header Connection "";',
  'nginx that keeps the Host':
    'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;',
  'nginx with the usual WebSocket lines':
    'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";',
  'nginx that names the client':
    'proxy_set_header Host $host; proxy_set_header X-Real-IP $remote_addr; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;',
} as const;

const HAPROXY = { 'HAProxy that keeps the Host': false, 'HAProxy that rewrites the Host': true } as const;

const CADDY = {
  Caddy: '',
  'Caddy that rewrites the Host and hides itself':
    'header_up Host 127.0.0.1:{UPSTREAM}\nheader_up -X-Forwarded-For\nheader_up -X-Forwarded-Proto\nheader_up -X-Forwarded-Host\nheader_up -Via',
} as const;

export const PROXIES: Readonly<Record<string, StartProxy>> = {
  ...mapValues(NGINX, (lines) => (upstreams) => startNginx(upstreams, lines)),
  ...mapValues(HAPROXY, (rewritesHost) => (upstreams) => startHaproxy(upstreams, rewritesHost)),
  ...mapValues(CADDY, (lines) => (upstreams) => startCaddy(upstreams, lines)),
};

async function startNginx(upstreams: readonly number[], lines: string): Promise<RunningProxy> {
  return startProxy(
    upstreams,
    'nginx',
    'nginx.conf',
    (file, folder) => ['-c', file, '-p', folder, '-e', `${folder}/error.log`],
    (ports, folder) =>
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1; user root;
     events { worker_connections 256; }
     http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
     ${[...ports].map(([upstream, port]) => `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${upstream}; ${lines} } }`).join('\n')} }`,
  );
}

async function startHaproxy(upstreams: readonly number[], rewritesHost: boolean): Promise<RunningProxy> {
  return startProxy(
    upstreams,
    'haproxy',
    'haproxy.cfg',
    (file) => ['-f', file, '-db'],
    (ports) =>
      ['defaults', ' mode http', ' timeout connect 5s', ' timeout client 30s', ' timeout server 30s']
        .concat(
          [...ports].flatMap(([upstream, port]) => [
            `listen l${port}`,
            ` bind 127.0.0.1:${port}`,
            ...(rewritesHost ? [` http-request set-header Host 127.0.0.1:${upstream}`] : []),
            ` server s 127.0.0.1:${upstream}`,
          ]),
        )
        .concat('')
        .join('\n'),
  );
}

async function startCaddy(upstreams: readonly number[], lines: string): Promise<RunningProxy> {
  return startProxy(
    upstreams,
    'caddy',
    'Caddyfile',
    (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    (ports, folder) =>
      `{\nadmin off\nauto_https off\nstorage file_system ${folder}\n}\n${[...ports]
        .map(
          ([upstream, port]) =>
            `http://:${port} {\nbind 127.0.0.1\nreverse_proxy 127.0.0.1:${upstream} {\n${lines.replace('{UPSTREAM}', String(upstream))}\n}\n}`,
        )
        .join('\n')}\n`,
  );
}

/** Starts a proxy with a configuration, and waits until it listens in front of each upstream port. */
export async function startProxy(
  upstreams: readonly number[],
  command: string,
  fileName: string,
  args: (file: string, folder: string) => string[],
  config: (ports: ReadonlyMap<number, number>, folder: string) => string,
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `gatebook-${command}-`));
  const file = join(folder, fileName);
  const free = await freePorts(upstreams.length);
  const ports = new Map(upstreams.map((upstream, index) => [upstream, free[index] ?? 0]));
  writeFileSync(file, config(ports, folder));
  const child = spawn(command, args(file, folder), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  for (const port of ports.values()) await waitForPort(port, child, () => output);
  return {
    ports,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitForPort(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`The proxy did not start: ${output()}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`The proxy does not listen: ${output()}`);
}

function mapValues<Value, Result>(
  object: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
