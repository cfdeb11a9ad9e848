import assert from 'node:assert/strict';
import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import { groupEntries } from '../count-entries.ts';
import { GROUP_BINS, type GroupBy, type Groups } from '../groups.ts';
import type { Store } from '../store.ts';
import { conformanceCase, PATIENT, termsOf, write, writeEntries } from './case.ts';
import { ADDRESSES, ENTRIES } from './group-entries.ts';
import { T0 } from './sample-profile.ts';

const SECOND = 1e6;
const BY: readonly GroupBy[] = ['client', 'user', 'route', 'error', 'time'];

function figures(requests: number, rest: Partial<Groups['others']> = {}) {
  return {
    requests,
    clientErrors: 0,
    serverErrors: 0,
    queries: 0,
    queryTime: 0,
    servedToScanners: 0,
    clients: { browser: requests, bot: 0, tool: 0, scanner: 0, unknown: 0, monitor: 0 },
    ...rest,
  };
}

function binsWith(counts: Record<number, number>): number[] {
  return Array.from({ length: GROUP_BINS }, (_, bin) => counts[bin] ?? 0);
}

const time = (seconds: number) => (T0 + seconds * SECOND) as Micros;

export const GROUPS = [
  conformanceCase('groups requests by route, and by path where there is none', async (store) => {
    await write(
      store,
      { seq: 1, time: time(0), route: '/users/:id', url: 'https://shop.example/users/1', duration: 40 },
      { seq: 2, time: time(29), route: '/users/:id', status: 500, duration: 50, queries: 2, queryTime: 30 },
      { seq: 3, time: time(10), url: 'https://shop.example/files/17?a=b', status: 404, duration: 7 },
      { seq: 4, time: time(29), url: 'https://shop.example/files/18', client: 'scanner', duration: 7 },
      { seq: 5, time: time(5), route: '/users/:id', method: 'PUT', duration: 0 },
      { seq: 6, time: time(5), url: 'https://shop.example', duration: 0 },
    );
    // The smallest multiple of 10 ms so that 30 bins take more than 29 s.
    const step = 970_000;
    const once = {
      ...figures(1),
      first: time(5),
      last: time(5),
      duration: 0,
      durations: { first: 0, counts: [1] },
      bins: binsWith({ 5: 1 }),
    };
    assert.deepEqual(await store.groups([], 'route', 3, PATIENT), {
      from: T0,
      step,
      groups: [
        {
          value: '/files/*',
          method: 'GET',
          isRoute: false,
          ...figures(2, { clientErrors: 1, servedToScanners: 1 }),
          clients: { ...figures(1).clients, scanner: 1 },
          first: time(10),
          last: time(29),
          duration: 14,
          durations: { first: 7, counts: [2] },
          bins: binsWith({ 10: 1, 29: 1 }),
        },
        {
          value: '/users/:id',
          method: 'GET',
          isRoute: true,
          ...figures(2, { serverErrors: 1, queries: 2, queryTime: 30 }),
          first: time(0),
          last: time(29),
          duration: 90,
          durations: { first: 40, counts: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
          bins: binsWith({ 0: 1, 29: 1 }),
        },
        { value: '/', method: 'GET', isRoute: false, ...once },
      ],
      others: { values: 1, ...once },
      searchedTo: null,
    });
  }),

  conformanceCase('groups requests by the network of their client', async (store) => {
    await write(store, ...ADDRESSES.map((ip, seq) => ({ seq, ip })));
    const { groups, others } = await store.groups([], 'client', 100, PATIENT);
    assert.deepEqual(
      groups.map(({ value, requests }) => [value, requests]),
      [
        ['::/64', 3],
        ['2001:db8::/64', 2],
        ['', 1],
        ['0:0:0:1::/64', 1],
        ['1.2.3.4', 1],
        ['1.2.3.5', 1],
        ['2001:db8:0:1::/64', 1],
        ['=x', 1],
        ['unknown', 1],
        ['u'.repeat(64), 1],
      ],
    );
    assert.deepEqual([others.requests, others.values], [0, 0]);
  }),

  conformanceCase('groups requests and jobs that failed by their error', async (store) => {
    const group = 'TypeError: x is not a function at charge (src/pay.ts)';
    await write(
      store,
      { seq: 1, status: 500, error: 'TypeError', errorGroup: group },
      { seq: 2, status: 500, error: 'TypeError', errorGroup: group, kind: 'error', parent: 1 },
      { seq: 3, status: 500, error: 'TypeError', errorGroup: group, kind: 'job' },
      { seq: 4, status: 500, error: 'RangeError' },
      { seq: 5, status: 404 },
    );
    const { groups } = await store.groups([], 'error', 10, PATIENT);
    assert.deepEqual(
      groups.map(({ value, requests }) => [value, requests]),
      [
        [group, 2],
        ['RangeError', 1],
      ],
    );
  }),
  conformanceCase('groups requests by their user', async (store) => {
    await write(store, ...['ana', '', 'Ana', 'ana', ''].map((user, seq) => ({ seq, user })));
    const { groups } = await store.groups([], 'user', 2, PATIENT);
    assert.deepEqual(
      groups.map(({ value, method, requests }) => [value, method, requests]),
      [
        ['', '', 2],
        ['ana', '', 2],
      ],
    );
    const { groups: withUser, others } = await store.groups(termsOf('user:*'), 'user', 1, PATIENT);
    assert.deepEqual(
      withUser.map(({ value }) => value),
      ['ana'],
    );
    assert.deepEqual([others.requests, others.values], [1, 1]);
  }),

  conformanceCase(
    'counts monitors, but leaves them out of durations that are not of their own',
    async (store) => {
      await write(
        store,
        { seq: 1, route: '/', client: 'monitor', duration: 1 },
        { seq: 2, route: '/', client: 'browser', duration: 40, ip: '1.2.3.4' },
        { seq: 3, route: '/healthz', client: 'monitor', duration: 1 },
      );
      const durationsOf = async (query: string, by: GroupBy) => {
        const { groups } = await store.groups(termsOf(query), by, 10, PATIENT);
        return groups.map(({ requests, duration, durations }) => [requests, duration, durations]);
      };
      const [none, once] = [
        { first: 0, counts: [] },
        { first: 40, counts: [1] },
      ];
      assert.deepEqual(await durationsOf('', 'route'), [
        [2, 41, once],
        [1, 1, none],
      ]);
      assert.deepEqual(await durationsOf('', 'time'), [[3, 42, once]]);
      assert.deepEqual(await durationsOf('client:monitor', 'route'), [
        [1, 1, { first: 1, counts: [1] }],
        [1, 1, { first: 1, counts: [1] }],
      ]);
      assert.deepEqual(await durationsOf('', 'client'), [
        [2, 2, { first: 1, counts: [2] }],
        [1, 40, once],
      ]);
    },
  ),

  conformanceCase('groups main requests only', async (store) => {
    await write(
      store,
      { seq: 1, status: 500 },
      { seq: 2, status: 500, kind: 'error', parent: 1 },
      { seq: 3, kind: 'sub', parent: 1 },
      { seq: 4, kind: 'job', ip: '' },
    );
    for (const by of BY.filter((each) => each !== 'error')) {
      for (const text of ['', 'status:500', 'kind:main,error', '-kind:job']) {
        const { groups } = await store.groups(termsOf(text), by, 10, PATIENT);
        assert.deepEqual(
          groups.map(({ requests }) => requests),
          [1],
          text,
        );
      }
      assert.deepEqual((await store.groups(termsOf('kind:error'), by, 10, PATIENT)).groups, []);
    }
  }),

  conformanceCase('groups the matches of a search, in bins over its time', async (store) => {
    await writeEntries(store, ENTRIES);
    const hour = (from: number, to: number): Term => ({
      field: 'time',
      not: false,
      any: [{ from: T0 - from * 3600 * SECOND, to: T0 - to * 3600 * SECOND }],
    });
    const searches: Record<string, readonly Term[]> = {
      everything: [],
      monitors: termsOf('client:monitor,browser'),
      'scanners that were served': termsOf('client:scanner status:2xx'),
      'an hour': [hour(1, 0)],
      'an hour, and a quiet day before the book': [hour(30, 1)],
      'not a route': termsOf('-route:/users/*'),
      'no match': termsOf('host:nowhere'),
      'before the book': [{ field: 'time', not: false, any: [{ from: 0, to: SECOND }] }],
    };
    for (const [name, terms] of Object.entries(searches)) {
      for (const by of BY) {
        for (const limit of [0, 3, 1000]) {
          assert.deepEqual(
            await store.groups(terms, by, limit, PATIENT),
            groupEntries(ENTRIES, terms, by, limit, store.tokens.seqOf),
            `${name}, by ${by}, ${limit}`,
          );
        }
      }
    }
  }),

  conformanceCase('groups an empty book', async (store: Store) => {
    for (const by of BY) {
      for (const terms of [[], termsOf('status:404')])
        assert.deepEqual(
          await store.groups(terms, by, 10, PATIENT),
          groupEntries([], terms, by, 10, store.tokens.seqOf),
        );
    }
  }),
];
