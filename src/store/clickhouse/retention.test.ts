import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { type Sample, sampleProfile } from '../conformance/sample-profile.ts';
import type { Store } from '../store.ts';
import { setRetentionRules } from './book/retention-rules.ts';
import { openClickHouseStore } from './clickhouse-store.ts';
import type { Engine } from './engine/engine.ts';
import { WRITER_RANGE } from './leases.ts';
import { openEngine } from './open-clickhouse.ts';
import { openStats } from './stats.ts';

const DAY = 86_400e6;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
let books = 0;

async function withBook(work: (store: Store, engine: Engine) => Promise<void>, storage = newStorage()) {
  const { engine, writer } = await openEngine(storage, true);
  const store = await openClickHouseStore(engine, { create: true, writer });
  try {
    await work(store, engine);
  } finally {
    await store.close();
  }
}
const newStorage = () => `chdb:${join(folder, `${books++}`)}`;
const write = (store: Store, ...samples: Sample[]) =>
  store.write({ id: crypto.randomUUID(), profiles: samples.map(sampleProfile) });
const seqs = async (store: Store) =>
  (await store.search({ ...EVERYTHING, limit: 100 })).entries.map(({ seq }) => seq);

/** Noon, so that small offsets stay within the day. */
const noon = Math.floor((Date.now() * 1000) / DAY) * DAY + DAY / 2 - DAY;

test('drops whole days with their details, and deletes part of the last day', async () => {
  await withBook(async (store, engine) => {
    await write(store, ...[0, 1, 2, 3].map((n) => ({ seq: n, time: noon - n * DAY })));
    await write(store, { seq: 10, time: noon - DAY + 5 });
    expect(await store.prune((noon - DAY + 1) as Micros)).toBe(3);
    expect(await seqs(store)).toEqual([0, 10]);
    const days = await engine.read(
      "SELECT DISTINCT table, partition FROM system.parts WHERE active AND database = currentDatabase() AND table IN ('entries', 'details')",
    );
    expect(days).toHaveLength(4);
    expect(await engine.read('SELECT seq FROM details ORDER BY seq')).toEqual([[0], [10]]);
  });
});

test('pruning the seqs of one writer does not expire those of another', async () => {
  await withBook(async (store) => {
    await write(
      store,
      { seq: 5, time: noon - DAY },
      { seq: WRITER_RANGE + 5, time: noon - DAY },
      { seq: 6, time: noon },
    );
    await store.prune(noon as Micros);
    const token = (seq: number) => store.tokens.tokenOf(seq as Seq);
    for (const seq of [5, 4, WRITER_RANGE + 5, WRITER_RANGE]) {
      expect(await store.get(token(seq))).toHaveProperty('expired');
    }
    for (const seq of [7, WRITER_RANGE + 6, 2 * WRITER_RANGE]) expect(await store.get(token(seq))).toBeNull();
  });
});

test('a book over its size limit loses its oldest days, never the newest', async () => {
  await withBook(async (store) => {
    await write(store, ...[0, 1, 2].map((n) => ({ seq: n, time: noon - n * DAY })));
    expect(await store.retain({ bytes: 1 })).toBe(2);
    expect(await seqs(store)).toEqual([0]);
  });
});

test('keeps less than a day and a small share of the book until more has accumulated', async () => {
  await withBook(async (store) => {
    await write(store, ...Array.from({ length: 100 }, (_, n) => ({ seq: n, time: noon + n * 60e6 })));
    const age = (Date.now() * 1000 - noon - 2.5 * 60e6) / 1000;
    expect(await store.retain({ age })).toBe(0);
    expect(await store.retain({ entries: 97 })).toBe(0);
    expect(await store.retain({ entries: 90 })).toBe(10);
  });
});

test('the engine deletes old rows by itself, with a limit per host', async () => {
  const storage = newStorage();
  await withBook(async (store, engine) => {
    const { first } = await store.lease(10);
    const hosts = ['short.example', 'long.example', 'shop.example'];
    await write(
      store,
      ...[1, 5, 20].flatMap((days, d) =>
        hosts.map((host, h) => ({ seq: first + d * 3 + h, time: noon - days * DAY, host })),
      ),
    );
    await setRetentionRules(engine, {
      entries: 10 * 86_400,
      details: 4 * 86_400,
      hosts: { 'short.example': 3 * 86_400, 'long.example': 30 * 86_400 },
    });
    for (const table of ['entries', 'details']) await engine.run(`OPTIMIZE TABLE ${table} FINAL`);
    const remaining = (table: string) => engine.read(`SELECT seq - ${first} FROM ${table} ORDER BY seq`);
    expect((await remaining('entries')).flat()).toEqual([0, 1, 2, 4, 5, 7]);
    expect((await remaining('details')).flat()).toEqual([0, 1, 2, 4, 7]);
    await expect(
      setRetentionRules(engine, { entries: 1, details: 1, hosts: { "x' OR 1": 1 } }),
    ).rejects.toMatchObject({
      code: 'bad-option',
    });

    // Leased so long ago that its profile has expired.
    const gone = store.tokens.tokenOf((first + 8) as Seq);
    expect(await store.get(gone)).toBeNull();
    await engine.run(
      "ALTER TABLE leases UPDATE leased = now64(6, 'UTC') - toIntervalDay(11) WHERE TRUE SETTINGS mutations_sync = 1",
    );
    expect(await store.get(gone)).toHaveProperty('expired');
  }, storage);

  const stats = await openStats(storage);
  expect(stats).toMatchObject({ entries: 6, details: 5, nextSeq: 1024, keep: { entries: 864_000 } });
  expect(stats.parts.map(({ name }) => name)).toContain('entries, index by_url');
});
