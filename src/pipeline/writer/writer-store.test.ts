import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleDraft } from '../../../test/support/sample-draft.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { openStore } from '../../store/open-store.ts';
import type { QueryOptions, Store } from '../../store/store.ts';
import { DraftEncoder } from '../draft/draft-encoder.ts';
import { startWriterThread } from './writer-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-writer-store-'));
const storage = `sqlite:${join(folder, 'book')}`;
const writer = startWriterThread({ storage });
/** The book through the writer thread, and as it is. */
let remote: Store;
let direct: Store;

beforeAll(async () => {
  const encoder = new DraftEncoder();
  for (let n = 0; n < 9; n++) {
    const duration = 1000 * (n + 1);
    encoder.add(sampleDraft(`/${n}`, { duration, status: n % 2 ? 200 : 500, route: `/r${n % 3}` }));
  }
  await writer.write({ id: 'first', drafts: encoder.take() });
  remote = await writer.openStore();
  direct = await openStore(storage);
}, 60_000);
afterAll(async () => {
  await remote.close();
  await writer.close();
  await direct.close();
  rmSync(folder, { recursive: true });
});

test.each<[string, (store: Store, options?: QueryOptions) => Promise<unknown>]>([
  ['search', (store, options) => store.search({ ...EVERYTHING, limit: 4 }, options)],
  ['count', (store, options) => store.count([], 5, options)],
  ['survey', (store, options) => store.survey([], options)],
  ['slowest', (store, options) => store.slowest([], 3, options)],
  ['groups', (store, options) => store.groups([], 'route', 2, options)],
])('%s gives the same through the writer thread, with a deadline or a signal too', async (_, ask) => {
  const expected = await ask(direct);
  expect(await ask(remote)).toEqual(expected);
  expect(await ask(remote, { deadline: 60_000 })).toEqual(expected);
  // A signal can't be sent to the thread.
  expect(await ask(remote, { signal: new AbortController().signal })).toEqual(expected);
});

test('reads, writes and deletes profiles through the writer thread', async () => {
  const { entries } = await remote.search(EVERYTHING);
  const [newest] = entries;
  if (!newest) throw new Error('The book is empty');
  const token = remote.tokens.tokenOf(newest.seq);
  expect(remote.tokens.key).toEqual(direct.tokens.key);
  expect(await remote.get(token)).toEqual(await direct.get(token));
  expect(await remote.details([newest])).toEqual(await direct.details([newest]));
  const { first, end } = await remote.lease(3);
  expect(end - first).toBe(3);
  await remote.write({ id: 'second', profiles: [{ entry: { ...newest, seq: first }, detail: null }] });
  expect(await direct.count([], 100)).toEqual({ matches: 10, capped: false });
  const again = { id: 'third', profiles: [{ entry: { ...newest, seq: first }, detail: null }] };
  await expect(remote.write(again)).rejects.toMatchObject({ code: 'seq-taken' });
  expect(await remote.retain({ entries: 1e6 })).toBe(0);
  await remote.prune((newest.time + 1) as typeof newest.time);
  expect(await direct.count([], 100)).toEqual({ matches: 0, capped: false });
});

test('a store that is closed here goes on in the thread', async () => {
  await remote.close();
  expect(await remote.count([], 1)).toBeDefined();
});
