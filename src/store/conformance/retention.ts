import assert from 'node:assert/strict';
import { find, get, micros, retentionCase, write } from './case.ts';
import { T0 } from './sample-profile.ts';

const MINUTE = 60e6;

export const RETENTION = [
  retentionCase('prunes the profiles before a time, and no others', async (store) => {
    await write(store, { seq: 1 }, { seq: 2, time: T0 + 1 }, { seq: 3, time: T0 - 1 });
    assert.equal(await store.prune(micros(T0 - 1)), 0);
    assert.equal(await store.prune(micros(T0 + 1)), 2);
    assert.deepEqual(await find(store, ''), [2]);
    assert.deepEqual(await store.count([], 10), { matches: 1, capped: false });
    assert.equal((await store.survey([])).matches, 1);
    assert.equal(await get(store, 9), null);
    assert.equal(await store.prune(micros(T0 + 1)), 0);
  }),

  retentionCase('prunes a whole book, which can then be written again', async (store) => {
    await write(store, { seq: 1 }, { seq: 2, time: T0 + 1 });
    assert.equal(await store.prune(micros(T0 + 2)), 2);
    assert.deepEqual(await find(store, ''), []);
    assert.equal((await store.survey([])).matches, 0);
    await write(store, { seq: 3 });
    assert.deepEqual(await find(store, ''), [3]);
  }),

  retentionCase('says when a profile was deleted', async (store) => {
    await write(store, { seq: 1 }, { seq: 2, time: T0 + 1 });
    const before = Date.now() * 1000;
    await store.prune(micros(T0 + 1));
    const deleted = await get(store, 1);
    assert.ok(deleted && 'expired' in deleted);
    assert.ok(deleted.expired >= before && deleted.expired <= Date.now() * 1000);
    assert.ok('entry' in ((await get(store, 2)) ?? {}));
    assert.equal(await get(store, 3), null);
  }),

  retentionCase('keeps to a maximum age and number of profiles', async (store) => {
    const now = Date.now() * 1000;
    await write(store, ...Array.from({ length: 30 }, (_, seq) => ({ seq, time: now - seq * MINUTE })));
    assert.equal(await store.retain({}), 0);
    assert.equal(await store.retain({ age: 20.5 * 60_000 }), 9);
    assert.equal(await store.retain({ entries: 15 }), 6);
    assert.equal(await store.retain({ entries: 15, age: 3_600_000 }), 0);
    assert.deepEqual(
      await find(store, ''),
      Array.from({ length: 15 }, (_, seq) => seq),
    );
    assert.equal(await store.retain({ entries: 0 }), 15);
    assert.deepEqual(await find(store, ''), []);
  }),

  retentionCase('says which profiles retention has deleted', async (store) => {
    const now = Date.now() * 1000;
    await write(store, ...Array.from({ length: 10 }, (_, seq) => ({ seq, time: now + seq * MINUTE })));
    assert.equal(await store.retain({ entries: 4 }), 6);
    for (let seq = 0; seq < 10; seq++) {
      assert.ok((seq < 6 ? 'expired' : 'entry') in ((await get(store, seq)) ?? {}), `seq ${seq}`);
    }
  }),

  retentionCase('deletes the oldest of equal times in the order of the listing', async (store) => {
    await write(store, ...Array.from({ length: 10 }, (_, seq) => ({ seq })));
    assert.equal(await store.retain({ entries: 5 }), 5);
    assert.deepEqual(await find(store, ''), [0, 1, 2, 3, 4]);
  }),

  retentionCase('prunes while others write', async (store) => {
    await write(store, ...Array.from({ length: 20 }, (_, seq) => ({ seq, time: T0 - seq })));
    const writes = Array.from({ length: 10 }, (_, i) => write(store, { seq: 100 + i, time: T0 + i }));
    const [pruned] = await Promise.all([store.prune(T0), ...writes]);
    assert.equal(pruned, 19);
    assert.deepEqual(await find(store, ''), [109, 108, 107, 106, 105, 104, 103, 102, 101, 0, 100]);
  }),
];
