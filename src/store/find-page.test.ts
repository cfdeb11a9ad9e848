import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTinySqlite } from '../../test/support/tiny-steps.ts';
import type { Seq } from '../profile/token.ts';
import type { Criteria } from '../search/criteria.ts';
import { sampleProfile, T0 } from './conformance/sample-profile.ts';
import { addParts, findAll } from './find-page.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function seqsOf(store: Store, criteria: Pick<Criteria, 'terms' | 'details'>): Promise<number[]> {
  const seqs: number[] = [];
  for await (const entries of findAll(store, criteria)) seqs.push(...entries.map(({ seq }) => seq));
  return seqs;
}

test('goes on after each deadline until every match is found, in entries and in details', async () => {
  const opened = await openTinySqlite(join(folder, 'deadlines'));
  const profiles = Array.from({ length: 80 }, (_, seq) => {
    const { entry, detail } = sampleProfile({
      seq,
      time: T0 - seq,
      user: seq % 20 === 7 ? 'one' : 'another',
    });
    const text = seq % 20 === 9 ? 'the secret' : '';
    return {
      entry,
      detail: detail && { ...detail, logs: [{ level: 'info', text, at: 1, source: 'console' }] },
    };
  });
  await opened.write({ id: 'a', profiles: profiles as Parameters<Store['write']>[0]['profiles'] });
  let partial = 0;
  const store: Store = {
    ...opened,
    async search(criteria) {
      const page = await opened.search(criteria, { deadline: 0 });
      if (page.searchedTo !== null) partial++;
      return page;
    },
  };
  const user = { field: 'user' as const, not: false, any: [{ match: 'whole' as const, parts: ['one'] }] };
  expect(await seqsOf(store, { terms: [user] })).toEqual([7, 27, 47, 67]);
  expect(partial).toBeGreaterThan(2);
  const log = { field: 'log' as const, not: false, any: [{ match: 'contains' as const, parts: ['secret'] }] };
  expect(await seqsOf(store, { terms: [], details: [log] })).toEqual([9, 29, 49, 69]);
  await opened.close();
});

test('adds the parts of thousands of requests, and the parts of parts', async () => {
  const store = await openSqliteStore(join(folder, 'parts'), { create: true });
  const requests = Array.from({ length: 2500 }, (_, i) => i * 10);
  await store.write({
    id: 'a',
    profiles: requests.flatMap((seq) => [
      sampleProfile({ seq }),
      sampleProfile({ seq: seq + 1, kind: 'error', parent: seq }),
      sampleProfile({ seq: seq + 2, kind: 'sub', parent: seq }),
      sampleProfile({ seq: seq + 3, kind: 'sub', parent: seq + 2 }),
    ]),
  });
  const wanted = requests.slice(100);
  const seqs = new Set(wanted as Seq[]);
  await addParts(store, seqs);
  expect([...seqs].sort((a, b) => a - b)).toEqual(wanted.flatMap((seq) => [seq, seq + 1, seq + 2, seq + 3]));
  await store.close();
});
