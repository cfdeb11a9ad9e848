import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-threads-'));
afterAll(() => rmSync(folder, { recursive: true }));

let started = 0;
const count = () => started++;
beforeEach(() => {
  started = 0;
  process.on('worker', count);
  vi.stubEnv('NODE_ENV', 'development');
});
afterEach(() => {
  process.off('worker', count);
  vi.unstubAllEnvs();
});

test('an app has one thread for writing, and one more for reading when the page is open', async () => {
  const storage = `sqlite:${join(folder, 'book.db')}`;
  const running = await serve((_request, response) => response.end('app'), { storage, toolbar: true });
  for (let n = 0; n < 5; n++) await sendRequest(running.port, `/${n}`);
  await running.book.flush();
  const withToken = await sendRequest(running.port, '/with-token');
  expect(withToken.headers['x-debug-token']).toMatch(/^[0-9a-f]{6}$/);
  expect(started).toBe(1);
  expect((await sendRequest(running.port, '/_profiler')).body).toContain('Profile Search');
  await sendRequest(running.port, `/_profiler/${withToken.headers['x-debug-token']}`);
  expect(started).toBe(2);
  await running.close();
});
