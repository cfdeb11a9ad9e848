import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Seq } from '../../../profile/token.ts';
import type { Term } from '../../../search/criteria.ts';
import type { Sliced } from '../../../worker/time-slice.ts';
import { sampleProfile, T0 } from '../../conformance/sample-profile.ts';
import { openReader } from '../book.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { TUNING } from '../tuning.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Two chunks of rows. */
const COUNT = 5000;
const ALICE: Term[] = [{ field: 'user', not: false, any: [{ match: 'whole', parts: ['alice'] }] }];

function finish<T>(work: Sliced<T>): T {
  for (let step = work.next(true); ; step = work.next(true)) if (step.done) return step.value;
}

test('a search finds and counts all matches, also if their segment is rewritten in the meantime', async () => {
  const path = join(folder, 'book');
  const store = await openSqliteStore(path, { create: true });
  await store.write({
    id: 'all',
    profiles: Array.from({ length: COUNT }, (_, seq) =>
      sampleProfile({ seq, time: T0 + seq, user: seq % 10 === 3 ? 'alice' : 'bob', url: `https://h/${seq}` }),
    ),
  });
  await store.closeSegments();
  const reader = openReader({ path, create: false, tuning: { ...TUNING, longestScan: 256 } });
  const search = reader.search({ terms: ALICE, limit: 1000, cursor: null });
  const count = reader.count(ALICE, COUNT);
  const groups = reader.groups(ALICE, 'client', 10);
  const survey = reader.survey(ALICE);
  for (const work of [search, count, groups, survey]) for (let i = 0; i < 5; i++) work.next(true);
  expect(await store.delete?.([0 as Seq])).toBe(1);
  // Notices that the file was replaced, and closes it.
  expect(finish(reader.count([], COUNT)).matches).toBe(COUNT - 1);
  expect(finish(search).entries).toHaveLength(COUNT / 10);
  expect(finish(count).matches).toBe(COUNT / 10);
  expect(finish(groups).groups[0]?.requests).toBe(COUNT / 10);
  expect(finish(survey).matches).toBe(COUNT / 10);
  reader.close();
  await store.close();
});
