import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { gatebook } from '../../examples/extending/adapter.js';
import { TinyApp } from '../../examples/extending/tiny-framework.js';
import type { GatebookOptions } from '../../src/options/options.ts';
import { listen, type RunningServer } from '../support/frameworks/frameworks.ts';
import { sendRequest } from '../support/request.ts';

let running: RunningServer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start(options?: Pick<GatebookOptions, 'authorize'>): Promise<RunningServer> {
  const app = new TinyApp();
  const book = gatebook(app, { storage: 'memory:', ...options });
  app.get(
    '/users/:id',
    ({ response, params }: { response: { end(text: string): void }; params: { id: string } }) =>
      response.end(`user ${params.id}`),
  );
  app.get('/broken', () => {
    throw new TypeError('broken');
  });
  running = await listen(app.server, book);
  return running;
}

test('records requests with their routes, and error handling as a stage of its own', async () => {
  const { port, book } = await start();
  expect((await sendRequest(port, '/users/7')).body).toBe('user 7');
  expect((await sendRequest(port, '/broken')).status).toBe(500);
  expect((await sendRequest(port, '/nowhere')).status).toBe(404);
  for (let attempt = 0; book.stats().recorded < 5 && attempt < 100; attempt++) await sleep(10);
  const { entries } = await book.search('', { limit: 10 });
  expect(entries.map(({ kind, status, route, error }) => [kind, status, route, error])).toEqual([
    ['main', 404, '', ''],
    ['error', 404, '', ''],
    ['main', 500, '/broken', 'TypeError'],
    ['error', 500, '/broken', 'TypeError'],
    ['main', 200, '/users/:id', ''],
  ]);
});

test('serves the page', async () => {
  const { port } = await start();
  expect((await sendRequest(port, '/_profiler')).body).toContain('Profile Search');
});

test('leaves the page to the app if `authorize` refuses later', async () => {
  const { port } = await start({ authorize: async () => false });
  expect((await sendRequest(port, '/_profiler')).body).toBe('Not found.\n');
});

test('refuses anything but an app of the framework, and a second book', async () => {
  expect(() => gatebook({}, {})).toThrow(
    'gatebook() for Tiny expects a TinyApp: new TinyApp(), got an object.',
  );
  const app = new TinyApp();
  const book = gatebook(app, { storage: 'memory:' });
  expect(() => gatebook(app, { storage: 'memory:' })).toThrow(
    expect.objectContaining({ code: 'already-attached' }),
  );
  await book.close();
});
