import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runScript } from '../../../test/support/run-script.ts';
import { sampleDraft } from '../../../test/support/sample-draft.ts';
import type { ProcessReport } from '../../process/process-reports.ts';
import { DraftEncoder } from '../draft/draft-encoder.ts';
import { type RunningWriter, startWriterThread } from './writer-thread.ts';

let folder = '';
let writer: RunningWriter;
const threads: Worker[] = [];
const onWorker = (worker: Worker) => {
  threads.push(worker);
  worker.on('exit', () => ended++);
};
let ended = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatebook-writer-'));
  threads.length = 0;
  ended = 0;
  process.on('worker', onWorker);
  writer = startWriterThread({ storage: storage() });
});
afterEach(async () => {
  await writer.close();
  process.off('worker', onWorker);
  rmSync(folder, { recursive: true });
});

const storage = () => `sqlite:${join(folder, 'book')}`;
const threadsLeft = () => threads.length - ended;

function batch(id: string) {
  const encoder = new DraftEncoder();
  encoder.add(sampleDraft(`/${id}`));
  return { id, drafts: encoder.take() };
}

test('counts a crash as a restart', async () => {
  await writer.write(batch('a'));
  expect(writer.restarts()).toBe(0);
  await threads.at(-1)?.terminate();
  await writer.write(batch('b'));
  expect(writer.restarts()).toBe(1);
});

test('a crash fails the calls that wait, with the name of the book', async () => {
  const failed = expect(writer.lease(1)).rejects.toMatchObject({
    code: 'store-failed',
    message: `The worker thread for ${storage()} exited unexpectedly.`,
  });
  await vi.waitFor(() => expect(threads).toHaveLength(1));
  await threads[0]?.terminate();
  await failed;
});

test('close ends the thread, which has a name for debuggers, and starts none again', async () => {
  await writer.lease(1);
  const [thread] = threads;
  if (thread && 'threadName' in thread) expect(thread.threadName).toBe('gatebook writer');
  await writer.close();
  expect(threadsLeft()).toBe(0);
  await writer.close();
  await expect(writer.lease(1)).rejects.toMatchObject({ code: 'store-closed' });
  const unused = startWriterThread({ storage: storage() });
  await unused.close();
  await expect(unused.lease(1)).rejects.toMatchObject({
    code: 'store-closed',
    message: `The book at ${storage()} is closed. Open it again to use it.`,
  });
  expect(threads).toHaveLength(1);
});

test('waits until the thread has written, but no longer than asked', async () => {
  writer.waitUntilIdle(60_000);
  const written = writer.write(batch('a'));
  writer.waitUntilIdle(0);
  expect(existsSync(join(folder, 'book'))).toBe(false);
  writer.waitUntilIdle(60_000);
  expect(existsSync(join(folder, 'book'))).toBe(true);
  await written;
});

test('reports are written by a thread that runs, and removed when it ends', async () => {
  const report = { process: { service: 'a', instance: 'b', release: 'c' }, host: 'x', pid: 1 };
  const file = join(folder, 'book/processes/me.json');
  const send = () =>
    writer.report('me', { ...report, stats: {} as ProcessReport['stats'] } as ProcessReport, []);
  send();
  expect(threads).toHaveLength(0);
  await writer.lease(1);
  send();
  await writer.lease(1);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ...report, stats: {}, requests: [] });
  await threads[0]?.terminate();
  send();
  await writer.lease(1);
  send();
  await writer.close();
  send();
  expect(threads).toHaveLength(2);
  expect(existsSync(file)).toBe(false);
});

test('calls that wait do not keep the process alive', async () => {
  const { said } = await runScript(`
    const { startWriterThread } = await import('${import.meta.resolve('./writer-thread.ts')}');
    const writer = startWriterThread({ storage: ${JSON.stringify(storage())} });
    writer.lease(1).then(() => say('leased'));
  `);
  expect(said).toEqual([]);
});

test('an error in the thread names the book', async () => {
  await expect(writer.write({ id: 'a', drafts: null as never })).rejects.toMatchObject({
    code: 'store-failed',
    message: expect.stringMatching(/^Can't use the book at sqlite:.*book: .+\.$/),
  });
});
