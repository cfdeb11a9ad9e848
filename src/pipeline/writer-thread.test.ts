import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleDraft } from '../../test/support/sample-draft.ts';
import { EVERYTHING } from '../search/criteria.ts';
import { openStore } from '../store/open-store.ts';
import { DraftEncoder } from './draft-encoder.ts';
import { type RunningWriter, startWriterThread } from './writer-thread.ts';

const IDLE_MS = 150;
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
  writer = startWriterThread({ storage: storage() }, IDLE_MS);
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

test('ends an idle thread and starts another for the next batch', async () => {
  for (const id of ['a', 'b', 'c']) {
    expect(await writer.write(batch(id))).toEqual({ stored: 1, refused: 0 });
    await vi.waitFor(() => expect(threadsLeft()).toBe(0), { timeout: 5000 });
  }
  // A batch that is sent again is recognised by the new thread.
  await writer.write(batch('c'));
  expect(writer.restarts()).toBe(0);
  await writer.close();
  const store = await openStore(storage());
  expect((await store.search(EVERYTHING)).entries).toHaveLength(3);
  await store.close();
});

test('retention does not keep a thread or start one each time', async () => {
  await writer.write(batch('a'));
  await writer.retain({ entries: 10 });
  await vi.waitFor(
    async () => {
      await writer.retain({ entries: 10 });
      expect(threadsLeft()).toBe(0);
    },
    { timeout: 5000, interval: IDLE_MS / 5 },
  );
  const before = threads.length;
  expect(await writer.retain({ entries: 10 })).toBe(0);
  expect(threads.length).toBe(before);
});

test('counts a crash as a restart', async () => {
  // On a slow machine, an idle thread could end by itself before it is terminated.
  writer = startWriterThread({ storage: storage() }, 60_000);
  await writer.write(batch('a'));
  await threads.at(-1)?.terminate();
  await writer.write(batch('b'));
  expect(writer.restarts()).toBe(1);
});
