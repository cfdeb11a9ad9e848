import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { job, measure } from '../../src/index.ts';
import { blockFor } from '../support/block.ts';
import { type RunningServer, waitForEntries } from '../support/frameworks/frameworks.ts';
import { detailOf, entriesOf, serversOfTest } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const { startServer } = serversOfTest();
/** Answers `/wait` when `finish` is called, and everything else as the test says. */
async function start(handle: () => unknown): Promise<RunningServer> {
  const running = await startServer(({ url }) => {
    if (url === '/first') return undefined;
    if (url !== '/wait') return handle();
    arrived.resolve();
    return finish.promise;
  });
  // The first requests of a book get their seq later, so they can't be named.
  await sendRequest(running.port, '/first');
  await waitForEntries(running, 1);
  return running;
}
let arrived = Promise.withResolvers<void>();
let finish = Promise.withResolvers<void>();
beforeEach(() => {
  arrived = Promise.withResolvers();
  finish = Promise.withResolvers();
});

/** Sends `/wait`, does something else during it, and returns what `/wait` had to wait for. */
async function waitedFor(running: RunningServer, during: () => unknown) {
  const waiting = sendRequest(running.port, '/wait');
  await arrived.promise;
  await sleep(5);
  await during();
  finish.resolve();
  await waiting;
  return (await detailOf(running, '/wait')).waitedFor;
}

test.each([
  ['at once', () => blockFor(60)],
  [
    'in a promise after a span has ended',
    async () => {
      await measure('read', () => sleep(5));
      await null;
      blockFor(60);
    },
  ],
])('a request that waited names the one that held the event loop %s', async (_, handle) => {
  const running = await start(handle);
  const waited = await waitedFor(running, () => sendRequest(running.port, '/report'));
  const [report] = await entriesOf(running, '/report');
  expect(waited).toEqual({ seq: report?.seq, duration: expect.any(Number) });
  expect(waited?.duration).toBeGreaterThan(55_000);
  const { held, waitedFor: other } = await detailOf(running, '/report');
  expect(held).toBeGreaterThan(55_000);
  expect(other).toBeUndefined();
});

test('a job is named as well', async () => {
  const running = await start(() => {});
  const waited = await waitedFor(running, () => job('clean up', () => blockFor(60)));
  const report = (await waitForEntries(running, 3)).find(({ kind }) => kind === 'job');
  expect(waited?.seq).toBe(report?.seq);
});

test('code outside of any request is not named', async () => {
  const running = await start(() => {});
  expect(await waitedFor(running, () => blockFor(200))).toBeUndefined();
  expect((await detailOf(running, '/wait')).held ?? 0).toBeLessThan(200_000);
});

test('a request right after such code is named for its own time at most', async () => {
  const running = await start(() => blockFor(20));
  let took = 0;
  const waited = await waitedFor(running, async () => {
    blockFor(200);
    await sleep(1);
    const from = performance.now();
    await sendRequest(running.port, '/short');
    took = performance.now() - from;
  });
  const [short] = await entriesOf(running, '/short');
  expect(waited?.seq).toBe(short?.seq);
  expect(waited?.duration).toBeGreaterThanOrEqual(20_000);
  expect(waited?.duration).toBeLessThanOrEqual(took * 1000);
});
