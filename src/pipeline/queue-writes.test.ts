import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queueWithWriter } from '../../test/support/queue-with-writer.ts';
import { GatebookError } from '../errors.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('writes by itself after 200 ms, and tries again by itself after a failure', async () => {
  const { queue, writes, reports, append } = queueWithWriter({
    errors: [new Error('busy'), new Error('busy')],
  });
  append('/1');
  await pass(199);
  expect(writes).toHaveLength(0);
  await pass(1);
  expect(writes).toHaveLength(1);
  await pass(249);
  expect(writes).toHaveLength(1);
  await pass(1);
  expect(writes).toHaveLength(2);
  await pass(499);
  expect(writes).toHaveLength(2);
  await pass(1);
  expect(writes).toEqual([['/1'], ['/1'], ['/1']]);
  expect(reports).toEqual(['held: busy', 'recovered']);
  expect(queue.stats()).toMatchObject({ recorded: 1, stored: 1, held: 0, heldBytes: 0 });
  expect(vi.getTimerCount()).toBe(0);
});

test('while writing fails, each kind of error is reported once', async () => {
  const failure = (code: string) => Object.assign(new Error(code), { code });
  const errors = ['gone', 'denied', 'gone', 'denied'].map(failure);
  const { reports, append } = queueWithWriter({ errors });
  append('/1');
  await pass(10_000);
  expect(reports).toEqual(['held: gone', 'held: denied', 'recovered']);
});

test('a request that comes during a write is written 200 ms after it', async () => {
  const { writes, append, go } = queueWithWriter({ isSlow: true });
  append('/1');
  await pass(200);
  append('/2');
  await pass(1000);
  go();
  await pass(199);
  expect(writes).toEqual([['/1']]);
  await pass(1);
  expect(writes).toEqual([['/1'], ['/2']]);
});

test('while writing fails, a full batch waits for the next attempt', async () => {
  const { writes, append } = queueWithWriter({ errors: [new Error('busy')], batchDrafts: 2 });
  append('/1', '/2');
  await pass(0);
  expect(writes).toHaveLength(1);
  append('/3', '/4', '/5');
  await pass(0);
  expect(writes).toHaveLength(1);
  await pass(250);
  expect(writes).toEqual([['/1', '/2'], ['/1', '/2'], ['/3', '/4'], ['/5']]);
});

test('a batch that fills up during a write is written right after it', async () => {
  const { queue, writes, append, go } = queueWithWriter({ batchDrafts: 2, isSlow: true });
  append('/1', '/2');
  await pass(300);
  append('/3', '/4', '/5');
  go();
  await pass(1);
  expect(writes.slice(0, 2)).toEqual([
    ['/1', '/2'],
    ['/3', '/4'],
  ]);
  go();
  await pass(1);
  go();
  await pass(200);
  expect(writes.flat()).toEqual(['/1', '/2', '/3', '/4', '/5']);
  expect(queue.stats().stored).toBe(5);
});

test('a batch of 256 KB is written at once', async () => {
  const { writes, append } = queueWithWriter();
  append(...Array.from({ length: 18 }, () => `/${'x'.repeat(10_000)}`));
  await pass(0);
  expect(writes).toHaveLength(0);
  append(...Array.from({ length: 12 }, () => `/${'x'.repeat(10_000)}`));
  await pass(0);
  expect(writes).toHaveLength(1);
});

test('what a closed store refuses is dropped, not tried again', async () => {
  const { queue, writes, reports, append } = queueWithWriter({
    errors: [new GatebookError('store-closed', 'The book is closed.')],
  });
  append('/1', '/2');
  await queue.flush();
  await pass(10_000);
  expect(writes).toHaveLength(1);
  expect(queue.stats()).toMatchObject({ held: 0, heldBytes: 0, drops: { closed: 2 } });
  expect(reports).toEqual(['dropped: The book is closed.']);
});

test('close writes what comes while it waits, and nothing afterwards', async () => {
  const { queue, writes, append, go } = queueWithWriter({ isSlow: true });
  append('/1');
  const closing = queue.close();
  await pass(0);
  append('/2');
  go();
  await pass(0);
  go();
  await closing;
  append('/3');
  await queue.flush();
  await pass(10_000);
  expect(writes).toEqual([['/1'], ['/2']]);
  expect(queue.stats()).toMatchObject({ recorded: 3, stored: 2, held: 0, drops: { closed: 1 } });
});

