// An app with Gatebook on the file systems, with the memory, the users and the starts of containers. `npm run e2e:container` tries each
// file system once, with `-- --full` every pair of all four for two minutes each.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { bookBytes, bookFolder } from '../../src/store/sqlite/files/folder.ts';
import { figure } from '../support/figure.ts';
import { CELLS, type FileSystem, SOME_CELLS } from './container/cells.ts';
import { ContainedApp, hasContainers } from './container/contained-app.ts';

const isFull = process.env.GUEST === 'full';
const SECONDS = isFull ? 120 : 4;
const PER_SECOND = 500;
const STEP_MS = 20;

const SERVER = `
const { createServer } = require('node:http');
const { gatebook } = require('gatebook/http');
const server = createServer((request, response) => response.end('hello'));
// A connection that ends while the test is about to use it would count as a request without an answer.
server.keepAliveTimeout = 600_000;
gatebook(server, { details: 'all' });
server.listen(process.env.PORT, '127.0.0.1');
process.on('SIGTERM', () => server.close(() => process.exit()));
`;

/** What the log of the app says, and whether every request is in the book at the end. */
const EXPECTED: Readonly<Record<FileSystem, { readonly log: RegExp | null; readonly isWhole: boolean }>> = {
  disk: { log: null, isWhole: true },
  tmpfs: { log: /The book is in memory \(tmpfs\): it is lost/, isWhole: true },
  overlay: { log: /\(overlay\): it is lost at the next deployment/, isWhole: true },
  'read-only': { log: /can be written to, so the book is in memory/, isWhole: false },
  full: { log: /full/, isWhole: false },
  'no inodes': { log: /full|memory/, isWhole: false },
};

let running: ContainedApp | undefined;
let served = 0;
let slowest = 0;
afterEach(async () => {
  await running?.remove();
  running = undefined;
});
afterAll(() => figure('container', `${served} requests served, the slowest in ${Math.round(slowest)} ms`));

describe.skipIf(!hasContainers)('in a container', () => {
  test.each(isFull ? CELLS : SOME_CELLS)(
    '$fileSystem, $megabytes MB, $user, $start',
    {
      timeout: SECONDS * 1000 + 60_000,
    },
    async (cell) => {
      const app = await ContainedApp.start(SERVER, cell);
      running = app;
      await expect.poll(() => answerOf(app.port).catch(() => app.output), { timeout: 20_000 }).toBe(200);
      const held = app.hold();
      const sent = (await sendSteadily(app.port)) + 1;
      expect(app.hasEnded, app.output).toBe(false);
      expect(app.kills).toBe(0);
      // A shell does not pass on SIGTERM: ten seconds later the container is killed.
      expect(await app.stop(), app.output).toBe(cell.start === 'shell' ? 'SIGKILL' : 0);

      const { log, isWhole } = EXPECTED[cell.fileSystem];
      if (log) expect(app.output).toMatch(log);
      // util-linux 2.38 says this of a container that was killed.
      else expect(app.output.replace(/^unshare: sigprocmask .+\n/m, '')).toBe('');
      const copy = app.copyOf(held);
      if (!isWhole) return;
      const limit = cell.fileSystem === 'tmpfs' ? Math.min(64, cell.megabytes / 4) : 25;
      expect(bookBytes(bookFolder(copy ?? ''))).toBeLessThan(limit * 1.15e6);
      const book = await openStore(`sqlite:${copy}`, { create: false });
      const { matches } = await book.count([{ field: 'kind', not: false, any: ['main'] }], 1e9);
      await book.close();
      if (!isFull) expect(matches).toBe(sent);
    },
  );
});

/** Every request gets its answer. Returns how many were sent. */
async function sendSteadily(port: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const answers: Promise<void>[] = [];
  const start = performance.now();
  for (let step = 1; step <= (SECONDS * 1000) / STEP_MS; step++) {
    for (let n = 0; n < (PER_SECOND * STEP_MS) / 1000; n++) {
      const sentAt = performance.now();
      answers.push(
        answerOf(port, agent).then((status) => {
          expect(status).toBe(200);
          served++;
          slowest = Math.max(slowest, performance.now() - sentAt);
        }),
      );
    }
    await sleep(Math.max(0, start + step * STEP_MS - performance.now()));
  }
  await Promise.all(answers);
  agent.destroy();
  return answers.length;
}

function answerOf(port: number, agent?: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/orders/7?page=2', agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', reject);
  });
}
