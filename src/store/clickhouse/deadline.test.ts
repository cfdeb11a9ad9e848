import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVERYTHING, type Term } from '../../search/criteria.ts';
import { sampleProfile, T0 } from '../conformance/sample-profile.ts';
import type { Store } from '../store.ts';
import { openClickHouseStore } from './clickhouse-store.ts';
import type { Engine } from './engine/engine.ts';
import { isTimeout } from './engine/failure.ts';
import { openEngine } from './open-clickhouse.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const RARE: Term[] = [{ field: 'agent', not: false, any: [{ match: 'contains', parts: ['rare'] }] }];
let engine: Engine;
let store: Store;

beforeAll(async () => {
  ({ engine } = await openEngine(`chdb:${join(folder, 'book')}`, true));
  store = await openClickHouseStore(engine, { create: true, writer: 0, firstWindow: 50 });
  const profiles = Array.from({ length: 5000 }, (_, seq) =>
    sampleProfile({ seq, time: T0 + seq * 1000, userAgent: seq % 700 === 0 ? 'rare' : 'common' }),
  );
  await store.write({ id: 'a', profiles });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test('the engine stops a query that exceeds its timeout', async () => {
  const sql = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) != 0';
  const start = performance.now();
  const error = await engine.read(sql, {}, { timeout: 200 }).catch((reason: unknown) => reason);
  expect(isTimeout(error)).toBe(true);
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('a search that runs out of time reports how far it got, and its cursor leads to all matches', async () => {
  const all = (await store.search({ ...EVERYTHING, terms: RARE })).entries;
  expect(all).toHaveLength(8);
  for (const toward of ['older', 'newer'] as const) {
    const found: number[] = [];
    let cursor = toward === 'older' ? null : { toward, time: T0, seq: 0 as never };
    let partial = 0;
    for (let n = 0; n < 500; n++) {
      const page = await store.search({ terms: RARE, limit: 3, cursor }, { deadline: 0 });
      found.push(...page.entries.map(({ seq }) => seq));
      if (page.searchedTo !== null) partial++;
      if (!page[toward]) break;
      cursor = page[toward] as never;
    }
    expect(partial).toBeGreaterThan(10);
    const expected = all.map(({ seq }) => seq).filter((seq) => toward === 'older' || seq > 0);
    expect(found.sort((a, b) => b - a)).toEqual(expected);
  }
});

test('a survey and a count that run out of time report it', async () => {
  const survey = await store.survey(RARE, { deadline: 0 });
  expect(survey.searchedTo).not.toBeNull();
  expect(await store.count(RARE, 100, { deadline: 0 })).toMatchObject({ capped: true });
});

test('an aborted search stops early', async () => {
  const { entries, searchedTo } = await store.search(
    { ...EVERYTHING, terms: RARE },
    { signal: AbortSignal.abort() },
  );
  expect(entries.length).toBeLessThan(8);
  expect(searchedTo).not.toBeNull();
});
