import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { shareWriterThread } from './writer-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-shared-'));
afterAll(() => rmSync(folder, { recursive: true }));

let started = 0;
let ended = 0;
const onWorker = (worker: Worker) => {
  started++;
  worker.on('exit', () => ended++);
};
process.on('worker', onWorker);
afterAll(() => void process.off('worker', onWorker));

test('books with the same options share a thread, which ends with the last of them', async () => {
  const options = { storage: `sqlite:${join(folder, 'one')}`, keep: { entries: 1000 } };
  const first = shareWriterThread(options);
  const second = shareWriterThread({ ...options, keep: { entries: 1000 } });
  expect(await second.tokenKey()).toEqual(await first.tokenKey());
  expect(started).toBe(1);
  const other = shareWriterThread({ ...options, keep: { entries: 2000 } });
  await other.tokenKey();
  expect(started).toBe(2);
  await other.close();
  await first.close();
  await first.close();
  expect(await second.lease(10)).toEqual({ first: 0, end: 10 });
  expect(ended).toBe(1);
  await second.close();
  await expect(second.lease(10)).rejects.toMatchObject({ code: 'store-closed' });
  expect([started, ended]).toEqual([2, 2]);
  const again = shareWriterThread(options);
  expect((await again.lease(1)).first).toBe(10);
  await again.close();
});
