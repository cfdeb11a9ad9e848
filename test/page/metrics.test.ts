import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageServers } from '../support/page-server.ts';
import { parseMetrics } from '../support/parse-metrics.ts';
import { sendRequest } from '../support/request.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatebook-metrics-'));
});
const start = pageServers();
afterEach(() => rmSync(folder, { recursive: true }));

/** The samples of a metric, by the labels that are not of the process. */
function samplesOf(body: string, name: string): Record<string, number> {
  const samples = Object.entries(parseMetrics(body)[name]?.samples ?? {});
  return Object.fromEntries(
    samples.map(([key, count]) => [key.replace(/gatebook \S+:\d+ \S+ /, ''), count] as const),
  );
}

test.each(['memory:', 'sqlite:'])('%s requests are counted by route and class of status', async (storage) => {
  const isFolder = storage === 'sqlite:';
  const variant = { storage: isFolder ? storage + join(folder, 'book') : storage };
  const app = await start('express 5', variant);
  for (const path of ['/users/1', '/users/2', '/throws', '/nowhere']) await sendRequest(app.port, path);
  await app.book.flush();
  const { body } = await sendRequest(app.port, '/_profiler/metrics');
  expect(samplesOf(body, 'gatebook_requests_total')).toEqual({
    'GET /users/:id 2xx': 2,
    'GET /throws 5xx': 1,
    'GET (none) 4xx': 1,
  });
  const durations = samplesOf(body, 'gatebook_request_duration_seconds');
  expect(durations['count /users/:id']).toBe(2);
  expect(durations['sum /users/:id']).toBeGreaterThan(0);
  const bytes = samplesOf(body, 'gatebook_book_bytes');
  expect(bytes).toEqual(isFolder ? { '': expect.any(Number) } : {});
  if (isFolder) expect(bytes['']).toBeGreaterThan(10_000);
});

test('servers that share a thread count each request once', async () => {
  const storage = `sqlite:${join(folder, 'book')}`;
  const apps = [await start('express 5', { storage }), await start('express 5', { storage })];
  const requests = async () => {
    const totals: number[] = [];
    for (const { port } of apps) {
      const { body } = await sendRequest(port, '/_profiler/metrics');
      totals.push(samplesOf(body, 'gatebook_requests_total')['GET /users/:id 2xx'] ?? 0);
    }
    return totals;
  };
  for (const { port, book } of apps) {
    await sendRequest(port, '/users/7');
    await book.flush();
  }
  await expect.poll(requests, { timeout: 10_000 }).toEqual([2, 2]);
});

test('requests are counted while the book can’t be created', async () => {
  const path = join(folder, 'book');
  const app = await start('node:http', { storage: `sqlite:${path}` });
  await sendRequest(app.port, '/ok');
  await app.book.flush();
  rmSync(path, { recursive: true });
  const { status, body } = await sendRequest(app.port, '/_profiler/metrics');
  expect(status).toBe(200);
  expect(Object.values(samplesOf(body, 'gatebook_recorded_total'))).toEqual([1]);
});
