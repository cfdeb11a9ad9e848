import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queueWithWriter } from '../../test/support/queue-with-writer.ts';
import { GatebookError } from '../errors.ts';
import { createBudget } from './budget.ts';
import type { Draft } from './draft/draft.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const many = (count: number) => Array.from({ length: count }, () => '/');
const REFUSED: Partial<Draft> = { method: 5 as unknown as string };

test('details are dropped while the oldest request has waited for more than 300 or 600 ms', async () => {
  const { queue, append, go } = queueWithWriter({ isSlow: true, batchDrafts: 20 });
  await pass(5000);
  append('/first');
  await pass(100);
  // The batch is full, and the writer has it now.
  append(...many(19));
  const levelAt = async (ms: number) => {
    await pass(ms - performance.now() + started);
    append(...many(10));
    return queue.level();
  };
  const started = performance.now() - 100;
  expect(await levelAt(300)).toBe(0);
  expect(await levelAt(301)).toBe(2);
  expect(await levelAt(600)).toBe(2);
  expect(await levelAt(601)).toBe(3);
  go();
  await pass(0);
  go();
  await pass(0);
  go();
  await pass(0);
  append(...many(10));
  expect(queue.level()).toBe(0);
});

test('a batch that waits because the store fails does not count as slow', async () => {
  const { queue, append } = queueWithWriter({ errors: Array(9).fill(new Error('busy')) });
  append('/');
  for (const ms of [440, 5000]) {
    await pass(ms);
    append(...many(10));
    expect(queue.level()).toBe(0);
  }
});

test('on a full disk all details are dropped, until a write succeeds', async () => {
  const { queue, reports, append } = queueWithWriter({
    errors: [new GatebookError('disk-full', 'The disk is full.')],
  });
  append('/');
  expect(queue.level()).toBe(0);
  await queue.flush();
  expect(queue.level()).toBe(3);
  await queue.flush();
  expect(queue.level()).toBe(0);
  expect(reports).toEqual(['held: The disk is full.', 'recovered']);
});

test('one request in ten is recorded once the budget is used up', async () => {
  const budget = createBudget({ bytesPerSecond: 1, memory: 1e9 });
  const { queue, writes, append } = queueWithWriter({ budget });
  append(...many(10));
  expect(queue.level()).toBe(4);
  append(...Array.from({ length: 40 }, (_, n) => `/${n + 11}`));
  await queue.flush();
  expect(writes[0]?.slice(10)).toEqual(['/20', '/30', '/40', '/50']);
  expect(queue.stats()).toMatchObject({ recorded: 50, stored: 14, dropped: 36, drops: { budget: 36 } });
});

test('texts are joined after ten requests or 200 kB: a request waits for no more than that', async () => {
  const { queue, batches, append } = queueWithWriter();
  append(...many(25));
  await queue.flush();
  append(`/${'x'.repeat(199_000)}`, '/');
  await queue.flush();
  append(`/${'x'.repeat(200_000)}`, '/');
  await queue.flush();
  expect(batches.map(({ drafts }) => drafts.texts.length)).toEqual([3, 1, 2]);
});

test('knows the memory of what it holds, before and after texts are joined', async () => {
  const { queue, append } = queueWithWriter({ errors: [new Error('busy')] });
  append('/');
  const { heldBytes } = queue.stats();
  expect(heldBytes).toBeGreaterThan(100);
  append(...many(24));
  expect(queue.stats().heldBytes).toBe(25 * heldBytes);
  await queue.flush();
  append(...many(5));
  expect(queue.stats().heldBytes).toBe(30 * heldBytes);
  await queue.flush();
  expect(queue.stats()).toMatchObject({ held: 0, heldBytes: 0 });
});

test.each([
  ['memory', new Error('busy')],
  ['disk', new GatebookError('disk-full', 'The disk is full.')],
])('over its memory limit, requests are dropped and counted: %s', async (reason, error) => {
  const budget = createBudget({ bytesPerSecond: 1e9, memory: 10_000 });
  const { queue, append } = queueWithWriter({ budget, errors: [error] });
  append('/1');
  await queue.flush();
  append(`/${'x'.repeat(10_000)}`, '/2', { stages: [{ seq: null, kind: 'sub', name: 'x', duration: 1 }] });
  expect(queue.stats()).toMatchObject({ recorded: 5, dropped: 3, held: 2, drops: { [reason]: 3 } });
});

test('requests that cannot be encoded are counted, and reported once a minute', async () => {
  const { queue, reports, append } = queueWithWriter();
  append(REFUSED, REFUSED);
  expect(vi.getTimerCount()).toBe(0);
  append('/1');
  await pass(59_999);
  append(REFUSED);
  expect(reports).toEqual(['dropped: Expected a string, got number.']);
  await pass(1);
  append(REFUSED);
  expect(reports).toHaveLength(2);
  expect(queue.stats()).toMatchObject({ recorded: 5, stored: 1, dropped: 4, held: 0, drops: { refused: 4 } });
});
