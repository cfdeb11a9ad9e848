import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { gatebookIn } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-groups-'));
const gatebook = gatebookIn(folder);

beforeAll(async () => {
  const store = await openSqliteStore(join(folder, '.gatebook'), { create: true });
  await store.lease(1000);
  const profiles = Array.from({ length: 200 }, (_, seq) => {
    const isScanner = seq % 10 === 0;
    return sampleProfile({
      seq,
      time: T0 + seq * 1e6,
      ip: isScanner ? '198.51.100.1' : `203.0.113.${seq % 3}`,
      client: isScanner ? 'scanner' : 'browser',
      status: isScanner ? (seq === 100 ? 200 : 404) : seq % 20 === 1 ? 500 : 200,
      method: seq % 4 === 3 ? 'POST' : 'GET',
      route: isScanner ? '' : seq % 4 === 3 ? '/pay\u001b[31m\u202e' : '/users/:id',
      url: isScanner ? `https://shop.example/wp-${seq}/.env` : `https://shop.example/users/${seq}`,
      // Slower in the second half.
      duration: seq < 100 ? 1000 : 20_000,
      queries: seq % 4,
      queryTime: 100,
    });
  });
  await store.write({ id: 'a', profiles });
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

test('lists clients with the figures of the page', () => {
  const { status, stdout } = gatebook('clients');
  expect(status).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "4 clients, 200 requests
    Client        Class    Requests  4xx  5xx  Paths      p95  First seen            Last seen
    203.0.113.0   browser        60    0    3    50+  19.9 ms  06-Nov-2026 21:20:03  06-Nov-2026 21:23:18
    203.0.113.1   browser        60    0    4    50+  19.9 ms  06-Nov-2026 21:20:01  06-Nov-2026 21:23:19
    203.0.113.2   browser        60    0    3    50+  19.9 ms  06-Nov-2026 21:20:02  06-Nov-2026 21:23:17
    198.51.100.1  scanner        20   19    0     20  19.9 ms  06-Nov-2026 21:20:00  06-Nov-2026 21:23:10
    Requests of scanners got 1 response with 2xx. Check that they contain nothing secret: client:scanner status:2xx
    "
  `);
});

test('prints the evidence of one client', () => {
  const { stdout } = gatebook('clients', 'ip:198.51.100.1');
  expect(stdout).toContain('This client asked for 20 different paths in 20 requests.\nEvidence: asked for');
});

test('lists routes with the figures of the page', () => {
  const { status, stdout } = gatebook('routes', '-client:scanner', '--sort', 'requests');
  expect(status).toBe(0);
  expect(stdout).not.toMatch(INVISIBLE);
  expect(stdout).toMatchInlineSnapshot(`
    "2 routes, 180 requests
    Route                        Requests    5xx  4xx     p50      p90      p99  Queries   Total time
    GET /users/:id                    130  7.7 %  0 %  996 µs  19.9 ms  19.9 ms        1  1.37 s 72 %
    POST /pay\\u{1b}[31m\\u{202e}        50    0 %  0 %  996 µs  19.9 ms  19.9 ms        3  525 ms 28 %
    "
  `);
});

test('compares routes with the period before', () => {
  const query = ['since:2026-11-06T21:21:40Z', 'until:2026-11-06T21:23:19Z', '-client:scanner'];
  const { stdout } = gatebook('routes', ...query, '--limit', '1');
  expect(stdout).toContain('2 routes, 90 requests\nCompared with the 100 s before. ▲ 2 routes are slower');
  expect(stdout).toContain('\n▲ GET /users/:id: p90 was 996 µs\n');
  expect(stdout).toContain('\n1 other route ');
  const { before } = JSON.parse(gatebook('routes', ...query, '--json').stdout);
  expect(Object.keys(before)).toEqual(['from', 'to', 'state']);
});

test('prints JSON, NDJSON and only some fields', () => {
  const clients = JSON.parse(gatebook('clients', '--json', '--limit', '2').stdout);
  expect(clients).toMatchObject({
    version: 1,
    command: 'clients',
    total: 4,
    requests: 200,
    others: { clients: 2, requests: 80 },
    clients: [{ client: '203.0.113.0', class: 'browser', requests: 60 }, {}],
  });
  const lines = gatebook('routes', '--ndjson', '--fields', 'route,p90').stdout.trim().split('\n');
  expect(lines.map((line) => Object.keys(JSON.parse(line)))[0]).toEqual(['version', 'route', 'p90']);
  const table = gatebook('clients', '--fields', 'client,requests').stdout;
  expect(table.split('\n')[0]).toMatch(/^client +requests$/);
  const routes = JSON.parse(gatebook('routes', '--json').stdout);
  expect(routes).toMatchObject({ command: 'routes', total: expect.any(Number), before: null });
  expect(routes.routes[0]).toMatchObject({ method: 'GET', route: '/users/:id', isRoute: true, before: null });
});

test.each(['clients', 'routes'])('%s exits with 1 without matches, and with 2 for a mistake', (command) => {
  expect(gatebook(command, 'status:299')).toMatchObject({ status: 1, stdout: 'No matching requests\n' });
  for (const args of [['status:x'], ['--limit', '0'], ['--sort', 'x'], ['log:x'], ['--fields', 'x']])
    expect(gatebook(command, ...args)).toMatchObject({ status: 2, stdout: '' });
});
