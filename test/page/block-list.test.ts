import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { ipKey, isIn, parseIpRange } from '../../src/net/ip.ts';
import { SHARED } from '../../src/net/networks.ts';
import type { ClientClass } from '../../src/profile/entry.ts';
import { createNetworks, MAX_NETWORKS } from '../../src/serve/export/block-list.ts';
import { BLOCK_LIST_FORMATS } from '../../src/serve/export/block-list-formats.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { requester, storeWith } from '../support/export-fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-block-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a header or a socket may have made of an address. */
const HOSTILE = [
  '',
  'unknown',
  "'; drop",
  '1.2.3.4; return 200',
  '1.2.3.4\n}',
  '1.2.3.4/0',
  '0.0.0.0',
  '255.255.255.255',
  '::',
  '::ffff:127.0.0.1',
  'fe80::1%eth0',
  'localhost',
];

function listOf(ips: readonly string[], keep: readonly string[] = []): string[] {
  const networks = createNetworks(keep.map(parseIpRange).filter((range) => range !== null));
  for (const ip of ips) networks.add({ ip });
  return networks.list();
}

describe('the networks', () => {
  test('are the addresses of the clients, each once, IPv6 by its first 64 bits', () => {
    expect(
      listOf([
        '203.0.113.9',
        '198.51.100.1',
        '203.0.113.9',
        '2001:db8:0:1::1',
        '2001:db8:0:1:ffff::',
        '::ffff:9.9.9.9',
      ]),
    ).toEqual(['9.9.9.9', '198.51.100.1', '203.0.113.9', '2001:db8:0:1::/64']);
  });

  test('have nothing but public addresses, whatever the client sent', () => {
    expect(
      listOf([...HOSTILE, '10.1.2.3', '192.168.0.1', '100.64.0.1', 'fd00::1', '224.0.0.1', 'ff02::1']),
    ).toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (ips) => {
        for (const network of listOf(ips)) {
          const [address = '', bits] = network.split('/');
          expect(bits).toBe(address.includes(':') ? '64' : undefined);
          const key = ipKey(address);
          expect(key !== null && !isIn(key, SHARED)).toBe(true);
        }
      }),
    );
  });

  test('leave out what is kept, and every network of IPv6 that has a part of it', () => {
    const ips = ['203.0.113.9', '203.0.113.10', '2001:db8:0:1::1', '2001:db8:0:2::1'];
    expect(listOf(ips, ['203.0.113.9', '2001:db8:0:1:5::5'])).toEqual(['203.0.113.10', '2001:db8:0:2::/64']);
    expect(listOf(ips, ['203.0.113.0/24', '2001:db8::/32'])).toEqual([]);
  });

  test('are limited', () => {
    const ips = Array.from(
      { length: MAX_NETWORKS + 5 },
      (_, n) => `9.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    );
    expect(listOf(ips)).toHaveLength(MAX_NETWORKS);
  });
});

const MADE = new Date('2026-11-14T09:05:07Z');
const NETWORKS = ['9.9.9.9', '198.51.100.1', '2001:db8:0:1::/64', '2606:4700::/64'];

function fileOf(name: string, networks: readonly string[]): string {
  const format = BLOCK_LIST_FORMATS.find((known) => known.name === name);
  if (!format) throw new Error(`no format ${name}`);
  const path = join(folder, `${name}-${networks.length}.${format.extension}`);
  writeFileSync(path, format.write({ networks, made: MADE, hours: 24 }));
  return path;
}

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });

function isInstalled(command: string): boolean {
  try {
    run('sh', '-c', `command -v ${command}`);
    return true;
  } catch {
    return false;
  }
}

describe.each([[NETWORKS], [[]]])('the tools accept %j', (networks) => {
  test('nginx', () => {
    const path = join(folder, `nginx-${networks.length}.main.conf`);
    writeFileSync(
      path,
      `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; include ${fileOf('nginx', networks)}; server { listen 127.0.0.1:1; } }`,
    );
    run('nginx', '-t', '-q', '-p', folder, '-c', path);
  });

  test('Caddy, with every address in the matcher', () => {
    const path = join(folder, `Caddyfile-${networks.length}`);
    writeFileSync(path, `import ${fileOf('caddy', networks)}\n:1 {\n\timport gatebook-blocked\n}\n`);
    const adapted = run('caddy', 'adapt', '--config', path, '--adapter', 'caddyfile');
    expect(networks.filter((network) => !adapted.includes(`"${network}"`))).toEqual([]);
    if (networks.length > 0) expect(JSON.parse(adapted)).toMatchObject({ apps: { http: {} } });
  });

  test.skipIf(!isInstalled('nft'))('nftables', () => {
    run('nft', '--check', '--file', fileOf('nftables', networks));
  });

  test('jq reads the list for Cloudflare', () => {
    const ips = run('jq', '-r', '.[].ip', fileOf('cloudflare', networks)).split('\n').slice(0, -1);
    expect(ips).toEqual(networks);
  });
});

test('every format has all addresses, and says when it ends', () => {
  const texts = BLOCK_LIST_FORMATS.map(({ write }) => write({ networks: NETWORKS, made: MADE, hours: 24 }));
  for (const text of texts) {
    expect(NETWORKS.filter((network) => !text.includes(network))).toEqual([]);
    expect(text).toMatch(/2026-11-15T09:05Z|24h/);
  }
});

describe('the file of a search', () => {
  async function requestFile(query: string, headers: Record<string, string> = {}) {
    const store = await storeWith(
      [
        ['scanner', '198.51.100.1'],
        ['scanner', '203.0.113.9'],
        ['scanner', '203.0.113.9'],
        ['browser', '192.0.2.1'],
        ['scanner', '10.0.0.1'],
      ].map(([client, ip = ''], n) =>
        sampleProfile({ seq: n, time: T0 + n, client: client as ClientClass, ip }),
      ),
    );
    return requester(store)(`/block-list?${query}`, { headers });
  }

  test('has the clients of its matches', async () => {
    const response = await requestFile('q=client:scanner&format=nginx&hours=48');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('gatebook-blocked-nginx.conf');
    const text = await response.text();
    expect(text.match(/^deny .*$/gm)).toEqual(['deny 198.51.100.1;', 'deny 203.0.113.9;']);
    expect(text).toContain('2 clients');
  });

  test("leaves out the reader's own address, and what the reader keeps", async () => {
    const reader = await requestFile('q=client:scanner', { 'x-forwarded-for': '203.0.113.9, 10.0.0.1' });
    expect(await reader.text()).toMatch(/^#.*\n198\.51\.100\.1\n$/);
    const kept = await requestFile('q=client:scanner&keep=198.51.100.0/24');
    expect(await kept.text()).toMatch(/^#.*\n203\.0\.113\.9\n$/);
  });

  test.each([
    ['format=iptables', 'Unknown format "iptables". Use one of: plain, nginx, caddy'],
    ['hours=0', 'hours=0: write a whole number from 1 to 8760.'],
    ['keep=everyone', 'keep=everyone: write addresses and networks, such as 203.0.113.0/24.'],
    ['q=status:x', 'The search was not run.'],
  ])('refuses %s', async (query, message) => {
    const response = await requestFile(query);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(message);
  });
});
