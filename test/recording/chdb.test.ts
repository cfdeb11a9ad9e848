import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { openStore } from '../../src/store/open-store.ts';
import { listen } from '../support/frameworks/frameworks.ts';
import { sendRequest } from '../support/request.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
const APP = join(import.meta.dirname, '../faults/end-of-app.ts');

test('an app records to chdb: the writer thread runs the engine and answers the queries of the page', async () => {
  const storage = `chdb:${join(folder, 'app')}`;
  const server = createServer((_request, response) => response.end('ok'));
  const running = await listen(server, gatebook(server, { storage }));
  for (let n = 0; n < 20; n++) await sendRequest(running.port, `/n/${n}`);
  await running.book.flush();
  const store = await running.book.store();
  const { entries } = await store.search({ ...EVERYTHING, limit: 100 });
  expect(entries).toHaveLength(20);
  const [newest] = entries;
  const profile = newest && (await store.get(store.tokens.tokenOf(newest.seq)));
  expect(profile).toMatchObject({ entry: newest, detail: { httpVersion: '1.1' } });
  const [count, survey] = await Promise.all([store.count([], 10), store.survey([])]);
  expect(count).toEqual({ matches: 10, capped: true });
  expect(survey.matches).toBe(20);
  expect((await sendRequest(running.port, '/_profiler')).body).toContain('/n/19');
  await running.close();

  // The engine ended with the writer thread, so the book can be opened reopened.
  const reopened = await openStore(storage, { create: false });
  expect((await reopened.search({ ...EVERYTHING, limit: 100 })).entries).toEqual(entries);
  await reopened.close();
});

test.each(['exit', 'SIGTERM'])(
  'an app that ends (%s) has stored every request in chdb',
  { timeout: 30_000 },
  async (how) => {
    const storage = `chdb:${join(folder, how)}`;
    const app = spawn(process.execPath, ['--no-warnings', APP, storage, how], { stdio: 'inherit' });
    await once(app, 'exit');
    const store = await openStore(storage);
    const { entries } = await store.search({ ...EVERYTHING, limit: 100 });
    await store.close();
    expect(entries).toHaveLength(20);
  },
);
