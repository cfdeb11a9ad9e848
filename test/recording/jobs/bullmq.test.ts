import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, type Job, Queue, QueueEvents, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Gatebook } from '../../../src/gatebook.ts';
import { gatebook } from '../../../src/http.ts';
import { note } from '../../../src/index.ts';
import { serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';
import { type CacheServer, startRedis } from '../../support/servers/redis.ts';

const SECRET = 'CANARY-9c41';
let redis: CacheServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function openBook(): Gatebook {
  const book = gatebook(createServer(), { storage: 'memory:', key: 'key-of-the-tests-1' });
  closing.push(() => book.close());
  return book;
}

const connection = () => ({ host: redis.host, port: redis.port });

async function start(name: string, run: (job: Job) => Promise<unknown>, concurrency = 1) {
  const queue = new Queue(name, { connection: connection() });
  const events = new QueueEvents(name, { connection: connection() });
  await events.waitUntilReady();
  const worker = new Worker(name, run, { connection: connection(), concurrency });
  closing.push(
    () => queue.close(),
    () => events.close(),
    () => worker.close(),
  );
  return { queue, events, worker };
}

async function profiles(book: Gatebook, query = '', limit = 50) {
  const { entries } = await book.search(query, { limit });
  return Promise.all(entries.map(async ({ token }) => await book.get(token)));
}

test('a job is a profile, with what its processor did, and nothing of the worker', async () => {
  const book = openBook();
  const own = new Redis(connection());
  closing.push(async () => own.disconnect());
  const { queue, events } = await start('emails', async (job) => {
    note('size', JSON.stringify(job.data).length);
    await own.get('cart');
    return { sent: job.data.to };
  });
  const job = await queue.add('welcome', { to: SECRET });
  expect(await job.waitUntilFinished(events)).toEqual({ sent: SECRET });
  await sleep(50);
  const found = await profiles(book);
  expect(found).toMatchObject([
    { kind: 'job', operation: 'emails/welcome', url: 'job:emails/welcome', status: 200, queries: 1 },
  ]);
  expect(found[0]?.detail?.notes?.map(({ key }) => key)).toEqual(['job id', 'attempt', 'size']);
  expect(found[0]?.detail?.spans?.map(({ name }) => name.toLowerCase())).toEqual(['get cart']);
  expect(JSON.stringify(found)).not.toContain(SECRET);
  expect(book.stats().faults).toBe(0);
});

test('each attempt is a profile, with its exception', async () => {
  const book = openBook();
  const { queue, events } = await start('retries', async (job) => {
    if (job.attemptsMade < 2) throw new RangeError(`attempt ${job.attemptsMade + 1} failed`);
    return 'done';
  });
  const job = await queue.add('flaky', {}, { attempts: 3 });
  expect(await job.waitUntilFinished(events)).toBe('done');
  const found = await profiles(book);
  expect(
    found.map((profile) => [
      profile?.status,
      profile?.error,
      profile?.detail?.exception?.message,
      profile?.detail?.notes?.find(({ key }) => key === 'attempt')?.value,
    ]),
  ).toEqual([
    [200, '', undefined, '3'],
    [500, 'RangeError', 'attempt 2 failed', '2'],
    [500, 'RangeError', 'attempt 1 failed', '1'],
  ]);
});

test('a job that postpones itself has not failed', async () => {
  const book = openBook();
  const { queue, events } = await start('postponed', async (job) => {
    if (job.data.step === 2) return 'done';
    await job.updateData({ step: 2 });
    await job.moveToDelayed(Date.now() + 20, job.token);
    throw new DelayedError();
  });
  const job = await queue.add('steps', { step: 1 });
  expect(await job.waitUntilFinished(events)).toBe('done');
  expect((await profiles(book)).map((profile) => [profile?.status, profile?.error])).toEqual([
    [200, ''],
    [200, ''],
  ]);
});

test('200 jobs, 20 at once, have their own notes', async () => {
  const book = openBook();
  const { queue, events } = await start(
    'many',
    async (job) => {
      await sleep(job.data.n % 5);
      note('number', job.data.n);
    },
    20,
  );
  const jobs = await queue.addBulk(Array.from({ length: 200 }, (_, n) => ({ name: `n${n}`, data: { n } })));
  await Promise.all(jobs.map((job) => job.waitUntilFinished(events)));
  await book.flush();
  const found = await profiles(book, 'kind:job', 200);
  expect(found).toHaveLength(200);
  for (const profile of found)
    expect(profile?.detail?.notes?.at(-1)).toEqual({ key: 'number', value: profile?.operation.slice(6) });
});

test('a worker that a request creates does not add its commands to it; two books record a job once', async () => {
  let finished: Promise<unknown> | undefined;
  const running = await serve(async () => {
    const { queue, events, worker } = await start('in-request', async () => 1);
    await worker.waitUntilReady();
    const job = await queue.add('one', {});
    finished = job.waitUntilFinished(events);
    await finished;
  });
  closing.push(() => running.close());
  const second = openBook();
  await sendRequest(running.port, '/');
  await finished;
  await sleep(50);
  const found = await profiles(running.book);
  expect(found.map((profile) => profile?.kind).sort()).toEqual(['job', 'main']);
  const request = found.find((profile) => profile?.kind === 'main');
  const commands = request?.detail?.spans?.map(({ name }) => name.toLowerCase()) ?? [];
  expect(commands.filter((name) => name.startsWith('bzpopmin') || name.includes('movetoactive'))).toEqual([]);
  expect(await profiles(second)).toEqual([]);
});

test('closing the book removes the patch', async () => {
  const before = [Worker.prototype.run, Reflect.get(Worker.prototype, 'callProcessJob')];
  const book = openBook();
  expect([Worker.prototype.run, Reflect.get(Worker.prototype, 'callProcessJob')]).not.toEqual(before);
  await book.close();
  expect([Worker.prototype.run, Reflect.get(Worker.prototype, 'callProcessJob')]).toEqual(before);
});
