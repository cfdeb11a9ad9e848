import { describe, expect, test, vi } from 'vitest';
import { sampleDraft as draft } from '../../test/support/sample-draft.ts';
import { GatebookError } from '../errors.ts';
import { createRedaction } from '../redact/redaction.ts';
import { EVERYTHING } from '../search/criteria.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { createBudget } from './budget.ts';
import { createQueue } from './queue.ts';
import { createWriter } from './writer.ts';

/** A real book whose writes can be made to fail. */
async function setup() {
  const store = await openStore('memory:');
  const trouble = {
    error: null as Error | null,
    /** What goes wrong before that, once each. */
    first: [] as Error[],
    /** Profiles of these URLs can't be stored, nor can a batch that holds one. */
    refused: new Set<string>(),
    told: [] as string[],
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
  const hold = createQueue({
    writer: createWriter(async () => faulty, createRedaction()),
    budget: createBudget({ memory: 2e6 }),
    onTrouble: (error, fate) => trouble.told.push(`${fate}: ${(error as Error).message}`),
    onRecovery: () => trouble.recovered++,
  });
  const kept = async () => (await store.search({ ...EVERYTHING, limit: 1000 })).entries;
  return { store, trouble, hold, kept };
}

describe('hold', () => {
  test('numbers what came without a lease, a main request before its sub-request', async () => {
    const { hold, kept } = await setup();
    hold.append(draft('/a', { stages: [{ seq: null, kind: 'error', name: '', duration: 1 }] }));
    await hold.flush();
    const [first, second] = await kept();
    expect(first?.kind).toBe('main');
    expect(second).toMatchObject({ kind: 'error', parent: first?.seq });
    expect(second?.seq).toBeGreaterThan(first?.seq ?? 0);
  });

  test('leaves details out while writing lags behind, and keeps them again when it is caught up with', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let go = () => {};
    const written = async ({ drafts }: { drafts: readonly string[] }) => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return { stored: drafts.flatMap((text) => JSON.parse(text) as unknown[]).length, refused: 0 };
    };
    const lease = async () => ({ first: 1 as never, end: 2 });
    const hold = createQueue({
      writer: { write: written, lease },
      onTrouble: () => {},
      onRecovery: () => {},
    });
    const append = (count: number) => {
      for (let n = 0; n < count; n++) hold.append(draft(`/${n}`));
      return hold.level();
    };
    append(10);
    const flushing = hold.flush();
    expect(append(10)).toBe(0);
    await vi.advanceTimersByTimeAsync(350);
    expect(append(10)).toBe(1);
    await vi.advanceTimersByTimeAsync(350);
    expect(append(10)).toBe(2);
    go();
    await flushing;
    expect(append(10)).toBe(0);
    vi.useRealTimers();
  });

  test('tells the class of the client', async () => {
    const { hold, kept } = await setup();
    hold.append(draft('/.env'));
    await hold.flush();
    expect((await kept())[0]?.client).toBe('scanner');
  });

  test('writes by itself after a moment, and at once when a batch is full', async () => {
    const { hold, kept } = await setup();
    hold.append(draft('/1'));
    await vi.waitFor(async () => expect(await kept()).toHaveLength(1));
    for (let n = 0; n < 1000; n++) hold.append(draft('/2'));
    await vi.waitFor(() => expect(hold.stats().stored).toBe(1001), { timeout: 150 });
  });

  test('holds on through trouble, keeps each profile once, and says so once', async () => {
    const { hold, kept, trouble } = await setup();
    trouble.error = new Error('disk full');
    for (let n = 0; n < 1200; n++) hold.append(draft(`/${n}`));
    for (let n = 0; n < 3; n++) await hold.flush();
    expect(hold.stats()).toMatchObject({ recorded: 1200, stored: 0, dropped: 0, held: 1200 });
    trouble.error = null;
    await hold.flush();
    expect(hold.stats()).toMatchObject({ recorded: 1200, stored: 1200, dropped: 0, held: 0 });
    expect(await kept()).toHaveLength(1000);
    expect(trouble).toMatchObject({ told: ['held: disk full'], recovered: 1 });
  });

  test('never takes more memory than it may, and what it drops it counts', async () => {
    const { hold, trouble } = await setup();
    trouble.error = new Error('gone');
    const target = `/${'x'.repeat(1000)}`;
    for (let n = 0; n < 12_000; n++) hold.append(draft(target));
    const { dropped, held, drops } = hold.stats();
    expect(dropped + held).toBe(12_000);
    expect(drops).toEqual({ memory: dropped, budget: 0, refused: 0, closed: 0 });
    expect(held).toBeGreaterThan(500);
    expect(held).toBeLessThan(2000);
    trouble.error = null;
    await hold.flush();
    expect(hold.stats()).toMatchObject({ recorded: 12_000, stored: held, dropped, held: 0 });
  });

  test('when its budget is spent, it records one request in ten and counts the others', async () => {
    const { store } = await setup();
    const hold = createQueue({
      writer: createWriter(async () => store, createRedaction()),
      budget: createBudget({ bytesPerSecond: 1000 }),
      onTrouble: () => {},
      onRecovery: () => {},
    });
    for (let n = 0; n < 1000; n++) hold.append(draft('/'));
    await hold.flush();
    const { stored, drops } = hold.stats();
    expect(stored + drops.budget).toBe(1000);
    expect(stored).toBeGreaterThan(100);
    expect(stored).toBeLessThan(300);
  });

  test('gives up a request that can never be stored, and goes on', async () => {
    const { hold, kept, trouble } = await setup();
    trouble.error = new GatebookError('seq-taken', 'taken');
    hold.append(draft('/a'));
    await hold.flush();
    trouble.error = null;
    hold.append(draft('/b'));
    await hold.flush();
    expect(hold.stats()).toMatchObject({
      recorded: 2,
      stored: 1,
      dropped: 1,
      held: 0,
      drops: { refused: 1 },
    });
    expect((await kept()).map(({ url }) => url)).toEqual(['https://h/b']);
    expect(trouble).toMatchObject({ told: ['dropped: The book refused a profile.'], recovered: 0 });
  });

  test('of a batch with profiles that can never be stored, only those are dropped', async () => {
    const { hold, kept, trouble } = await setup();
    trouble.refused = new Set(['https://h/3', 'https://h/7']);
    const urls = Array.from({ length: 10 }, (_, n) => `https://h/${n}`);
    for (const url of urls) hold.append(draft(new URL(url).pathname));
    await hold.flush();
    expect(hold.stats()).toMatchObject({ recorded: 10, stored: 8, dropped: 2, held: 0 });
    expect((await kept()).map(({ url }) => url).sort()).toEqual(
      urls.filter((url) => !trouble.refused.has(url)),
    );
    expect(trouble).toMatchObject({ told: ['dropped: The book refused a profile.'], recovered: 0 });
    expect(new Set(trouble.ids).size).toBe(11);
  });

  test('profiles that are written one by one are held through trouble like any other', async () => {
    const { hold, kept, trouble } = await setup();
    trouble.first = [new GatebookError('profile-refused', 'one of them')];
    trouble.error = new Error('disk full');
    for (let n = 0; n < 3; n++) hold.append(draft(`/${n}`));
    await hold.flush();
    expect(hold.stats()).toMatchObject({ recorded: 3, stored: 0, dropped: 0, held: 3 });
    trouble.error = null;
    await hold.flush();
    expect(hold.stats()).toMatchObject({ recorded: 3, stored: 3, dropped: 0, held: 0 });
    expect(await kept()).toHaveLength(3);
  });

  test('when closed it writes what it holds, and counts what comes later as dropped', async () => {
    const { hold, store, trouble } = await setup();
    hold.append(draft('/a'));
    await hold.close();
    await store.close();
    hold.append(draft('/b'));
    await hold.flush();
    expect(hold.stats()).toMatchObject({ recorded: 2, stored: 1, dropped: 1, held: 0 });
    expect(trouble.told).toEqual([]);
  });

  test('closed in the middle of trouble, it says that what it held is dropped', async () => {
    const { hold, trouble } = await setup();
    trouble.error = new Error('disk full');
    hold.append(draft('/a'));
    await hold.close();
    expect(hold.stats()).toMatchObject({ recorded: 1, stored: 0, dropped: 1, held: 0 });
    expect(trouble.told).toEqual(['dropped: disk full']);
  });

  test('tries again by itself when the book could not be opened', async () => {
    const store = await openStore('memory:');
    let tries = 0;
    const opening = async () => (++tries < 3 ? Promise.reject(new Error('not yet')) : store);
    const scribe = createWriter(opening, createRedaction());
    const hold = createQueue({ writer: scribe, onTrouble: () => {}, onRecovery: () => {} });
    hold.append(draft('/a'));
    await vi.waitFor(() => expect(hold.stats().stored).toBe(1), { timeout: 3000 });
  });

  test('hands all that it holds over at the end, and what was on its way is there once', async () => {
    const { hold, kept } = await setup();
    for (let n = 0; n < 700; n++) hold.append(draft(`/${n}`));
    hold.handOver();
    await vi.waitFor(async () => expect(await kept()).toHaveLength(700));
    await hold.flush();
    expect(await kept()).toHaveLength(700);
  });

  test('retention that takes long is not begun again meanwhile', async () => {
    const store = await openStore('memory:');
    let begun = 0;
    let end = (_taken: number) => {};
    const slow: Store = {
      ...store,
      retain: () => {
        begun++;
        return new Promise((resolve) => {
          end = resolve;
        });
      },
    };
    const scribe = createWriter(async () => slow, createRedaction());
    const asked = [scribe.retain({}), scribe.retain({})];
    await vi.waitFor(() => expect(begun).toBe(1));
    asked.push(scribe.retain({}));
    end(7);
    expect(await Promise.all(asked)).toEqual([7, 7, 7]);
    expect(begun).toBe(1);
    void scribe.retain({});
    await vi.waitFor(() => expect(begun).toBe(2));
  });
});
