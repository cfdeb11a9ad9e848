import assert from 'node:assert/strict';
import type { Entry } from '../../profile/entry.ts';
import type { Seq } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import { surveyEntries } from '../count-entries.ts';
import type { FacetValue } from '../survey.ts';
import { conformanceCase, PATIENT, termsOf, write, writeEntries } from './case.ts';
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

function between(from: number, to: number, not = false): Term {
  return { field: 'time', not, any: [{ from, to }] };
}

function facet(...counts: [value: string, count: number][]): FacetValue[] {
  return counts.map(([value, count]) => ({ value, count }));
}

export const SURVEYS = [
  conformanceCase('surveys a book by time and by its most frequent values', async (store) => {
    const at = (seconds: number) => ({ time: T0 + seconds * 1e6 });
    const failed = { status: 500, error: 'TypeError' };
    await write(
      store,
      { ...at(0), seq: 1, status: 404, user: 'bob', tags: ['eu'] },
      {
        ...at(1.5),
        seq: 2,
        method: 'POST',
        route: '/b',
        service: 'mail',
        environment: 'staging',
        release: '',
      },
      { ...at(1.6), seq: 3, status: 204, client: 'bot', route: '/a', operation: 'GetCart', user: 'ann' },
      { ...at(1.7), ...failed, seq: 4, errorGroup: 'TypeError at f (a.js)', user: 'ann' },
      { ...at(1.7), ...failed, seq: 5, errorGroup: 'TypeError at g (a.js)', tags: ['beta', 'eu'] },
    );
    assert.deepEqual(await store.survey([], PATIENT), {
      from: T0,
      step: 50_000,
      bins: Array.from({ length: 35 }, (_, bin) => {
        const [hundreds, count] = { 0: [4, 1], 30: [2, 1], 32: [2, 1], 34: [5, 2] }[bin] ?? [];
        return Array.from({ length: 10 }, (_, digit) => (digit === hundreds ? count : 0));
      }),
      facets: {
        status: facet(['500', 2], ['200', 1], ['204', 1], ['404', 1]),
        method: facet(['GET', 4], ['POST', 1]),
        host: facet(['shop.example', 5]),
        route: facet(['', 3], ['/a', 1], ['/b', 1]),
        operation: facet(['', 4], ['GetCart', 1]),
        error: facet(['', 3], ['TypeError at f (a.js)', 1], ['TypeError at g (a.js)', 1]),
        client: facet(['browser', 4], ['bot', 1]),
        service: facet(['shop', 4], ['mail', 1]),
        instance: facet(['web-1:7', 5]),
        environment: facet(['production', 4], ['staging', 1]),
        release: facet(['1.0.0', 4], ['', 1]),
        user: facet(['ann', 2], ['bob', 1]),
        tag: facet(['eu', 2], ['beta', 1]),
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
        const { matches, errorStages, bins, facets } = await store.survey(termsOf(text), PATIENT);
        const failures = bins.reduce((sum, classes) => sum + (classes[4] ?? 0), 0);
        assert.deepEqual({ failures, errorStages }, { failures: 3, errorStages: 3 }, text);
        assert.deepEqual(facets.host, [{ value: 'shop.example', count: matches }], text);
        assert.deepEqual(facets.instance, [{ value: 'web-1:7', count: matches }], text);
        assert.equal(facets.status.find(({ value }) => value === '404')?.count, 3, text);
      }
      const [first, second] = [1, 3].map((seq) => store.tokens.tokenOf(seq as Seq));
      for (const [text, stages] of [['kind:error', 3] as const, [`parent:${first},${second}`, 2] as const]) {
        const { matches, errorStages } = await store.survey(termsOf(text), PATIENT);
        assert.deepEqual({ matches, errorStages }, { matches: stages, errorStages: 0 }, text);
      }
    },
  ),

  conformanceCase('surveys the matches of a search, in bins over its time', async (store) => {
    await writeEntries(store, ENTRIES);
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
      assert.deepEqual(
        await store.survey(terms, PATIENT),
        surveyEntries(ENTRIES, terms, store.tokens.seqOf),
        name,
      );
    }
  }),

  conformanceCase('surveys an empty book', async (store) => {
    for (const terms of [[], termsOf('status:404'), [between(0, T0)]]) {
      assert.deepEqual(await store.survey(terms, PATIENT), surveyEntries([], terms, store.tokens.seqOf));
    }
  }),
];
