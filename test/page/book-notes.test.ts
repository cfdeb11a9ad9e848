import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageServers } from '../support/page-server.ts';
import { sendRequest } from '../support/request.ts';

const IN_MEMORY = 'The book is in memory (tmpfs): it is lost when the container or the machine restarts.';
const OF_ONE = 'These are the requests of instance web-2 only: each instance has a book of its own.';

/** On Linux a file system in memory. */
let folder = '';
beforeEach(() => {
  folder = mkdtempSync('/dev/shm/gatebook-notes-');
});
const start = pageServers();
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

async function footOf(storage: string): Promise<string | undefined> {
  const app = await start('node:http', { storage });
  const { body } = await sendRequest(app.port, '/_profiler');
  return /<footer>(.*)<\/footer>/.exec(body)?.[1];
}

test('the foot of the page says that the book will be lost', async () => {
  expect(await footOf(`sqlite:${join(folder, 'book')}`)).toBe(IN_MEMORY);
  expect(await footOf('memory:')).toBe('The book is in memory: it ends with the process.');
});

test.each(['POD_NAME', 'FLY_MACHINE_ID', 'DYNO'])(
  'the foot names the instance that %s names',
  async (name) => {
    vi.stubEnv(name, 'web-2');
    expect(await footOf(`sqlite:${join(folder, 'book')}`)).toBe(`${IN_MEMORY} ${OF_ONE}`);
  },
);

test('the foot does not run what an instance is named', async () => {
  vi.stubEnv('POD_NAME', '<img src=x onerror=alert(1)>');
  expect(await footOf('memory:')).toContain('instance &lt;img src=x onerror=alert(1)&gt; only');
});
