import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Detail, Profile } from '../profile/profile.ts';
import type { Micros } from '../profile/time.ts';
import type { Criteria } from '../search/criteria.ts';
import { parseForm } from '../search/form.ts';
import { sampleProfile, T0 } from './conformance/sample-profile.ts';
import { lookedText } from './find-in-details.ts';
import { type FoundPage, findPage } from './find-page.ts';
import { openStore } from './open-store.ts';
import type { QueryOptions, Store } from './store.ts';

const ALL = 600;

/** Every third request logs a timeout, every seventh notes a cart, every tenth has a query; some details are missing. */
function profileAt(seq: number): Profile {
  const isKept = seq % 5 !== 4;
  const { entry, detail } = sampleProfile({
    seq,
    time: T0 - seq,
    detail: isKept ? 'kept' : 'policy',
    method: seq % 2 === 0 ? 'GET' : 'POST',
  });
  const activity: Partial<Detail> = {
    logs: [{ at: 1, source: 'console', level: 'warn', text: seq % 3 === 0 ? 'Gateway TIMEOUT' : 'ready' }],
    ...(seq % 7 === 0 && { notes: [{ key: 'cart', value: '42' }] }),
    ...(seq % 10 === 0 && {
      spans: [{ kind: 'sql', name: 'update "orders" set x = ?', at: 1, duration: 2, parent: null }],
    }),
  };
  return { entry, detail: isKept && detail ? { ...detail, ...activity } : null };
}
const hasDetail = (seq: number) => seq % 5 !== 4;
const seqs = (isMatch: (seq: number) => boolean) =>
  Array.from({ length: ALL }, (_, seq) => seq).filter((seq) => hasDetail(seq) && isMatch(seq));

function criteriaOf(query: string, limit = 20): Criteria {
  const parsed = parseForm(new URLSearchParams({ q: query, limit: String(limit) }), T0 as Micros);
  if (!parsed.ok) throw new Error(parsed.mistakes[0]?.message);
  return parsed.criteria;
}

const ENOUGH: QueryOptions = { deadline: 60_000 };

async function readAll(store: Store, criteria: Criteria, options = ENOUGH): Promise<FoundPage[]> {
  const toward = criteria.cursor?.toward ?? 'older';
  const pages: FoundPage[] = [];
  for (let { cursor } = criteria; ; ) {
    const page = await findPage(store, { ...criteria, cursor }, options);
    pages.push(page);
    cursor = page[toward];
    if (cursor === null) return pages;
  }
}
const found = (pages: readonly FoundPage[]) => pages.flatMap(({ entries }) => entries.map(({ seq }) => seq));

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['memory:', `sqlite:${join(folder, 'sqlite')}`, `chdb:${join(folder, 'chdb')}`])(
  '%s',
  (url) => {
    let store: Store;
    beforeAll(async () => {
      store = await openStore(url);
      const profiles = Array.from({ length: ALL }, (_, seq) => profileAt(seq));
      const stage = sampleProfile({ seq: ALL, time: T0 - 3, kind: 'error', parent: 3 });
      await store.write({ id: 'a', profiles: [...profiles, stage] });
    });
    afterAll(() => store.close());

    test.each<[string, number[]]>([
      ['log:timeout', seqs((seq) => seq % 3 === 0)],
      ['log:*timeout method:GET', seqs((seq) => seq % 6 === 0)],
      ['-log:timeout', seqs((seq) => seq % 3 !== 0)],
      ['note:cart=42 log:timeout', seqs((seq) => seq % 21 === 0)],
      ['query:"update \\"orders\\""', seqs((seq) => seq % 10 === 0)],
      ['note:nothing', []],
    ])('%s finds the requests in whose details it is, in order', async (query, expected) => {
      const pages = await readAll(store, criteriaOf(query));
      expect(found(pages)).toEqual(expected);
      expect(pages.every(({ searchedTo }) => searchedTo === null)).toBe(true);
      const of = query.includes('method:GET') ? ALL / 2 : ALL;
      expect(pages.reduce((sum, { looked }) => sum + (looked?.requests ?? 0), 0)).toBeGreaterThanOrEqual(of);
      expect(pages[0]?.looked).toMatchObject({ of, ofIsCapped: false });
    });

    test('without time, says how far it looked and continues there', async () => {
      const pages = await readAll(store, criteriaOf('note:cart', 1000), { deadline: 0 });
      expect(pages.length).toBeGreaterThan(2);
      expect(found(pages)).toEqual(seqs((seq) => seq % 7 === 0));
      for (const { looked, searchedTo, older } of pages.slice(0, -1)) {
        expect(looked?.requests).toBeGreaterThan(0);
        expect(looked?.requests).toBeLessThan(ALL);
        expect(searchedTo).not.toBeNull();
        expect(older).not.toBeNull();
      }
    });

    test('pages back to newer matches', async () => {
      const criteria = criteriaOf('log:timeout', 50);
      const pages = await readAll(store, criteria);
      const last = pages.at(-1);
      if (!last?.newer) throw new Error('the last page has newer ones');
      const back = await findPage(store, { ...criteria, cursor: last.newer }, ENOUGH);
      expect(found([back])).toEqual(found(pages.slice(-2, -1)));
    });
  },
);

test('the text says what was looked at', () => {
  const looked = { requests: 1200, withoutDetail: 0, of: 40_000, ofIsCapped: false };
  expect(lookedText(looked, true)).toBe('Searched 1,200 of 40,000 requests');
  expect(lookedText({ ...looked, withoutDetail: 1 }, false)).toBe(
    'Searched 1,199 more of 40,000 requests; 1 kept no details',
  );
  expect(lookedText({ ...looked, of: 1200 }, true)).toBe('Searched all 1,200 requests');
  expect(lookedText({ ...looked, of: 1200, ofIsCapped: true }, true)).toBe(
    'Searched 1,200 of 1,200+ requests',
  );
});
