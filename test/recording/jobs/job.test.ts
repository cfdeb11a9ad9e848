import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Gatebook } from '../../../src/gatebook.ts';
import { gatebook } from '../../../src/http.ts';
import { job, log, measure, note, tag, user } from '../../../src/index.ts';
import type { GatebookOptions } from '../../../src/options/options.ts';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A process without a server, such as a worker, has a book too. */
function openBook(options: GatebookOptions = {}): Gatebook {
  const book = gatebook(createServer(), { storage: 'memory:', key: 'key-of-the-tests-1', ...options });
  closing.push(() => book.close());
  return book;
}

async function serveHere(handle: () => unknown): Promise<RunningServer> {
  const running = await serve(handle);
  closing.push(() => running.close());
  return running;
}

async function profiles(book: Gatebook, query = '') {
  const { entries } = await book.search(query);
  return Promise.all(entries.map(async ({ token }) => await book.get(token)));
}

test('a job is a profile with what happened in it', async () => {
  const book = openBook();
  const result = { done: true };
  const returned = await job('send invoices', async () => {
    await sleep(20);
    log('info', 'sending');
    note('month', 'May');
    tag('billing');
    user(42);
    await measure('render', () => sleep(5));
    return result;
  });
  expect(returned).toBe(result);
  const [profile] = await profiles(book);
  expect(profile).toMatchObject({
    kind: 'job',
    method: 'JOB',
    url: 'job:send%20invoices',
    operation: 'send invoices',
    status: 200,
    ip: '',
    host: '',
    route: '',
    client: 'unknown',
    error: '',
    user: '42',
    tags: ['billing'],
    parent: null,
    detail: {
      logs: [{ text: 'sending' }],
      notes: [{ key: 'month', value: 'May' }],
      spans: [{ name: 'render', kind: 'app' }],
      exception: null,
    },
  });
  expect(profile?.duration).toBeGreaterThan(24_000);
});

test('returns what the function returns and throws what it throws', async () => {
  const book = openBook();
  const value = { a: 1 };
  const error = new RangeError('too many');
  expect(job('value', () => value)).toBe(value);
  expect(job('nothing', () => undefined)).toBeUndefined();
  const thrown = (run: () => unknown) => {
    try {
      return run();
    } catch (caught) {
      return caught;
    }
  };
  expect(
    thrown(() =>
      job('throws', () => {
        throw error;
      }),
    ),
  ).toBe(error);
  expect(await job('rejects', () => Promise.reject(error)).catch((caught) => caught)).toBe(error);
  expect(await job('rejects with nothing', () => Promise.reject()).catch(() => 'caught')).toBe('caught');
  const found = await profiles(book, 'status:500');
  expect(
    found.map((profile) => [profile?.operation, profile?.error, profile?.detail?.exception?.message]),
  ).toEqual([
    ['rejects with nothing', 'undefined', ''],
    ['rejects', 'RangeError', 'too many'],
    ['throws', 'RangeError', 'too many'],
  ]);
  expect(await profiles(book, 'kind:job')).toHaveLength(5);
});

test('a rejection that the app does not handle stays unhandled', async () => {
  openBook();
  const seen: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => seen.push(reason));
  void job('forgotten', () => Promise.reject('lost'));
  await sleep(10);
  process.removeAllListeners('unhandledRejection');
  for (const listener of listeners) process.on('unhandledRejection', listener);
  expect(seen).toEqual(['lost']);
});

test('a job inside of a job, or of a request, is a sub-request', async () => {
  const running = await serveHere(() => job('in request', () => sleep(1)));
  await job('outer', () => job('inner', () => job('innermost', () => sleep(1))));
  await sendRequest(running.port, '/');
  const found = await profiles(running.book);
  expect(found.map((profile) => [profile?.kind, profile?.operation, profile?.route])).toEqual([
    ['main', '', ''],
    ['sub', '', 'in request'],
    ['job', 'outer', ''],
    ['sub', '', 'inner'],
    ['sub', '', 'innermost'],
  ]);
});

test('work that outlives its request is a job', async () => {
  let work: Promise<unknown> | undefined;
  const running = await serveHere(() => {
    work = sleep(100).then(() => job('later', () => note('a', 1)));
  });
  await sendRequest(running.port, '/');
  await sleep(1);
  await work;
  const found = await profiles(running.book);
  expect(found.map((profile) => [profile?.kind, profile?.detail?.notes?.length ?? 0])).toEqual([
    ['job', 1],
    ['main', 0],
  ]);
});

test('200 jobs at once have their own notes', async () => {
  const book = openBook();
  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      job(`job ${n}`, async () => {
        await sleep(n % 9);
        note('number', n);
        await sleep(n % 5);
      }),
    ),
  );
  const { entries } = await book.search('kind:job', { limit: 200 });
  expect(entries).toHaveLength(200);
  for (const { token, operation } of entries) {
    const profile = await book.get(token);
    expect(profile?.detail?.notes).toEqual([{ key: 'number', value: operation.slice(4) }]);
  }
});

test('the oldest open book records a job; without a book it only runs', async () => {
  const [first, second] = [openBook(), openBook()];
  job('one', () => {});
  expect([await profiles(first), await profiles(second)].map((list) => list.length)).toEqual([1, 0]);
  await first.close();
  job('two', () => {});
  expect(await profiles(second)).toHaveLength(1);
  await second.close();
  expect(job('three', () => 3)).toBe(3);
});

test('a job without details has an entry', async () => {
  const book = openBook({ details: 'none' });
  await job('a'.repeat(500), () => job('\ud800 inner', () => sleep(1)));
  const found = await profiles(book);
  expect(found.map((profile) => [profile?.kind, profile?.detail])).toEqual([
    ['job', null],
    ['sub', null],
  ]);
  expect(book.stats().faults).toBe(0);
});
