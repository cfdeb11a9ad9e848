import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  allCredentials,
  type Sent,
  sendTo,
  startCollector,
  type TestCollector,
} from '../../../test/support/collector.ts';
import { parseMetrics } from '../../../test/support/parse-metrics.ts';
import type { Profile } from '../../profile/profile.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { ROUTES } from './routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-collector-'));
const keys = join(folder, 'keys');
let store: Store;
let collector: TestCollector;
let credentials: Record<string, string>;
let nextSeq = 1000;

beforeAll(async () => {
  store = await openStore('memory:');
  await store.write({ id: 'first', profiles: [sampleProfile({ seq: 1 })] });
  collector = await startCollector(store, keys);
  credentials = allCredentials(collector, keys);
});
afterAll(async () => {
  await collector.close();
  rmSync(folder, { recursive: true });
});

const send = (path: string, { as = 'write', ...rest }: Sent = {}) =>
  sendTo(`${collector.url}${path}`, credentials[as] ?? '', rest);

const lines = (...profiles: readonly unknown[]) =>
  profiles.map((profile) => (typeof profile === 'string' ? profile : JSON.stringify(profile))).join('\n');
const put = (id: string, body: string | Uint8Array<ArrayBuffer>, rest: Sent = {}) =>
  send(`/v1/batches/${id}`, { method: 'PUT', body, ...rest });

async function stored(seq: number): Promise<Profile | null> {
  const found = await store.get(store.tokens.tokenOf(seq as Profile['entry']['seq']));
  return found && 'entry' in found ? found : null;
}

test('what is written has the service and the environment of the key', async () => {
  const forged = sampleProfile({ seq: nextSeq++, service: 'bank', environment: 'staging' });
  expect((await put('forged', lines(forged))).json()).toEqual({ stored: 1, refused: [] });
  expect((await stored(forged.entry.seq))?.entry).toMatchObject({
    service: 'shop',
    environment: 'production',
  });
  const plain = sampleProfile({ seq: nextSeq++, service: 'bank', environment: 'staging' });
  await put('plain', lines(plain), { as: 'other' });
  expect((await stored(plain.entry.seq))?.entry).toMatchObject({ service: 'other', environment: 'staging' });
});

test('a batch is stored once, and a service can not take the id of a batch of another', async () => {
  const [mine, theirs] = [nextSeq++, nextSeq++];
  for (let n = 0; n < 3; n++)
    expect((await put('same-0', lines(sampleProfile({ seq: mine })))).status).toBe(200);
  await put('same-0', lines(sampleProfile({ seq: theirs })), { as: 'other' });
  expect(await stored(theirs)).not.toBeNull();
  expect((await put('clash', lines(sampleProfile({ seq: mine })))).json().error.code).toBe('seq-taken');
});

test('a profile that is not one is refused by its line, and the others are stored', async () => {
  const good = [sampleProfile({ seq: nextSeq++ }), sampleProfile({ seq: nextSeq++ })] as const;
  const bad = { ...good[0], entry: { ...good[0].entry, seq: nextSeq++, status: '200' } };
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const nested = Array.from({ length: 50 }).reduce<unknown>(
    (cause) => ({ name: 'E', message: '', stack: '', cause }),
    null,
  );
  const deepCause = { ...good[0], detail: { ...good[0].detail, exception: nested } };
  const body = lines(good[0], bad, '{"entry":', deep, good[1], deepCause, 'null', '[]');
  const { stored: count, refused } = (await put('partly', body)).json();
  expect(count).toBe(2);
  expect(refused).toEqual([
    { line: 2, reason: 'entry.status is not a whole number from 0 to 999' },
    { line: 3, reason: 'The line is not JSON' },
    { line: 4, reason: 'The body is not an object' },
    { line: 6, reason: expect.stringMatching(/cause is nested too deeply$/) },
    { line: 7, reason: 'The body is not an object' },
    { line: 8, reason: 'The body is not an object' },
  ]);
  for (const { entry } of good) expect(await stored(entry.seq)).not.toBeNull();
});

test('what a profile has besides the known fields is not stored, and its secrets are hidden', async () => {
  const { entry, detail } = sampleProfile({ seq: nextSeq++, url: 'https://h/?password=hunter2xyz' });
  const planted = {
    entry: { ...entry, extra: 'hunter2xyz', method: 'M'.repeat(100) },
    detail: {
      ...detail,
      requestHeaders: [['Authorization', 'Bearer hunter2xyz']],
      env: { KEY: 'hunter2xyz' },
    },
    more: 'hunter2xyz',
  };
  expect((await put('planted', lines(planted))).status).toBe(200);
  const profile = await stored(entry.seq);
  expect(JSON.stringify(profile)).not.toContain('hunter2xyz');
  expect(profile?.entry.method).toHaveLength(32);
});

