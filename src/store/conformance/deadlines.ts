import assert from 'node:assert/strict';
import { EVERYTHING, type Term } from '../../search/criteria.ts';
import type { Cursor } from '../../search/cursor.ts';
import { slowestOf } from '../slowest.ts';
import type { Page, QueryOptions, Store } from '../store.ts';
import { conformanceCase, find, micros, readPages, seqsOf, termsOf, write } from './case.ts';
import { type Sample, sampleProfile, T0 } from './sample-profile.ts';

/** Three entries at each of 40 times, the newest first. */
const SAMPLES: readonly Sample[] = Array.from({ length: 120 }, (_, seq) => ({
  seq,
  time: T0 - Math.floor(seq / 3) * 1e6,
  status: seq % 7 ? 200 : 404,
  url: `https://shop.example/${seq % 11}`,
  duration: (seq * 37) % 23,
}));
const ALL = SAMPLES.map(({ seq }) => seq);
const MISSING = missingFrom(null).map(({ seq }) => seq);
const SETTLE_MS = 1000;

function missingFrom(searchedTo: number | null): readonly Sample[] {
  return SAMPLES.filter(({ status, time = T0 }) => status === 404 && time >= (searchedTo ?? 0));
}

/** A page is complete, or says how far it is and where to continue. */
function checkPage({ entries, searchedTo, ...cursors }: Page, toward: Cursor['toward']): void {
  assert.ok(entries.length <= 10);
  if (searchedTo === null) return;
  assert.ok(cursors[toward], 'a partial page has a cursor');
  for (const { time } of entries) assert.ok(toward === 'older' ? time >= searchedTo : time <= searchedTo);
}

/** Fails if the query settles late, but accepts a result and an error. */
async function settle<T>(query: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new assert.AssertionError({ message: 'it did not settle' })), SETTLE_MS);
  });
  try {
    return await Promise.race([query.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

const QUERIES: Record<string, (store: Store, options: QueryOptions) => Promise<unknown>> = {
  search: (store, options) => store.search({ ...EVERYTHING, terms: termsOf('status:404') }, options),
  count: (store, options) => store.count(termsOf('status:404'), 1000, options),
  survey: (store, options) => store.survey(termsOf('status:404'), options),
  slowest: (store, options) => store.slowest(termsOf('status:404'), 10, options),
  groups: (store, options) => store.groups(termsOf('status:404'), 'route', 10, options),
};

export const DEADLINES = [
  ...[0, 1].map((deadline) =>
    conformanceCase(`finds every match once, in order, with ${deadline} ms for each page`, async (store) => {
      await write(store, ...SAMPLES);
      const searches: [readonly Term[], readonly number[]][] = [
        [[], ALL],
        [termsOf('status:404'), MISSING],
        [termsOf('url:/3*'), ALL.filter((seq) => seq % 11 === 3)],
      ];
      for (const [terms, seqs] of searches) {
        const older = await readPages(store, { ...EVERYTHING, terms }, { deadline });
        for (const page of older) checkPage(page, 'older');
        assert.deepEqual(older.flatMap(seqsOf), seqs);
        const start = { toward: 'newer', time: micros(0), seq: 0 } as Cursor;
        const newer = await readPages(store, { ...EVERYTHING, terms, cursor: start }, { deadline });
        for (const page of newer) checkPage(page, 'newer');
        assert.deepEqual([...newer].reverse().flatMap(seqsOf), seqs);
      }
    }),
  ),

  conformanceCase(
    'says when a count, a survey, groups or a list of the slowest stopped at its deadline',
    async (store) => {
      await write(store, ...SAMPLES);
      for (const deadline of [0, 1, 5000]) {
        const { matches, capped } = await store.count(termsOf('status:404'), 1000, { deadline });
        assert.ok(capped ? matches <= MISSING.length : matches === MISSING.length);
        const survey = await store.survey(termsOf('status:404'), { deadline });
        assert.equal(survey.matches, missingFrom(survey.searchedTo).length);
        const slowest = await store.slowest(termsOf('status:404'), 5, { deadline });
        const compared = missingFrom(slowest.searchedTo).map((sample) => sampleProfile(sample).entry);
        assert.deepEqual(seqsOf(slowest), seqsOf({ entries: slowestOf(compared, 5) }));
        const { groups, others, searchedTo } = await store.groups(termsOf('status:404'), 'route', 2, {
          deadline,
        });
        const requests = groups.reduce((sum, group) => sum + group.requests, others.requests);
        assert.equal(requests, missingFrom(searchedTo).length);
      }
    },
  ),
];

export const CANCELLATION = [
  ...Object.entries(QUERIES).map(([name, query]) =>
    conformanceCase(`settles a ${name} that is cancelled before or while it runs`, async (store) => {
      await write(store, ...SAMPLES);
      await settle(query(store, { signal: AbortSignal.abort() }));
      for (const wait of [setImmediate, (abort: () => void) => setTimeout(abort, 2)]) {
        const controller = new AbortController();
        const settled = settle(query(store, { signal: controller.signal }));
        wait(() => controller.abort());
        await settled;
      }
      assert.deepEqual(await find(store, 'status:404'), MISSING);
      assert.deepEqual(await store.count([], 1000), { matches: ALL.length, capped: false });
    }),
  ),

  conformanceCase('continues after the page of a cancelled search', async (store) => {
    await write(store, ...SAMPLES);
    const criteria = { ...EVERYTHING, terms: termsOf('status:404') };
    const page = await settle(store.search(criteria, { signal: AbortSignal.abort() }));
    // A store may also reject.
    if (!page) return;
    checkPage(page, 'older');
    const rest = page.older ? await readPages(store, { ...criteria, cursor: page.older }) : [];
    assert.deepEqual([page, ...rest].flatMap(seqsOf), MISSING);
  }),
];
