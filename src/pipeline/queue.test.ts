import { describe, expect, test, vi } from 'vitest';
import { sampleDraft as draft } from '../../test/support/sample-draft.ts';
import { GatebookError } from '../errors.ts';
import { createRedaction } from '../redact/redaction.ts';
import { EVERYTHING } from '../search/criteria.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { createBudget } from './budget.ts';
import { decodeDrafts } from './draft/draft-decoder.ts';
import { createQueue } from './queue.ts';
import { createWriter, type EncodedBatch } from './writer/writer.ts';

/** A real store whose writes can be made to fail. */
async function setup() {
  const store = await openStore('memory:');
  const trouble = {
    error: null as Error | null,
    /** Errors thrown before that, once each. */
    first: [] as Error[],
    /** The store refuses a batch that contains a profile with one of these URLs. */
    refused: new Set<string>(),
    reports: [] as string[],
    recovered: 0,
    ids: [] as string[],
  };
  const faulty: Store = {
    ...store,
    write: async (batch) => {
      trouble.ids.push(batch.id);
      const error = trouble.first.shift() ?? trouble.error;
      if (error) throw error;
      if (batch.profiles.some(({ entry }) => trouble.refused.has(entry.url)))
        throw new GatebookError('profile-refused', 'no column holds it');
      await store.write(batch);
    },
  };
  const queue = createQueue({
    writer: createWriter(async () => faulty, createRedaction()),
    budget: createBudget({ bytesPerSecond: 16e6, memory: 2e6 }),
    onTrouble: (error, outcome) => trouble.reports.push(`${outcome}: ${(error as Error).message}`),
    onRecovery: () => trouble.recovered++,
  });
  const kept = async () => (await store.search({ ...EVERYTHING, limit: 1000 })).entries;
  return { store, trouble, queue, kept };
}

