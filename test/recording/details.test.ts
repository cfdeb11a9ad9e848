import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { entriesOf, serve } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const ORDINARY = 400;

afterEach(() => {
  vi.unstubAllEnvs();
});

async function startApp() {
  return serve(async (request, response) => {
    if (request.url === '/slow') await sleep(520);
    response.statusCode = request.url === '/failed' ? 500 : request.url === '/missing' ? 404 : 200;
    response.end();
  });
}

test('in production, keeps details of failures, of slow requests and of a sample', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const running = await startApp();
  for (const path of ['/failed', '/slow']) {
    await sendRequest(running.port, path);
    expect((await entriesOf(running, path)).map(({ detail }) => detail)).toEqual(['kept']);
  }
  for (let i = 0; i < ORDINARY; i++) await sendRequest(running.port, '/ordinary');
  await running.book.flush();
  const { entries } = await running.book.search('url:/ordinary', { limit: ORDINARY });
  const kept = entries.filter(({ detail }) => detail === 'kept');
  expect(entries).toHaveLength(ORDINARY);
  // The chance of fewer or more is below one in a million.
  expect(kept.length).toBeGreaterThan(12);
  expect(kept.length).toBeLessThan(76);
  expect(new Set(entries.map(({ detail }) => detail))).toEqual(new Set(['kept', 'policy']));
  for (const { token } of kept.slice(0, 3))
    expect((await running.book.get(token))?.detail).toMatchObject({ httpVersion: '1.1' });
  await running.close();
});

test('outside of production, keeps all details', async () => {
  for (const environment of [undefined, 'development']) {
    vi.stubEnv('NODE_ENV', environment);
    const running = await startApp();
    for (let i = 0; i < 50; i++) await sendRequest(running.port, i % 2 ? '/ordinary' : '/missing');
    await running.book.flush();
    const { entries } = await running.book.search('', { limit: 100 });
    expect(entries.map(({ detail }) => detail)).toEqual(Array(50).fill('kept'));
    await running.close();
  }
});
