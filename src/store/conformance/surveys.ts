import assert from 'node:assert/strict';
import type { Entry } from '../../profile/entry.ts';
import type { Seq } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import type { Store } from '../store.ts';
import { surveyEntries } from '../survey-entries.ts';
import { conformanceCase, termsOf, write, writeProfiles } from './case.ts';
import { sampleProfile, T0 } from './sample-profile.ts';

const MINUTE = 60e6;

/** Over an hour, with more hosts than a facet lists, some of them equally frequent. */
const ENTRIES: readonly Entry[] = Array.from({ length: 120 }, (_, seq) => {
  const status = [200, 204, 301, 404, 500][seq % 5] ?? 200;
  const host = `h${(seq * seq) % 13}.example`;
  return sampleProfile({
    seq,
    time: T0 - seq * MINUTE * 0.7,
    status,
    host,
    method: seq % 3 ? 'GET' : 'PUT',
    kind: seq % 7 ? 'main' : 'error',
    ...(status === 500 && { error: 'TypeError', errorGroup: `TypeError at f${seq % 4} (a.js)` }),
    service: seq % 4 ? 'shop' : 'mail',
    instance: `web-${(seq * seq) % 17}:${seq % 2}`,
  });
}).map(({ entry }) => entry);

async function writeEntries(store: Store): Promise<void> {
  await writeProfiles(
    store,
    ENTRIES.map((entry) => ({ entry, detail: null })),
  );
}

function between(from: number, to: number, not = false): Term {
  return { field: 'time', not, any: [{ from, to }] };
}

export const SURVEYS = [
  conformanceCase('surveys a book by time and by its most frequent values', async (store) => {
    await write(
      store,
      { seq: 1, status: 404, time: T0, user: 'bob', tags: ['eu'] },
      { seq: 2, status: 200, time: T0 + 1.5e6, method: 'POST', route: '/b', service: 'mail', release: '' },
      {
        seq: 3,
        status: 204,
        time: T0 + 1.6e6,
        client: 'bot',
        route: '/a',
        operation: 'GetCart',
        user: 'ann',
      },
      {
        seq: 4,
        status: 500,
        time: T0 + 1.7e6,
        error: 'TypeError',
        errorGroup: 'TypeError at f (a.js)',
        user: 'ann',
      },
      {
        seq: 5,
        status: 500,
        time: T0 + 1.7e6,
        error: 'TypeError',
        errorGroup: 'TypeError at g (a.js)',
        tags: ['beta', 'eu'],
      },
    );
    assert.deepEqual(await store.survey([]), {
      from: T0,
      step: 50_000,
      bins: Array.from({ length: 35 }, (_, bin) => {
        const [hundreds, count] = { 0: [4, 1], 30: [2, 1], 32: [2, 1], 34: [5, 2] }[bin] ?? [];
        return Array.from({ length: 10 }, (_, digit) => (digit === hundreds ? count : 0));
      }),
      facets: {
        status: [{ value: '500', count: 2 }, ...['200', '204', '404'].map((value) => ({ value, count: 1 }))],
        method: [
          { value: 'GET', count: 4 },
          { value: 'POST', count: 1 },
        ],
        host: [{ value: 'shop.example', count: 5 }],
        route: [{ value: '', count: 3 }, ...['/a', '/b'].map((value) => ({ value, count: 1 }))],
        operation: [
          { value: '', count: 4 },
          { value: 'GetCart', count: 1 },
        ],
        error: [
          { value: '', count: 3 },
          { value: 'TypeError at f (a.js)', count: 1 },
          { value: 'TypeError at g (a.js)', count: 1 },
        ],
        client: [
          { value: 'browser', count: 4 },
          { value: 'bot', count: 1 },
        ],
        service: [
          { value: 'shop', count: 4 },
          { value: 'mail', count: 1 },
        ],
        instance: [{ value: 'web-1:7', count: 5 }],
        release: [
          { value: '1.0.0', count: 4 },
          { value: '', count: 1 },
        ],
        user: [
          { value: 'ann', count: 2 },
          { value: 'bob', count: 1 },
        ],
        tag: [
          { value: 'eu', count: 2 },
          { value: 'beta', count: 1 },
        ],
      },
      labelled: null,
      matches: 5,
      errorStages: 0,
      searchedTo: null,
    });
  }),

  conformanceCase(
    'counts a failed request once, and its error stage only if the search asks for it',
    async (store) => {
      const failed = [1, 3, 5].flatMap((seq) => [
        { seq, status: 404, time: T0 + seq * 30 * MINUTE },
        {
          seq: seq + 1,
          status: 404,
          time: T0 + seq * 30 * MINUTE,
          kind: 'error' as const,
          parent: seq,
          host: 'stage.example',
          instance: 'stage:1',
        },
      ]);
      await write(store, ...failed, { seq: 7, time: T0 + 200 * MINUTE, kind: 'sub', parent: 5 });
      for (const text of ['', 'status:404', 'kind:main,error', '-kind:sub', `since:${T0 / 1e6}`]) {
        const { matches, errorStages, bins, facets } = await store.survey(termsOf(text));
        const failures = bins.reduce((sum, classes) => sum + (classes[4] ?? 0), 0);
        assert.deepEqual({ failures, errorStages }, { failures: 3, errorStages: 3 }, text);
        assert.deepEqual(facets.host, [{ value: 'shop.example', count: matches }], text);
        assert.deepEqual(facets.instance, [{ value: 'web-1:7', count: matches }], text);
        assert.equal(facets.status.find(({ value }) => value === '404')?.count, 3, text);
      }
      for (const text of [
        'kind:error',
        `parent:${store.tokens.tokenOf(1 as Seq)},${store.tokens.tokenOf(3 as Seq)}`,
      ]) {
        const { matches, errorStages } = await store.survey(termsOf(text));
        assert.deepEqual(
          { matches, errorStages },
          { matches: text === 'kind:error' ? 3 : 2, errorStages: 0 },
          text,
        );
      }
    },
  ),

  conformanceCase('surveys the matches of a search, in bins over its time', async (store) => {
    await writeEntries(store);
    const searches: Record<string, readonly Term[]> = {
      everything: [],
      'status 404': termsOf('status:404'),
      'two terms': termsOf('-status:2xx method:PUT'),
      'a group of errors': termsOf('error:"TypeError at f1 (a.js)"'),
      'a service': termsOf('service:mail'),
      'error stages of an instance': termsOf('kind:error instance:web-*:1'),
      'an hour': [between(T0 - 60 * MINUTE, T0)],
      'a minute': [between(T0 - 30 * MINUTE, T0 - 29 * MINUTE)],
      'two ranges': [
        {
          field: 'time',
          not: false,
          any: [
            { from: T0 - 50 * MINUTE, to: T0 - 40 * MINUTE },
            { from: T0 - 20 * MINUTE, to: T0 - 10 * MINUTE },
          ],
        },
      ],
      'all but an hour': [between(T0 - 60 * MINUTE, T0, true)],
      'longer than the book': [between(0, Number.MAX_SAFE_INTEGER), ...termsOf('status:500')],
      'before the book': [between(0, 1e6)],
      'no match': termsOf('host:nowhere'),
    };
    for (const [name, terms] of Object.entries(searches)) {
      assert.deepEqual(await store.survey(terms), surveyEntries(ENTRIES, terms, store.tokens.seqOf), name);
    }
  }),

  conformanceCase('surveys an empty book', async (store) => {
    for (const terms of [[], termsOf('status:404'), [between(0, T0)]]) {
      assert.deepEqual(await store.survey(terms), surveyEntries([], terms, store.tokens.seqOf));
    }
  }),
];
