import assert from 'node:assert/strict';
import type { Seq } from '../../profile/token.ts';
import { conformanceCase, find, get, write, writeProfiles } from './case.ts';
import { sampleProfile } from './sample-profile.ts';

export const WRITING = [
  conformanceCase('returns a profile as it was written, by its token', async (store) => {
    const profile = sampleProfile({ seq: 7, ip: '2001:db8::1', parent: 3, kind: 'error' });
    const bare = { entry: sampleProfile({ seq: 8, detail: 'policy' }).entry, detail: null };
    const late = sampleProfile({ seq: 2 ** 40 });
    await writeProfiles(store, [profile, bare, late]);
    for (const written of [profile, bare, late]) {
      assert.deepEqual(await get(store, written.entry.seq), written);
    }
    const missing = sampleProfile({ seq: 99 });
    assert.deepEqual(await store.details([late, bare, missing, profile].map(({ entry }) => entry)), [
      late.detail,
      null,
      null,
      profile.detail,
    ]);
  }),

  conformanceCase('returns null for a token of no profile', async (store) => {
    await write(store, { seq: 1 });
    assert.equal(await store.get(store.tokens.tokenOf(2 as Seq)), null);
    for (const token of ['', 'zzzzzz', "' OR 1=1", '\0', '000000000000']) {
      assert.equal(await store.get(token), null);
    }
  }),

  conformanceCase('writes a batch once, however often it arrives', async (store) => {
    const batch = { id: 'again', profiles: [sampleProfile({ seq: 1 }), sampleProfile({ seq: 2 })] };
    await Promise.all([store.write(batch), store.write(batch)]);
    await store.write(batch);
    assert.deepEqual(await find(store, ''), [1, 2]);
    assert.deepEqual(await store.count([], 10), { matches: 2, capped: false });
    assert.equal((await store.survey([])).matches, 2);
  }),

  conformanceCase('writes different batches concurrently', async (store) => {
    const seqs = Array.from({ length: 20 }, (_, seq) => seq);
    await Promise.all(seqs.map((seq) => write(store, { seq })));
    assert.deepEqual(await find(store, ''), seqs);
  }),

  conformanceCase('accepts an empty batch', async (store) => {
    await writeProfiles(store, []);
    assert.deepEqual(await find(store, ''), []);
  }),

  conformanceCase('refuses a seq that is in the book, with the whole batch', async (store) => {
    await write(store, { seq: 5 });
    const clash = {
      id: 'clash',
      profiles: [sampleProfile({ seq: 6 }), sampleProfile({ seq: 5, status: 500 })],
    };
    await assert.rejects(store.write(clash), { code: 'seq-taken' });
    assert.deepEqual(await find(store, ''), [5]);
    assert.equal(await get(store, 6), null);
    assert.deepEqual(await get(store, 5), sampleProfile({ seq: 5 }));
    assert.deepEqual(await store.count([], 10), { matches: 1, capped: false });
    assert.equal((await store.survey([])).matches, 1);
  }),

  conformanceCase('accepts the id of a refused batch again', async (store) => {
    await write(store, { seq: 5 });
    await assert.rejects(store.write({ id: 'again', profiles: [sampleProfile({ seq: 5 })] }), {
      code: 'seq-taken',
    });
    await store.write({ id: 'again', profiles: [sampleProfile({ seq: 6 })] });
    assert.deepEqual(await find(store, ''), [5, 6]);
  }),

  conformanceCase('refuses a batch with the same seq twice', async (store) => {
    const twice = [sampleProfile({ seq: 1 }), sampleProfile({ seq: 2 }), sampleProfile({ seq: 2 })];
    await assert.rejects(writeProfiles(store, twice), { code: 'seq-taken' });
    assert.deepEqual(await find(store, ''), []);
  }),
];
