import assert from 'node:assert/strict';
import { compareEntries, type Entry } from '../../profile/entry.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { cursorAt } from '../../search/cursor.ts';
import { conformanceCase, find, micros, readPages, retentionCase, seqsOf, write } from './case.ts';
import { T0 } from './sample-profile.ts';

export const PAGING = [
  conformanceCase('lists newest first, and a main request right above its sub-requests', async (store) => {
    const later = T0 + 1;
    await write(
      store,
      { seq: 4 },
      { seq: 9, time: later, kind: 'error', parent: 3 },
      { seq: 3, time: later },
    );
    assert.deepEqual(await find(store, ''), [3, 9, 4]);
  }),

  conformanceCase('pages both ways, and stays in place while newer entries arrive', async (store) => {
    await write(store, ...Array.from({ length: 25 }, (_, i) => ({ seq: i, time: T0 + Math.floor(i / 2) })));
    const listing: Entry[] = [];
    let page = await store.search(EVERYTHING);
    assert.equal(page.newer, null);
    for (let n = 0; n < 3; n++) {
      listing.push(...page.entries);
      await write(store, { seq: 100 + n, time: T0 + 1000 + n });
      if (page.older) page = await store.search({ ...EVERYTHING, cursor: page.older });
    }
    assert.equal(page.older, null);
    assert.equal(listing.length, 25);
    assert.deepEqual(listing, [...listing].sort(compareEntries));

    const back: Entry[] = [...page.entries];
    while (page.newer) {
      page = await store.search({ ...EVERYTHING, cursor: page.newer });
      back.unshift(...page.entries);
    }
    assert.deepEqual(back.slice(3), listing);
    assert.deepEqual(seqsOf({ entries: back.slice(0, 3) }), [102, 101, 100]);
  }),

  conformanceCase('shows entries that arrive late on the pages that are still to be read', async (store) => {
    await write(store, ...Array.from({ length: 9 }, (_, i) => ({ seq: 10 + i, time: T0 - 10 * i })));
    const criteria = { ...EVERYTHING, limit: 3 };
    const first = await store.search(criteria);
    assert.deepEqual(seqsOf(first), [10, 11, 12]);
    await write(store, { seq: 1, time: T0 - 5 }, { seq: 2, time: T0 - 35 }, { seq: 50, time: T0 - 20 });
    const rest = await readPages(store, { ...criteria, cursor: first.older });
    assert.deepEqual(rest.flatMap(seqsOf), [50, 13, 2, 14, 15, 16, 17, 18]);
  }),

  retentionCase('continues from a cursor whose entry was deleted', async (store) => {
    await write(store, ...Array.from({ length: 9 }, (_, seq) => ({ seq, time: T0 - seq })));
    const page = await store.search({ ...EVERYTHING, limit: 6 });
    const last = page.entries.at(-1);
    assert.ok(last && page.older);
    await store.prune(micros(T0 - 4));
    assert.deepEqual(seqsOf(await store.search({ ...EVERYTHING, cursor: page.older })), []);
    const cursor = cursorAt(last, 'newer');
    assert.deepEqual(seqsOf(await store.search({ ...EVERYTHING, cursor })), [0, 1, 2, 3, 4]);
  }),

  conformanceCase('pages through entries of the same time', async (store) => {
    const seqs = Array.from({ length: 20 }, (_, seq) => seq);
    await write(store, ...seqs.map((seq) => ({ seq })));
    const older = await readPages(store, { ...EVERYTHING, limit: 3 });
    assert.deepEqual(older.flatMap(seqsOf), seqs);
    const end = { toward: 'newer', time: T0, seq: 19 } as ReturnType<typeof cursorAt>;
    const newer = await readPages(store, { ...EVERYTHING, limit: 3, cursor: end });
    assert.deepEqual([...newer].reverse().flatMap(seqsOf), seqs.slice(0, 19));
  }),

  conformanceCase('pages through the matches of a search only', async (store) => {
    await write(
      store,
      ...Array.from({ length: 40 }, (_, seq) => ({ seq, time: T0 - seq, status: seq % 5 ? 200 : 404 })),
    );
    const terms = [{ field: 'status', not: false, any: [{ from: 404, to: 404 }] }] as const;
    const pages = await readPages(store, { terms, limit: 3, cursor: null });
    assert.deepEqual(pages.map(seqsOf), [
      [0, 5, 10],
      [15, 20, 25],
      [30, 35],
    ]);
  }),

  conformanceCase('finds nothing beyond either end', async (store) => {
    await write(store, { seq: 1 });
    const [only] = (await store.search(EVERYTHING)).entries;
    assert.ok(only);
    for (const toward of ['older', 'newer'] as const) {
      const page = await store.search({ ...EVERYTHING, cursor: cursorAt(only, toward) });
      assert.deepEqual(page, { entries: [], older: null, newer: null, searchedTo: null });
    }
  }),

  conformanceCase('finds nothing in an empty book', async (store) => {
    const page = await store.search(EVERYTHING);
    assert.deepEqual(page, { entries: [], older: null, newer: null, searchedTo: null });
    assert.deepEqual(await store.count([], 10), { matches: 0, capped: false });
  }),
];
