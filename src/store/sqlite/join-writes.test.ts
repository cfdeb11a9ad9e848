import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { EVERYTHING } from '../../search/criteria.ts';
import { sampleProfile, T0 } from '../conformance/sample-profile.ts';
import type { Batch, Store } from '../store.ts';
import { bookFolder } from './files/folder.ts';
import { openSqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-join-'));
afterAll(() => rmSync(folder, { recursive: true }));

const batchOf = (id: string, ...seqs: readonly number[]): Batch => ({
  id,
  profiles: seqs.map((seq) => sampleProfile({ seq, time: T0 + seq })),
});

async function seqsOf(store: Store): Promise<readonly number[]> {
  const { entries } = await store.search({ ...EVERYTHING, limit: 1000 });
  return entries.map(({ seq }) => seq).toReversed();
}

test('batches that come while one is written are written in one commit', async () => {
  const path = join(folder, 'joined');
  const store = await openSqliteStore(path, { create: true });
  const { first } = await store.lease(100);
  await Promise.all(Array.from({ length: 50 }, (_, n) => store.write(batchOf(`s${n}-0`, first + n))));
  expect(await seqsOf(store)).toEqual(Array.from({ length: 50 }, (_, n) => first + n));
  await store.close();
  const live = new DatabaseSync(bookFolder(path).live(1), { readOnly: true });
  expect(live.prepare('SELECT count(*) AS blocks FROM blocks').get()).toEqual({ blocks: 2 });
  live.close();
});

test('a batch that the book has, or that can not be written, leaves the others as they are', async () => {
  const store = await openSqliteStore(join(folder, 'apart'), { create: true });
  await store.lease(100);
  await store.write(batchOf('a-0', 1, 2));
  const results = await Promise.allSettled(
    [
      batchOf('b-0', 3),
      batchOf('a-0', 1, 2),
      batchOf('c-0', 4, 5),
      batchOf('d-0', 6, 2),
      batchOf('e-0', 7),
      batchOf('e-0', 7),
      batchOf('f-0', 8),
    ].map((batch) => store.write(batch)),
  );
  expect(results.map((result) => (result.status === 'rejected' ? result.reason.code : ''))).toEqual([
    '',
    '',
    '',
    'seq-taken',
    '',
    '',
    '',
  ]);
  expect(await seqsOf(store)).toEqual([1, 2, 3, 4, 5, 7, 8]);
  await store.close();
});

test('what waits when the store is closed is written', async () => {
  const path = join(folder, 'closed');
  const store = await openSqliteStore(path, { create: true });
  await store.lease(100);
  const writes = Array.from({ length: 20 }, (_, n) => store.write(batchOf(`w-${n}`, n + 1)));
  await store.close();
  await Promise.all(writes);
  const again = await openSqliteStore(path, { create: false });
  expect(await seqsOf(again)).toHaveLength(20);
  await again.close();
});