test('a body that is too large, or expands to too much, is not stored', async () => {
  const bomb = zstdCompressSync(Buffer.alloc(200e6));
  const gzipBomb = gzipSync(Buffer.alloc(100e6));
  const before = process.memoryUsage().rss;
  for (let n = 0; n < 5; n++) {
    expect((await put('bomb', bomb, { headers: { 'content-encoding': 'zstd' } })).status).toBe(413);
    expect((await put('bomb', gzipBomb, { headers: { 'content-encoding': 'gzip' } })).status).toBe(413);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(300e6);
  expect((await put('many', '{}\n'.repeat(10_001))).status).toBe(413);
  const cut = bomb.subarray(0, 20);
  expect((await put('cut', cut, { headers: { 'content-encoding': 'zstd' } })).status).toBe(400);
  expect((await put('br', 'x', { headers: { 'content-encoding': 'br' } })).status).toBe(400);
  expect((await put('.hidden', '')).status).toBe(400);
  expect((await send('/v1/leases', { body: '{"size":70000}' })).status).toBe(400);
  expect((await send('/v1/search', { as: 'read', body: `"${'x'.repeat(1_000_001)}"` })).status).toBe(413);
});

test('asks to come back when it holds too much, and takes what fits', async () => {
  const small = await startCollector(await openStore('memory:'), keys, 10_000);
  const write = (size: number) =>
    fetch(`${small.url}/v1/batches/b-${size}`, {
      method: 'PUT',
      headers: { authorization: credentials.write ?? '' },
      body: 'x'.repeat(size),
    });
  const refused = await write(20_000);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  for (let n = 0; n < 10; n++) expect((await write(4000)).status).toBe(200);
  await small.close();
});

test('says how it is to probes without a key, and what it has done to those who may read', async () => {
  for (const path of ['/healthz', '/readyz']) {
    expect(await send(path, { as: 'none', method: 'GET' })).toMatchObject({ status: 200, text: 'ok\n' });
    expect((await send(path, { as: 'none' })).status).toBe(404);
  }
  const quoted = collector.newKey({ to: 'write', service: 'a "b"' });
  await sleep(600);
  credentials.quoted = `Bearer ${quoted}`;
  await put('counted', lines(sampleProfile({ seq: nextSeq++ }), 'x'), { as: 'quoted' });
  const metrics = parseMetrics((await send('/v1/metrics', { as: 'read', method: 'GET' })).text);
  const samples = (name: string) => metrics[`gatebook_collector_${name}`]?.samples;
  expect(samples('profiles_total')).toMatchObject({ 'a "b"': 1 });
  expect(samples('refused_total')).toMatchObject({ 'a "b"': 1 });
  expect(samples('answers_total')?.['batches 200']).toBeGreaterThan(0);
  expect(samples('answer_seconds')?.['count batches']).toBeGreaterThan(0);
  expect(samples('held_bytes')).toEqual({ '': 0 });
});

test('is not ready when its book can not be read, and alive all the same', async () => {
  const book = await openStore('memory:');
  const closed = await startCollector({ ...book, count: () => Promise.reject(new Error('no disk')) }, keys);
  expect((await fetch(`${closed.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${closed.url}/healthz`)).status).toBe(200);
  await closed.close();
});

const hostile = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue() },
  fc.record({ criteria: fc.oneof(fc.jsonValue(), fc.constant(EVERYTHING)), deadline: fc.jsonValue() }),
  fc.record(
    {
      terms: fc.array(
        fc.record({
          field: fc.oneof(
            fc.constantFrom('url', 'ip', 'status', 'token', 'kind', 'time', '__proto__'),
            fc.string(),
          ),
          not: fc.oneof(fc.boolean(), fc.jsonValue()),
          any: fc.array(
            fc.oneof(
              fc.jsonValue(),
              fc.record({ from: fc.double(), to: fc.double() }),
              fc.record({ from: fc.string(), to: fc.integer() }),
              fc.record({
                match: fc.constantFrom('whole', 'contains', 'target'),
                parts: fc.array(fc.string()),
              }),
            ),
          ),
        }),
        { maxLength: 4 },
      ),
      cap: fc.oneof(fc.integer(), fc.double()),
      limit: fc.oneof(fc.integer(), fc.double()),
      by: fc.constantFrom('route', 'client', 'error', 'time', 'x'),
      deadline: fc.oneof(fc.integer(), fc.constant(0)),
    },
    { requiredKeys: ['terms'] },
  ),
);

/** `npm run faults:collector` sends a million. */
const BAD_INPUTS = Number(process.env.BAD_INPUTS ?? 1500);

test('any input is answered, and by 503 at worst', { timeout: 60_000 + 20 * BAD_INPUTS }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        ...ROUTES.filter(({ name }) => !['metrics', 'prune', 'retain', 'delete'].includes(name)),
      ),
      fc.oneof(
        hostile.map((value) => JSON.stringify(value)),
        fc.string(),
      ),
      async ({ method, name, hasId }, body) => {
        const { status } = await send(`/v1/${name}${hasId ? `/${crypto.randomUUID()}-0` : ''}`, {
          as: 'own',
          method,
          body,
        });
        expect([200, 400, 409, 413, 422, 503]).toContain(status);
      },
    ),
    { numRuns: BAD_INPUTS },
  );
  expect(await stored(1)).not.toBeNull();
});
