import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleDraft } from '../../../test/support/sample-draft.ts';
import type { ProcessReport } from '../../process/process-reports.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { DraftEncoder } from '../draft/draft-encoder.ts';
import { type RunningWriter, startWriterThread } from './writer-thread.ts';

// The thread is real; only the clock that decides when it ends is not.

const IDLE_MS = 60_000;
const HOUR_MS = 3_600_000;
let folder = '';
let writer: RunningWriter;
let started = 0;
let ended = 0;
const onWorker = (worker: Worker) => {
  started++;
  worker.on('exit', () => ended++);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  folder = mkdtempSync(join(tmpdir(), 'gatebook-writer-'));
  started = 0;
  ended = 0;
  process.on('worker', onWorker);
  writer = startWriterThread({ storage: `sqlite:${join(folder, 'book')}` });
});
afterEach(async () => {
  vi.useRealTimers();
  await writer.close();
  process.off('worker', onWorker);
  rmSync(folder, { recursive: true });
});
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const encoder = new DraftEncoder();
encoder.add(sampleDraft('/'));
const batch = { id: 'a', drafts: encoder.take() };
/** The number of threads that were started. Node announces them a moment later. */
const threads = async () => {
  await new Promise((resolve) => setImmediate(resolve));
  return started;
};

test('a thread ends a minute after the last call, and the next call starts another', async () => {
  const written = 1;
  expect(await writer.write(batch)).toEqual(written);
  pass(IDLE_MS - 1);
  await writer.lease(1);
  pass(IDLE_MS - 1);
  expect(await writer.tokenKey()).toHaveLength(4);
  expect(await threads()).toBe(1);
  pass(IDLE_MS);
  // The new thread recognises a batch that is sent again.
  expect(await writer.write(batch)).toEqual(written);
  expect(await threads()).toBe(2);
  expect(writer.routes()).toMatchObject([{ answers: { 'GET 2xx': 2 } }]);
  pass(IDLE_MS);
  const store = await writer.openStore();
  expect((await store.search(EVERYTHING)).entries).toHaveLength(1);
  expect(await threads()).toBe(3);
  expect(writer.restarts()).toBe(0);
});

test('a thread with a call that waits does not end', async () => {
  const first = writer.lease(1);
  pass(3 * IDLE_MS);
  // Unlike other calls, this one does not postpone the end.
  await Promise.all([first, writer.retain({})]);
  expect(await threads()).toBe(1);
  pass(IDLE_MS);
  await writer.lease(1);
  expect(await threads()).toBe(2);
});

test('an idle process is still reported, until its book is closed', async () => {
  const reports = () => readdirSync(join(folder, 'book', 'processes'));
  await writer.lease(1);
  writer.report('me', {} as ProcessReport, []);
  await writer.lease(1);
  expect(reports()).toEqual(['me.json']);
  pass(IDLE_MS);
  await vi.waitUntil(() => ended === 1);
  expect(reports()).toEqual(['me.json']);
  await writer.close();
  expect(reports()).toEqual([]);
});

test('close waits for a thread that is ending', async () => {
  await writer.lease(1);
  pass(IDLE_MS);
  expect(ended).toBe(0);
  await writer.close();
  expect(ended).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('a thread that crashed and was idle since counts as a restart', async () => {
  const crashed = new Promise<void>((resolve) => {
    process.once('worker', (worker) => worker.once('online', () => worker.terminate().then(() => resolve())));
  });
  await expect(writer.lease(1)).rejects.toMatchObject({ code: 'store-failed' });
  await crashed;
  pass(IDLE_MS);
  await writer.lease(1);
  expect(writer.restarts()).toBe(1);
});

test('retention does not postpone the end, and starts a thread for an idle book once an hour', async () => {
  await writer.lease(1);
  pass(IDLE_MS - 1);
  expect(await writer.retain({})).toBe(0);
  pass(1);
  expect(await writer.retain({})).toBe(0);
  pass(HOUR_MS - 2);
  expect(await writer.retain({})).toBe(0);
  expect(await threads()).toBe(1);
  pass(1);
  expect(await writer.retain({})).toBe(0);
  expect(await threads()).toBe(2);
});

test('a thread that only retention uses ends too', async () => {
  await writer.retain({});
  pass(IDLE_MS);
  await writer.retain({});
  expect(await threads()).toBe(1);
  await writer.lease(1);
  expect(await threads()).toBe(2);
  expect(vi.getTimerCount()).toBe(1);
  await writer.close();
  expect(vi.getTimerCount()).toBe(0);
});