test('close with a store that fails reports once what it drops, and holds nothing', async () => {
  const { queue, reports, append } = queueWithWriter({
    errors: [new Error('disk gone'), new Error('disk gone')],
  });
  append('/1', '/2');
  await queue.close();
  expect(reports).toEqual(['dropped: disk gone']);
  expect(queue.stats()).toMatchObject({ stored: 0, held: 0, heldBytes: 0, drops: { closed: 2 } });
});

test('seqs come from the writer', async () => {
  const { queue } = queueWithWriter();
  expect(queue.seqs.take()).toBeNull();
  await pass(0);
  expect(queue.seqs.take()).toBe(40);
});

test('an empty queue writes nothing, and waits for nothing', async () => {
  const { queue, writes, append } = queueWithWriter();
  await queue.flush();
  append('/1');
  await queue.flush();
  await queue.flush();
  queue.handOver();
  await queue.close();
  expect(writes).toEqual([['/1']]);
  expect(vi.getTimerCount()).toBe(0);
});

test('one timer waits, however many requests there are', async () => {
  const { append } = queueWithWriter();
  append('/1', '/2', '/3');
  expect(vi.getTimerCount()).toBe(1);
});

test('flush waits for the write that is under way, and for what came during it', async () => {
  const { queue, writes, append, go } = queueWithWriter({ isSlow: true });
  let isDone = false;
  append('/1');
  void queue.flush();
  await pass(0);
  append('/2');
  void queue.flush().then(() => (isDone = true));
  go();
  await pass(0);
  expect(writes).toEqual([['/1'], ['/2']]);
  expect(isDone).toBe(false);
  go();
  await pass(0);
  expect(isDone).toBe(true);
});

test('a writer may fail with anything, and a full batch is tried again with the same id', async () => {
  const errors = [undefined, null, 'text', { code: 'store-closed' }];
  const { queue, batches, reports, append } = queueWithWriter({ errors });
  append('/1');
  for (let n = 0; n < 5; n++) await queue.flush();
  expect(new Set(batches.map(({ id }) => id)).size).toBe(1);
  expect(reports).toEqual(['held: undefined', 'recovered']);
  append('/2');
  await queue.flush();
  expect(queue.stats()).toMatchObject({ stored: 2, dropped: 0, held: 0 });
  expect(new Set(batches.map(({ id }) => id)).size).toBe(2);
});

test('on exit, a failure to write what is handed over is ignored', async () => {
  const { queue, writes, append } = queueWithWriter({ errors: [new Error('gone')], batchDrafts: 2 });
  append('/1', '/2', '/3');
  await pass(0);
  queue.handOver();
  await pass(0);
  expect(writes).toEqual([['/1', '/2'], ['/1', '/2'], ['/3']]);
});

test('after close with a store that fails, it does not try again', async () => {
  const { queue, writes, append } = queueWithWriter({ errors: Array(9).fill(new Error('gone')) });
  append('/1');
  await queue.flush();
  expect(vi.getTimerCount()).toBe(1);
  await queue.close();
  await queue.flush();
  queue.handOver();
  expect(vi.getTimerCount()).toBe(0);
  await pass(10_000);
  expect(writes).toHaveLength(2);
});

test('what comes while the last write fails is dropped too', async () => {
  const errors = [new Error('gone')];
  const { queue, writes, append, go } = queueWithWriter({ errors, isSlow: true });
  append('/');
  const closing = queue.close();
  await pass(0);
  // Ten texts are joined, two are not.
  append(...Array(12).fill('/'));
  go();
  await closing;
  queue.handOver();
  expect(writes).toHaveLength(1);
  expect(queue.stats()).toMatchObject({ recorded: 13, held: 0, heldBytes: 0, drops: { closed: 13 } });
});

test('the memory of a batch is used again once it is written', async () => {
  const { queue, batches, append } = queueWithWriter();
  for (let n = 0; n < 4; n++) {
    append(`/${'x'.repeat(100_000)}`);
    await queue.flush();
  }
  expect(new Set(batches.map(({ drafts }) => drafts.bytes.buffer)).size).toBe(2);
});
