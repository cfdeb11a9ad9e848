import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';
import { countAllWorkers, countWorkers } from '../support/count-workers.ts';
import { listen } from '../support/frameworks/frameworks.ts';
import { sendRequest } from '../support/request.ts';

test('an app has one worker thread, and a second one once its page is open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
  const server = createServer((_request, response) => response.end('ok'));
  const running = await listen(
    server,
    gatebook(server, { storage: `sqlite:${join(folder, 'book.db')}`, toolbar: false }),
  );
  await sendRequest(running.port, '/');
  await running.book.flush();
  expect(countWorkers()).toBe(1);

  const { status } = await sendRequest(running.port, '/_profiler/');
  expect(status).toBe(200);
  expect(countWorkers()).toBe(2);
  // The writer thread may have started the maintenance thread by now.
  expect(countAllWorkers()).toBeLessThanOrEqual(3);
  await running.close();
  rmSync(folder, { recursive: true });
});
