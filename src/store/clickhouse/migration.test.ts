import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { find, write } from '../conformance/case.ts';
import { openStore } from '../open-store.ts';
import { ONE_SERVER, STEPS } from './book/schema.ts';
import { openEngine } from './open-clickhouse.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([1, 2, 3])('a book of schema %i gets the new columns and keeps its profiles', async (schema) => {
  const storage = `chdb:${join(folder, `schema-${schema}`)}`;
  const { engine } = await openEngine(storage, true);
  for (const [i, step] of STEPS.slice(0, schema).entries()) {
    for (const statement of step(ONE_SERVER)) await engine.run(statement);
    await engine.run(`INSERT INTO book (name, value) VALUES ('schema_${i + 1}', '${i + 1}')`);
  }
  await engine.run(
    "INSERT INTO entries (seq, time, status, kind, parent) VALUES (1, now64(6), 204, 'main', -1)",
  );
  await engine.close();

  const store = await openStore(storage);
  await write(store, {
    seq: 2,
    user: 'Ann',
    tags: ['Beta'],
    operation: 'GetCart',
    queries: 3,
    queryTime: 70,
    service: 'Shop',
    instance: 'web-1:42',
    release: '2.4.1',
    error: 'TypeError',
    errorGroup: 'TypeError at f (a.js)',
  });
  const { entries } = await store.search({ terms: [], limit: 10, cursor: null });
  expect(entries.find(({ seq }) => seq === 1)).toMatchObject({
    status: 204,
    user: '',
    tags: [],
    operation: '',
    queries: 0,
    queryTime: 0,
    service: '',
    instance: '',
    release: '',
    errorGroup: '',
  });
  for (const query of [
    'user:ann',
    'tag:beta',
    'operation:GetCart',
    'queries:3',
    'querytime:>10us',
    'service:shop',
    'instance:web-1:*',
    'release:2.4.1',
    'error:*(a.js)',
  ])
    expect(await find(store, query), query).toEqual([2]);
  expect(await find(store, '-user:ann')).toEqual([1]);
  await store.close();
});