describe('the queue', () => {
  test('assigns seqs to drafts without one, to a request before its sub-request', async () => {
    const { queue, kept } = await setup();
    queue.append(draft('/a', { stages: [{ seq: null, kind: 'error', name: '', duration: 1 }] }));
    await queue.flush();
    const [first, second] = await kept();
    expect(first?.kind).toBe('main');
    expect(second).toMatchObject({ kind: 'error', parent: first?.seq });
    expect(second?.seq).toBeGreaterThan(first?.seq ?? 0);
  });

  test('drops details while writing falls behind, and keeps them again when it has caught up', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let go = () => {};
    const written = async ({ drafts }: EncodedBatch) => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return [...decodeDrafts(drafts)].length;
    };
    const lease = async () => ({ first: 1 as never, end: 2 });
    const queue = createQueue({
      writer: { write: written, lease },
      onTrouble: () => {},
      onRecovery: () => {},
    });
    const append = (count: number) => {
      for (let n = 0; n < count; n++) queue.append(draft(`/${n}`));
      return queue.level();
    };
    append(10);
    const flushing = queue.flush();
    expect(append(10)).toBe(0);
    await vi.advanceTimersByTimeAsync(350);
    expect(append(10)).toBe(2);
    await vi.advanceTimersByTimeAsync(350);
    expect(append(10)).toBe(3);
    go();
    await flushing;
    expect(append(10)).toBe(0);
    vi.useRealTimers();
  });

  test('sets the client class', async () => {
    const { queue, kept } = await setup();
    queue.append(draft('/.env'));
    await queue.flush();
    expect((await kept())[0]).toMatchObject({ client: 'scanner', service: '', instance: '', release: '' });
  });

  test('writes after a moment, and at once when a batch is full', async () => {
    const { queue, kept } = await setup();
    queue.append(draft('/1'));
    await vi.waitFor(async () => expect(await kept()).toHaveLength(1));
    for (let n = 0; n < 1000; n++) queue.append(draft('/2'));
    await vi.waitFor(() => expect(queue.stats().stored).toBe(1001), { timeout: 150 });
  });

  test('keeps profiles while the store fails, stores each once, and reports the failure once', async () => {
    const { queue, kept, trouble } = await setup();
    trouble.error = new Error('disk full');
    for (let n = 0; n < 1200; n++) queue.append(draft(`/${n}`));
    for (let n = 0; n < 3; n++) await queue.flush();
    expect(queue.stats()).toMatchObject({ recorded: 1200, stored: 0, dropped: 0, held: 1200 });
    trouble.error = null;
    await queue.flush();
    expect(queue.stats()).toMatchObject({ recorded: 1200, stored: 1200, dropped: 0, held: 0 });
    expect(await kept()).toHaveLength(1000);
    expect(trouble).toMatchObject({ reports: ['held: disk full'], recovered: 1 });
  });

  test('stays within its memory limit and counts what it drops', async () => {
    const { queue, trouble } = await setup();
    trouble.error = new Error('gone');
    const target = `/${'x'.repeat(1000)}`;
    for (let n = 0; n < 12_000; n++) queue.append(draft(target));
    const { dropped, held, drops } = queue.stats();
    expect(dropped + held).toBe(12_000);
    expect(drops).toEqual({ memory: dropped, budget: 0, disk: 0, refused: 0, closed: 0, spool: 0 });
    expect(held).toBeGreaterThan(500);
    expect(held).toBeLessThan(2000);
    trouble.error = null;
    await queue.flush();
    expect(queue.stats()).toMatchObject({ recorded: 12_000, stored: held, dropped, held: 0 });
  });

  test('keeps no details while the disk is full, and counts what that costs', async () => {
    const { queue, trouble } = await setup();
    trouble.error = new GatebookError('disk-full', 'The disk is full.');
    queue.append(draft('/first'));
    await queue.flush();
    expect(queue.level()).toBe(3);
    for (let n = 0; n < 12_000; n++) queue.append(draft(`/${'x'.repeat(1000)}`));
    expect(queue.stats().drops).toMatchObject({ disk: expect.closeTo(10_000, -4), memory: 0 });
    trouble.error = null;
    await queue.flush();
    expect(queue.level()).toBe(0);
  });

  test('records one request in ten when the budget is used up, and counts the others', async () => {
    const { store } = await setup();
    const queue = createQueue({
      writer: createWriter(async () => store, createRedaction()),
      budget: createBudget({ bytesPerSecond: 1000, memory: 32e6 }),
      onTrouble: () => {},
      onRecovery: () => {},
    });
    for (let n = 0; n < 1000; n++) queue.append(draft('/'));
    await queue.flush();
    const { stored, drops } = queue.stats();
    expect(stored + drops.budget).toBe(1000);
    expect(stored).toBeGreaterThan(100);
    expect(stored).toBeLessThan(300);
  });

  test('drops a request that the store refuses, and continues', async () => {
    const { queue, kept, trouble } = await setup();
    trouble.error = new GatebookError('seq-taken', 'taken');
    queue.append(draft('/a'));
    await queue.flush();
    trouble.error = null;
    queue.append(draft('/b'));
    await queue.flush();
    expect(queue.stats()).toMatchObject({
      recorded: 2,
      stored: 1,
      dropped: 1,
      held: 0,
      drops: { refused: 1 },
    });
    expect((await kept()).map(({ url }) => url)).toEqual(['https://h/b']);
    expect(trouble).toMatchObject({ reports: ['dropped: The store refused a profile.'], recovered: 0 });
  });

  test('drops only the refused profiles of a batch', async () => {
    const { queue, kept, trouble } = await setup();
    trouble.refused = new Set(['https://h/3', 'https://h/7']);
    const urls = Array.from({ length: 10 }, (_, n) => `https://h/${n}`);
    for (const url of urls) queue.append(draft(new URL(url).pathname));
    await queue.flush();
    expect(queue.stats()).toMatchObject({ recorded: 10, stored: 8, dropped: 2, held: 0 });
    expect((await kept()).map(({ url }) => url).sort()).toEqual(
      urls.filter((url) => !trouble.refused.has(url)),
    );
    expect(trouble).toMatchObject({ reports: ['dropped: The store refused a profile.'], recovered: 0 });
    expect(new Set(trouble.ids).size).toBe(11);
  });

  test('keeps profiles that are written one by one while the store fails', async () => {
    const { queue, kept, trouble } = await setup();
    trouble.first = [new GatebookError('profile-refused', 'one of them')];
    trouble.error = new Error('disk full');
    for (let n = 0; n < 3; n++) queue.append(draft(`/${n}`));
    await queue.flush();
    expect(queue.stats()).toMatchObject({ recorded: 3, stored: 0, dropped: 0, held: 3 });
    trouble.error = null;
    await queue.flush();
    expect(queue.stats()).toMatchObject({ recorded: 3, stored: 3, dropped: 0, held: 0 });
    expect(await kept()).toHaveLength(3);
  });

  test('writes what it holds when closed, and counts later profiles as dropped', async () => {
    const { queue, store, trouble } = await setup();
    queue.append(draft('/a'));
    await queue.close();
    await store.close();
    queue.append(draft('/b'));
    await queue.flush();
    expect(queue.stats()).toMatchObject({ recorded: 2, stored: 1, dropped: 1, held: 0 });
    expect(trouble.reports).toEqual([]);
  });

  test('reports dropped profiles when it is closed while the store fails', async () => {
    const { queue, trouble } = await setup();
    trouble.error = new Error('disk full');
    queue.append(draft('/a'));
    await queue.close();
    expect(queue.stats()).toMatchObject({ recorded: 1, stored: 0, dropped: 1, held: 0 });
    expect(trouble.reports).toEqual(['dropped: disk full']);
  });

  test('retries when the store could not be opened', async () => {
    const store = await openStore('memory:');
    let tries = 0;
    const open = async () => (++tries < 3 ? Promise.reject(new Error('not yet')) : store);
    const writer = createWriter(open, createRedaction());
    const queue = createQueue({ writer, onTrouble: () => {}, onRecovery: () => {} });
    queue.append(draft('/a'));
    await vi.waitFor(() => expect(queue.stats().stored).toBe(1), { timeout: 3000 });
  });

  test('hands everything over on exit, and stores what was already sent only once', async () => {
    const { queue, kept } = await setup();
    for (let n = 0; n < 700; n++) queue.append(draft(`/${n}`));
    queue.handOver();
    await vi.waitFor(async () => expect(await kept()).toHaveLength(700));
    await queue.flush();
    expect(await kept()).toHaveLength(700);
  });
});
