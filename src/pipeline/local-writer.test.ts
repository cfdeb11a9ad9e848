import { expect, test } from 'vitest';
import { sampleDraft } from '../../test/support/sample-draft.ts';
import { EVERYTHING } from '../search/criteria.ts';
import { openStore } from '../store/open-store.ts';
import { DraftEncoder } from './draft-encoder.ts';
import { createLocalWriter } from './local-writer.ts';

const PROCESS = { service: 'shop', instance: 'a1', release: '1.2.3' };

test('writes redacted profiles to the store of this thread, with the process they are from', async () => {
  const book = await openStore('memory:');
  const writer = createLocalWriter(async () => book, { add: ['shoe'] }, PROCESS);
  const encoder = new DraftEncoder();
  for (const n of [1, 2, 3]) encoder.add(sampleDraft(`/${n}?shoe=CANARY&token=CANARY`));
  expect(await writer.write({ id: 'a', drafts: encoder.take() })).toEqual({ stored: 3, refused: 0 });
  const store = await writer.openStore();
  const { entries } = await store.search(EVERYTHING);
  expect(entries.map(({ url }) => url)).toEqual([3, 2, 1].map((n) => `https://h/${n}?shoe=***&token=***`));
  expect(entries[0]).toMatchObject(PROCESS);
  expect(await writer.retain({ entries: 1 })).toBe(2);
  expect(await writer.tokenKey()).toEqual(store.tokens.key);
  const { first, end } = await writer.lease(7);
  expect(end - first).toBe(7);
  expect(writer.restarts()).toBe(0);
});

test('closing it closes neither the store nor, without verified bots, anything else', async () => {
  const book = await openStore('memory:');
  for (const verifyBots of [false, true]) {
    const writer = createLocalWriter(async () => book, undefined, PROCESS, verifyBots);
    await writer.close();
    expect((await book.search(EVERYTHING)).entries).toEqual([]);
  }
});
