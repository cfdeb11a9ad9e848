// Two instances of an app, each with a book of its own, behind a real load balancer.
import { describe, expect, test } from 'vitest';
import { startProxy } from '../support/proxies.ts';
import { newFolder } from './deploy/app-folder.ts';

const KEY = process.env.GATEBOOK_KEY ?? '';
const INSTANCES = ['web-1', 'web-2'];

const SERVER = `
const { createServer } = require('node:http');
const { gatebook } = require('gatebook/http');
const server = createServer((request, response) => response.end(process.env.POD_NAME));
gatebook(server, { trustProxy: ['127.0.0.1'] });
server.listen(process.env.PORT, '127.0.0.1');
process.on('SIGTERM', () => server.close(() => process.exit()));
`;

/** What a load balancer with TLS in front of the app sends. */
const BALANCERS: Readonly<
  Record<string, { file: string; args: (file: string, folder: string) => string[]; text: ToText }>
> = {
  nginx: {
    file: 'nginx.conf',
    args: (file, folder) => ['-c', file, '-p', folder, '-e', `${folder}/error.log`],
    text: (port, apps, folder) =>
      `daemon off; pid ${folder}/pid; worker_processes 1; user root; events {}
       http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
       uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       upstream shop { ${apps.map((app) => `server 127.0.0.1:${app};`).join(' ')} }
       server { listen 127.0.0.1:${port}; location / { proxy_pass http://shop; proxy_set_header Host shop.example; proxy_set_header X-Forwarded-Proto https; } } }`,
  },
  haproxy: {
    file: 'haproxy.cfg',
    args: (file) => ['-f', file, '-db'],
    text: (port, apps) =>
      [
        'defaults',
        ' mode http',
        ' timeout connect 5s',
        ' timeout client 30s',
        ' timeout server 30s',
        'listen shop',
        ` bind 127.0.0.1:${port}`,
        ' balance roundrobin',
        ' http-request set-header Host shop.example',
        ' http-request set-header X-Forwarded-Proto https',
        ...apps.map((app, n) => ` server web-${n + 1} 127.0.0.1:${app}`),
        '',
      ].join('\n'),
  },
};
type ToText = (port: number, apps: readonly number[], folder: string) => string;

/** As the foot of the page says. */
function instanceOf(page: string): string {
  return /<footer>[^<]*These are the requests of instance (\S+) only: each/.exec(page)?.[1] ?? '';
}

describe.each(Object.keys(BALANCERS))('two replicas behind %s', (command) => {
  test('each page says whose requests it has, and has only these', async () => {
    const balancer = BALANCERS[command];
    if (!balancer) throw new Error(command);
    const folders = INSTANCES.map(() => newFolder());
    const apps = await Promise.all(
      folders.map((folder, n) => folder.start(SERVER, { NODE_ENV: 'production', POD_NAME: INSTANCES[n] })),
    );
    const ports = apps.map(({ port }) => port);
    const [first = 0] = ports;
    const proxy = await startProxy([first], command, balancer.file, balancer.args, (listening, folder) =>
      balancer.text(listening.get(first) ?? 0, ports, folder),
    );
    const get = async (path: string) => {
      const headers = { connection: 'close', authorization: `Bearer ${KEY}` };
      return (await fetch(`http://127.0.0.1:${proxy.ports.get(first)}${path}`, { headers })).text();
    };
    try {
      const answers = new Map<string, number>();
      for (let n = 0; n < 20; n++) {
        const instance = await get(`/orders/${n}`);
        answers.set(instance, (answers.get(instance) ?? 0) + 1);
      }
      expect([...answers].sort()).toEqual(INSTANCES.map((instance) => [instance, 10]));
      const whose = new Set<string>();
      for (let n = 0; n < 4; n++) {
        const page = await get('/_profiler?q=orders&limit=50');
        const instance = instanceOf(page);
        whose.add(instance);
        expect(page.match(/https:\/\/shop\.example\/orders\/\d+/g)?.length).toBeGreaterThanOrEqual(10);
        const token = /href="\/_profiler\/([0-9a-f]{6})/.exec(page)?.[1] ?? '';
        // The other instance does not know it, and says why.
        const profiles = await Promise.all(Array.from({ length: 4 }, () => get(`/_profiler/${token}`)));
        const kinds = profiles.map((profile) => {
          const isOther = profile.includes('it may also belong to another book');
          expect(instanceOf(profile) === instance).toBe(!isOther);
          return isOther;
        });
        expect(new Set(kinds)).toEqual(new Set([true, false]));
      }
      expect([...whose].sort()).toEqual(INSTANCES);
    } finally {
      await proxy.stop();
    }
    for (const [n, app] of apps.entries()) {
      expect(await app.stop('SIGTERM')).toBe(0);
      const entries = await folders[n]?.entries();
      const own = entries?.filter(({ url }) => url.includes('/orders/')) ?? [];
      expect(own.map(({ instance }) => instance.split(':')[0])).toEqual(Array(10).fill(INSTANCES[n]));
    }
  });
});
