import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { find, termsOf } from '../conformance/case.ts';
import { sampleProfile } from '../conformance/sample-profile.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { TUNING } from './tuning.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

const error = (seq: number, name: string, group: string) =>
  sampleProfile({ seq, error: name, errorGroup: `${name}: ${group}` });

test('a segment keeps a limited number of error groups, and the class of all others', async () => {
  const distinct = { ...TUNING.distinct, error: 4, errorGroup: 3 };
  const store = await openSqliteStore(join(folder, 'book'), {
    create: true,
    tuning: { ...TUNING, distinct },
  });
  await store.write({
    id: 'a',
    profiles: [
      sampleProfile({ seq: 0 }),
      error(1, 'A', 'one'),
      error(2, 'A', 'two'),
      error(3, 'A', 'three'),
      error(4, 'B', 'four'),
      error(5, 'C', 'five'),
      error(6, 'D', 'six'),
      error(7, 'A', 'one'),
    ],
  });
  // Without an error, the group is empty: that is one of the three.
  for (const close of [false, true]) {
    if (close) await store.closeSegments();
    const { facets } = await store.survey([]);
    expect(facets.error).toEqual([
      { value: '(other)', count: 4 },
      { value: 'A: one', count: 2 },
      { value: '', count: 1 },
      { value: 'A: two', count: 1 },
    ]);
    expect(await find(store, 'error:(other)')).toEqual([3, 4, 5, 6]);
    expect((await store.survey(termsOf('error:(other)'))).matches).toBe(4);
    expect(await find(store, 'error:A')).toEqual([1, 2, 3, 7]);
    expect(await find(store, 'error:B')).toEqual([4]);
    expect(await find(store, 'error:D')).toEqual([]);
  }
  await store.close();
});
