import assert from 'node:assert/strict';
import type { Seq } from '../../profile/token.ts';
import type { Store } from '../store.ts';
import { type ConformanceCase, conformanceCase, find, get, seqsOf, termsOf, write } from './case.ts';
import { sampleProfile, T0 } from './sample-profile.ts';

const remove = (store: Store, ...seqs: number[]) => store.delete?.(seqs as Seq[]);

function deletionCase(name: string, check: (store: Store) => Promise<void>): ConformanceCase {
  return conformanceCase(name, check, ['delete']);
}

export const DELETION = [
  deletionCase('deletes these profiles wherever they are, and no others', async (store) => {
    const all = Array.from({ length: 40 }, (_, seq) => seq);
    await write(store, ...all.slice(0, 25).map((seq) => ({ seq, time: T0 - seq, user: `u${seq % 4}` })));
    await write(store, ...all.slice(25).map((seq) => ({ seq, time: T0 - seq, user: `u${seq % 4}` })));
    const wanted = await find(store, 'user:u3');
    assert.equal(wanted.length, 10);
    assert.equal(await remove(store, ...wanted), 10);
    const left = all.filter((seq) => seq % 4 !== 3);
    assert.deepEqual(await find(store, ''), left);
    assert.deepEqual(await find(store, 'user:u3'), []);
    assert.deepEqual(await store.count([], 100), { matches: 30, capped: false });
    assert.equal((await store.survey([])).matches, 30);
    assert.equal((await store.groups([], 'client', 10)).groups[0]?.requests, 30);
    assert.deepEqual(seqsOf(await store.slowest(termsOf('user:u3'), 5)), []);
    for (const seq of all)
      assert.ok((seq % 4 === 3 ? 'expired' : 'entry') in ((await get(store, seq)) ?? {}));
  }),

  deletionCase('deletes the details too, and says when', async (store) => {
    await write(store, { seq: 1 }, { seq: 2 });
    const before = Date.now() * 1000;
    assert.equal(await remove(store, 1), 1);
    const entries = [1, 2].map((seq) => sampleProfile({ seq }).entry);
    const [gone, kept] = await store.details(entries);
    assert.equal(gone, null);
    assert.deepEqual(kept, sampleProfile({ seq: 2 }).detail);
    const deleted = await get(store, 1);
    assert.ok(deleted && 'expired' in deleted);
    assert.ok(deleted.expired >= before && deleted.expired <= Date.now() * 1000);
    assert.equal(await get(store, 3), null);
  }),

  deletionCase(
    'counts a profile that it deletes once, and none that the book does not have',
    async (store) => {
      await write(store, { seq: 1 }, { seq: 2 }, { seq: 5 });
      assert.equal(await remove(store), 0);
      assert.equal(await remove(store, 3, 4, 9), 0);
      assert.equal(await get(store, 4), null);
      assert.equal(await remove(store, 5, 5, 3), 1);
      assert.equal(await remove(store, 5), 0);
      assert.deepEqual(await find(store, ''), [1, 2]);
    },
  ),

  deletionCase('deletes all profiles, and the book can be written again', async (store) => {
    const { first } = await store.lease(2);
    await write(store, { seq: first }, { seq: first + 1 });
    assert.equal(await remove(store, first, first + 1), 2);
    assert.deepEqual(await find(store, ''), []);
    const next = await store.lease(1);
    assert.ok(next.first > first + 1);
    await write(store, { seq: next.first });
    assert.deepEqual(await find(store, ''), [next.first]);
  }),

  deletionCase('does not store a deleted profile again when its batch is retried', async (store) => {
    const batch = { id: 'retried', profiles: [sampleProfile({ seq: 1 }), sampleProfile({ seq: 2 })] };
    await store.write(batch);
    assert.equal(await remove(store, 1), 1);
    await store.write(batch);
    assert.deepEqual(await find(store, ''), [2]);
  }),

  deletionCase('deletes while others write', async (store) => {
    await write(store, ...Array.from({ length: 20 }, (_, seq) => ({ seq, time: T0 - seq })));
    const writes = Array.from({ length: 10 }, (_, i) => write(store, { seq: 100 + i, time: T0 + 1 + i }));
    const [deleted] = await Promise.all([remove(store, 3, 5, 19), ...writes]);
    assert.equal(deleted, 3);
    const found = await find(store, '');
    assert.deepEqual(found.slice(0, 10), [109, 108, 107, 106, 105, 104, 103, 102, 101, 100]);
    assert.deepEqual(found.slice(10), [0, 1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
  }),
];
