import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Seq } from '../../profile/token.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { sampleProfile, T0 } from '../conformance/sample-profile.ts';
import type { Store } from '../store.ts';
import { openClickHouseStore } from './clickhouse-store.ts';
import type { Engine } from './engine/engine.ts';
import { WRITER_RANGE } from './leases.ts';
import { openEngine } from './open-clickhouse.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
let books = 0;

async function withBook(seqs: readonly number[], work: (store: Store, engine: Engine) => Promise<void>) {
  const { engine, writer } = await openEngine(`chdb:${join(folder, `${books++}`)}`, true);
  const store = await openClickHouseStore(engine, { create: true, writer });
  try {
    await store.write({ id: 'a', profiles: seqs.map((seq) => sampleProfile({ seq, time: T0 + seq })) });
    await work(store, engine);
  } finally {
    await store.close();
  }
}

test('removes the rows of entries and details, and does not only hide them', async () => {
  await withBook([1, 2, 3, 4], async (store, engine) => {
    expect(await store.delete?.([2, 3] as Seq[])).toBe(2);
    // A part counts the rows that are only hidden, too.
    const parts = await engine.read(
      `SELECT table, sum(rows), max(has_lightweight_delete) FROM system.parts
       WHERE active AND database = currentDatabase() AND table IN ('entries', 'details') GROUP BY table ORDER BY table`,
    );
    expect(parts).toEqual([
      ['details', 2, 0],
      ['entries', 2, 0],
    ]);
    expect(await engine.read('SELECT seq FROM details ORDER BY seq')).toEqual([[1], [4]]);
  });
});

test('deletes more profiles than one statement takes', async () => {
  await withBook([1, 2, 25_000], async (store) => {
    const many = Array.from({ length: 25_000 }, (_, i) => (25_000 - i) as Seq).filter((seq) => seq !== 2);
    expect(await store.delete?.(many)).toBe(2);
    const { entries } = await store.search(EVERYTHING);
    expect(entries.map(({ seq }) => seq)).toEqual([2]);
  });
});

test('the seqs of other writers, and those deleted before, keep their state', async () => {
  await withBook([5, WRITER_RANGE + 5], async (store, engine) => {
    const earlier = T0 - 1e6;
    await engine.insert({
      table: 'prunings',
      columns: ['last_seq', 'pruned'],
      rows: [JSON.stringify([WRITER_RANGE + 2, earlier])],
      token: 'earlier',
    });
    expect(await store.delete?.([(WRITER_RANGE + 5) as Seq])).toBe(1);
    const get = (seq: number) => store.get(store.tokens.tokenOf(seq as Seq));
    expect(await get(WRITER_RANGE + 1)).toEqual({ expired: earlier });
    expect(await get(WRITER_RANGE + 5)).toHaveProperty('expired');
    expect(await get(WRITER_RANGE + 6)).toBeNull();
    expect(await get(4)).toBeNull();
    expect(await get(5)).toHaveProperty('entry');
  });
});
