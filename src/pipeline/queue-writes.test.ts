import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleDraft } from '../../test/support/sample-draft.ts';
import { GatebookError } from '../errors.ts';
import type { Seq } from '../profile/token.ts';
import { createBudget } from './budget.ts';
import { decodeDrafts } from './draft-decoder.ts';
import { createQueue } from './queue.ts';
import type { EncodedBatch } from './writer.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A queue and a writer that fails with these errors first, and then writes when it may. */
function setup({ errors = [] as Error[], batchDrafts = 1000, isSlow = false } = {}) {
  const writes: string[][] = [];
  const reports: string[] = [];
  let go = () => {};
  const write = async ({ drafts }: EncodedBatch) => {
    const targets = [...decodeDrafts(drafts)].map(({ target }) => target);
    writes.push(targets);
    const error = errors.shift();
    if (error) throw error;
    if (isSlow)
      await new Promise<void>((resolve) => {
        go = resolve;
      });
    return { stored: targets.length, refused: 0 };
  };
  const queue = createQueue({
    writer: { write, lease: async (size) => ({ first: 40 as Seq, end: 40 + size }) },
    budget: createBudget({ bytesPerSecond: 1e9, memory: 1e9 }),
    batchDrafts,
    onTrouble: (error, outcome) => reports.push(`${outcome}: ${(error as Error).message}`),
    onRecovery: () => reports.push('recovered'),
  });
  const append = (...targets: string[]) => {
    for (const target of targets) queue.append(sampleDraft(target));
  };
  return { queue, writes, reports, append, go: () => go() };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('writes by itself after 200 ms, and tries again by itself after a failure', async () => {
  const { queue, writes, reports, append } = setup({ errors: [new Error('busy'), new Error('busy')] });
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
});

test('while writing fails, a full batch waits for the next attempt', async () => {
  const { writes, append } = setup({ errors: [new Error('busy')], batchDrafts: 2 });
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
  const { queue, writes, append, go } = setup({ batchDrafts: 2, isSlow: true });
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

test('a batch of 2 MB is written at once', async () => {
  const { writes, append } = setup();
  append(...Array.from({ length: 18 }, () => `/${'x'.repeat(100_000)}`));
  await pass(0);
  expect(writes).toHaveLength(0);
  append(...Array.from({ length: 6 }, () => `/${'x'.repeat(100_000)}`));
  await pass(0);
  expect(writes).toHaveLength(1);
});

test('what a closed store refuses is dropped, not tried again', async () => {
  const { queue, writes, reports, append } = setup({
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
  const { queue, writes, append, go } = setup({ isSlow: true });
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
  const { queue, reports, append } = setup({ errors: [new Error('disk gone'), new Error('disk gone')] });
  append('/1', '/2');
  await queue.close();
  expect(reports).toEqual(['dropped: disk gone']);
  expect(queue.stats()).toMatchObject({ stored: 0, held: 0, heldBytes: 0, drops: { closed: 2 } });
});

test('seqs come from the writer', async () => {
  const { queue } = setup();
  expect(queue.seqs.take()).toBeNull();
  await pass(0);
  expect(queue.seqs.take()).toBe(40);
});
