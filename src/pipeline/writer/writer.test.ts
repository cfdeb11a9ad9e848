import { expect, test, vi } from 'vitest';
import { sampleDraft as draft } from '../../../test/support/sample-draft.ts';
import { GatebookError } from '../../errors.ts';
import type { Seq } from '../../profile/token.ts';
import { createRedaction } from '../../redact/redaction.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import type { Draft } from '../draft/draft.ts';
import { DraftEncoder } from '../draft/draft-encoder.ts';
import { createWriter } from './writer.ts';

/** A real store that fails to write profiles with the URLs in `failures`, and counts leases. */
async function setup(failures: Readonly<Record<string, unknown>> = {}) {
  const store = await openStore('memory:');
  const calls = { leases: 0, writes: 0 };
  const watched: Store = {
    ...store,
    lease(size) {
      calls.leases++;
      return store.lease(size);
    },
    async write(batch) {
      calls.writes++;
      const failed = batch.profiles.find(({ entry }) => entry.url in failures);
      if (failed) throw failures[failed.entry.url];
      await store.write(batch);
    },
  };
  const redaction = createRedaction();
  const writer = createWriter(async () => watched, {
    ...redaction,
    url(url) {
      if (url.endsWith('/bug')) throw new Error('redaction failed');
      return redaction.url(url);
    },
  });
  const write = (...drafts: readonly Draft[]) => {
    const encoder = new DraftEncoder();
    for (const each of drafts) encoder.add(each);
    return writer.write({ id: 'a', drafts: encoder.take() });
  };
  return { write, writer, calls, store };
}
const REFUSED = new GatebookError('profile-refused', 'no column holds it');
const STAGE = { seq: null, kind: 'sub', name: '', duration: 1 } as const;

test('nothing is kept of a request that cannot be redacted', async () => {
  const { write, calls, store } = await setup({ 'https://h/refused': REFUSED });
  expect(await write(draft('/bug', { stages: [STAGE] }))).toEqual(0);
  expect(calls.writes).toBe(0);
  const drafts = ['/bug', '/refused', '/a'].map((target) => draft(target));
  expect(await write(...drafts)).toEqual(1);
  expect((await store.search(EVERYTHING)).entries.map(({ url }) => url)).toEqual(['https://h/a']);
});

test('of two requests, only the one that the store refuses is lost', async () => {
  const { write } = await setup({ 'https://h/refused': REFUSED });
  expect(await write(draft('/refused'), draft('/a'))).toEqual(1);
});

test.each([['text'], [null], [new Error('busy')]])(
  'a failure of the store is passed on: %s',
  async (failure) => {
    const { write, calls } = await setup({ 'https://h/a': failure });
    await expect(write(draft('/a'), draft('/b'))).rejects.toBe(failure);
    expect(calls.writes).toBe(1);
  },
);

test('seqs are leased for requests without one only', async () => {
  const { write, calls } = await setup();
  await write(draft('/a', { seq: 5 as Seq }));
  expect(calls.leases).toBe(0);
  await write(draft('/b'), draft('/c'));
  expect(calls.leases).toBe(1);
});

test('writes a batch once if it is sent again while it is being written', async () => {
  const store = await openStore('memory:');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ids: string[] = [];
  const slow: Store = {
    ...store,
    async write(batch) {
      ids.push(batch.id);
      await released;
      await store.write({ ...batch, id: `${batch.id} ${ids.length}` });
    },
  };
  const writer = createWriter(async () => slow, createRedaction());
  const encoder = new DraftEncoder();
  for (const target of ['/1', '/2']) encoder.add(draft(target));
  const batch = { id: 'a', drafts: encoder.take() };
  const results = [writer.write(batch), writer.write(batch)];
  await vi.waitFor(() => expect(ids).toEqual(['a']));
  release();
  expect(await Promise.all(results)).toEqual([2, 2]);
  expect((await store.search(EVERYTHING)).entries).toHaveLength(2);
});

test('does not start retention again while it is running', async () => {
  const store = await openStore('memory:');
  let started = 0;
  let end = (_deleted: number) => {};
  const slow: Store = {
    ...store,
    retain: () => {
      started++;
      return new Promise((resolve) => {
        end = resolve;
      });
    },
  };
  const writer = createWriter(async () => slow, createRedaction());
  const calls = [writer.retain({}), writer.retain({})];
  await vi.waitFor(() => expect(started).toBe(1));
  calls.push(writer.retain({}));
  end(7);
  expect(await Promise.all(calls)).toEqual([7, 7, 7]);
  expect(started).toBe(1);
  void writer.retain({});
  await vi.waitFor(() => expect(started).toBe(2));
});
