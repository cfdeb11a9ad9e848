import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openRemoteStore } from '../../src/store/remote/remote-store.ts';
import { startHttpClickHouse } from '../support/clickhouse-over-http.ts';
import { kill } from '../support/collector-process.ts';
import { CLI, gatebookIn } from '../support/run-cli.ts';

const KEY = 'key-of-the-collector-1';
const folder = mkdtempSync(join(tmpdir(), 'gatebook-collect-clickhouse-'));
let child: ChildProcess | undefined;
afterEach(async () => {
  if (child) await kill(child);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a batch is acknowledged when ClickHouse has it, and stored once if its answer was lost', async () => {
  const server = await startHttpClickHouse(join(folder, 'data'));
  const storage = `clickhouse://127.0.0.1:${server.port}/shop?tls=off`;
  const keys = join(folder, 'keys');
  const added = gatebookIn(folder)('keys', 'add', '--storage', storage, '--keys', keys, '--service', 'shop');
  const write = added.stdout.trim();
  const args = ['collect', '--storage', storage, '--keys', keys, '--listen', '127.0.0.1:0'];
  const collector = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, GATEBOOK_KEY: KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = collector;
  const [, url = ''] = /Collecting at (\S+)/.exec(String((await once(collector.stdout, 'data'))[0])) ?? [];
  const remote = await openRemoteStore(url, { write, read: KEY });
  const book = await openStore(storage, { create: false });
  const stored = async () =>
    (await book.search({ ...EVERYTHING, limit: 100 })).entries.map(({ seq }) => seq - first);
  const { first } = await remote.lease(10);
  const batch = (n: number) => ({ id: `sender-${n}`, profiles: [sampleProfile({ seq: first + n })] });

  const inserts = () => server.requests.filter((params) => /^INSERT/i.test(params.get('query') ?? '')).length;
  const before = inserts();
  await remote.write(batch(0));
  // By the time of the answer it was inserted, and nothing waits in the server of ClickHouse.
  expect(inserts()).toBeGreaterThan(before);
  expect(server.requests.some((params) => params.get('wait_for_async_insert') === '0')).toBe(false);
  expect(await stored()).toEqual([0]);

  server.dropNextResponse();
  await remote.write(batch(1)).catch(() => remote.write(batch(1)));
  expect((await stored()).sort()).toEqual([0, 1]);

  await book.close();
  await server.close();
  await expect(remote.write(batch(2))).rejects.toMatchObject({
    code: expect.stringMatching(/store-failed|unavailable/),
  });
  await remote.close();
}, 60_000);
