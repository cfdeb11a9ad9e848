import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { log } from '../../src/index.ts';
import { detailOf, serversOfTest } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const { startServer } = serversOfTest();
const require = createRequire(import.meta.url);

type Add = (task: string) => unknown;
async function work(task: string): Promise<void> {
  log('info', `start ${task}`);
  await sleep(5);
  log('info', `end ${task}`);
}
const withCallback = (task: string, done: (error?: unknown) => void) =>
  void work(task).then(() => done(), done);
const called =
  (push: (task: string, done: () => void) => void): Add =>
  (task) =>
    new Promise<void>((resolve) => {
      push(task, () => {
        log('info', `callback ${task}`);
        resolve();
      });
    });

const QUEUES: Readonly<Record<string, () => Add>> = {
  fastq: () => called(require('fastq')(withCallback, 1).push),
  'fastq, promise': () => require('fastq').promise(work, 1).push,
  'async.queue': () => called(require('async').queue(withCallback, 1).push),
  'async.queue, async function': () => require('async').queue(work, 1).push,
  'async.priorityQueue': () => {
    const queue = require('async').priorityQueue(work, 1);
    return (task) => queue.push(task, 1);
  },
  'p-queue': () => {
    const { default: PQueue } = require('p-queue');
    const queue = new PQueue({ concurrency: 1 });
    return (task) => queue.add(() => work(task));
  },
};

test.each(Object.entries(QUEUES))('%s runs a task in the request that has added it', async (_, create) => {
  let add: Add = () => {};
  const running = await startServer(async ({ url = '' }) => {
    await add(url);
  });
  add = create();
  const paths = ['/a', '/b', '/c', '/d'];
  await Promise.all([add('outside'), ...paths.map((path) => sendRequest(running.port, path))]);
  for (const path of paths) {
    const texts = (await detailOf(running, path)).logs?.map(({ text }) => text) ?? [];
    expect(texts.filter((text) => !text.startsWith('callback'))).toEqual([`start ${path}`, `end ${path}`]);
    expect(texts.every((text) => text.endsWith(path))).toBe(true);
  }
});

test('a batch of tasks of several requests belongs to none of them', async () => {
  const logged: number[] = [];
  let cargo: { push: Add } | undefined;
  const running = await startServer(async ({ url = '' }) => {
    await cargo?.push(url);
  });
  cargo = require('async').cargo(async (tasks: readonly string[]) => {
    logged.push(tasks.length);
    log('info', tasks.join());
    await sleep(10);
  });
  const paths = ['/a', '/b', '/c', '/d'];
  await Promise.all(paths.map((path) => sendRequest(running.port, path)));
  expect(Math.max(...logged)).toBeGreaterThan(1);
  for (const path of paths) expect((await detailOf(running, path)).logs).toBeUndefined();
});

test('a queue of fastq shows the app its own tasks', async () => {
  await startServer(() => {});
  const failures: unknown[] = [];
  const seen: unknown[] = [];
  const self = { name: 'context' };
  const queue = require('fastq')(
    self,
    function (this: unknown, task: unknown, done: (error: Error | null) => void) {
      seen.push([this === self, task]);
      setImmediate(done, task === 3 ? new Error('failed') : null);
    },
    1,
  );
  queue.error((error: Error | null, task: unknown) => {
    if (error) failures.push([error.message, task]);
  });
  const drained = new Promise((resolve) => {
    queue.drain = resolve;
  });
  for (const task of [1, 2, 3]) queue.push(task);
  queue.unshift(4);
  expect([queue.getQueue(), queue.length(), queue.running()]).toEqual([[4, 2, 3], 3, 1]);
  await drained;
  expect(seen).toEqual([1, 4, 2, 3].map((task) => [true, task]));
  expect(failures).toEqual([['failed', 3]]);
});
