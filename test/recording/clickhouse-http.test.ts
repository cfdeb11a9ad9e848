import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOSING } from '../../src/store/conformance/closing.ts';
import { CANCELLATION, DEADLINES } from '../../src/store/conformance/deadlines.ts';
import { MATCHING } from '../../src/store/conformance/matching.ts';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { TEXT } from '../../src/store/conformance/texts.ts';
import { WRITING } from '../../src/store/conformance/writing.ts';
import { CONFORMANCE } from '../../src/store/conformance.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type HttpClickHouse, startHttpClickHouse } from '../support/clickhouse-over-http.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
let server: HttpClickHouse;
let books = 0;
const storage = () => `clickhouse://user:secret@127.0.0.1:${server.port}/book_${books++}?tls=off`;

beforeAll(async () => {
  server = await startHttpClickHouse(folder);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('clickhouse over HTTP', () => {
  // What depends on the way to the server: parameters, texts, batches, cancelled requests. All of it: npm run test:stores.
  const cases = process.env.RUNS
    ? CONFORMANCE
    : [...WRITING, ...MATCHING, ...DEADLINES, ...CANCELLATION, ...TEXT, ...CLOSING];
  test.each(cases)('$name', ({ run }) => run(() => openStore(storage())));
});

test('stores a batch once if it is sent again after the response was lost', async () => {
  const store = await openStore(storage());
  const { first } = await store.lease(3);
  const batch = { id: 'lost', profiles: [0, 1, 2].map((n) => sampleProfile({ seq: first + n })) };
  server.dropNextResponse();
  await expect(store.write(batch)).rejects.toMatchObject({ code: 'store-failed' });
  await store.write(batch);
  expect(await store.count([], 100)).toEqual({ matches: 3, capped: false });
  await store.close();
});

test('makes the server combine small batches and respond once they are stored', async () => {
  const store = await openStore(storage());
  await store.write({ id: 'a', profiles: [sampleProfile({ seq: 1 })] });
  await store.close();
  const insert = server.requests.findLast((params) => params.get('query')?.startsWith('INSERT INTO entries'));
  expect(insert?.get('async_insert')).toBe('1');
  expect(insert?.get('wait_for_async_insert')).toBe('1');
  expect(insert?.get('insert_deduplication_token')).toMatch(/^[0-9a-f]{64}$/);
});

test('two stores that create a book at the same time share a key and never lease the same seq', async () => {
  const url = storage();
  const [a, b] = await Promise.all([openStore(url), openStore(url)]);
  expect(a.tokens.key).toEqual(b.tokens.key);
  const leases = await Promise.all([a, b, a, b].map((store) => store.lease(700)));
  const seqs = leases.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i));
  expect(new Set(seqs).size).toBe(2800);
  await Promise.all([a.close(), b.close()]);
});

test('names the server without the password in an error', async () => {
  const failing = openStore('clickhouse://user:secret@127.0.0.1:1/book?tls=off');
  await expect(failing).rejects.toMatchObject({ code: 'store-failed' });
  await expect(failing).rejects.toThrow('clickhouse://127.0.0.1:1/book');
  await expect(failing).rejects.not.toThrow('secret');
});
