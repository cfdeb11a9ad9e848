import assert from 'node:assert/strict';
import { compareEntries, type Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import { EVERYTHING, type Term } from '../search/criteria.ts';
import { cursorAt } from '../search/cursor.ts';
import { parseQueryText } from '../search/query-text.ts';
import { type Sample, sampleProfile, T0 } from './sample-profile.ts';
import type { Store } from './store.ts';

/** One thing every store does. Runs on an empty book of its own, under any test runner. */
export interface ConformanceCase {
  readonly name: string;
  run(store: Store): Promise<void>;
}

async function keep(store: Store, ...samples: Sample[]): Promise<void> {
  await store.write({ id: crypto.randomUUID(), profiles: samples.map(sampleProfile) });
}

async function find(store: Store, query: string): Promise<number[]> {
  const { terms, mistakes } = parseQueryText(query, { now: T0, zone: 'UTC' });
  assert.deepEqual(mistakes, []);
  const { entries } = await store.search({ ...EVERYTHING, terms, limit: 100 });
  return entries.map(({ seq }) => seq);
}

export const CONFORMANCE: readonly ConformanceCase[] = [
  {
    name: 'gives back a profile as it was written, by its token',
    async run(store) {
      const profile = sampleProfile({ seq: 7, ip: '2001:db8::1', parent: 3, kind: 'error' });
      const bare = { entry: sampleProfile({ seq: 8, detail: 'policy' }).entry, detail: null };
      await store.write({ id: 'a', profiles: [profile, bare] });
      assert.deepEqual(await store.get(store.tokens.tokenOf(profile.entry.seq)), profile);
      assert.deepEqual(await store.get(store.tokens.tokenOf(bare.entry.seq)), bare);
    },
  },
  {
    name: 'knows no profile by a token that was never given',
    async run(store) {
      await keep(store, { seq: 1 });
      assert.equal(await store.get(store.tokens.tokenOf(2 as Seq)), null);
      for (const token of ['', 'zzzzzz', "' OR 1=1", '000000000000'])
        assert.equal(await store.get(token), null);
    },
  },
  {
    name: 'keeps a batch once, however often it arrives',
    async run(store) {
      const batch = { id: 'again', profiles: [sampleProfile({ seq: 1 }), sampleProfile({ seq: 2 })] };
      await Promise.all([store.write(batch), store.write(batch)]);
      await store.write(batch);
      assert.deepEqual(await find(store, ''), [1, 2]);
    },
  },
  {
    name: 'keeps all of a batch or nothing of it',
    async run(store) {
      await keep(store, { seq: 5 });
      const clash = { id: 'clash', profiles: [sampleProfile({ seq: 6 }), sampleProfile({ seq: 5 })] };
      await assert.rejects(store.write(clash), { code: 'seq-taken' });
      assert.deepEqual(await find(store, ''), [5]);
      await store.write({ id: 'clash', profiles: [sampleProfile({ seq: 6 })] });
      assert.deepEqual(await find(store, ''), [5, 6]);
    },
  },
  {
    name: 'lists newest first, a main request right above its own sub-requests',
    async run(store) {
      const later = T0 + 1;
      await keep(
        store,
        { seq: 4 },
        { seq: 9, time: later, kind: 'error', parent: 3 },
        { seq: 3, time: later },
      );
      assert.deepEqual(await find(store, ''), [3, 9, 4]);
    },
  },
  {
    name: 'pages both ways, and stays put while rows arrive',
    async run(store) {
      await keep(store, ...Array.from({ length: 25 }, (_, i) => ({ seq: i, time: T0 + Math.floor(i / 2) })));
      const seen: Entry[] = [];
      let page = await store.search(EVERYTHING);
      assert.equal(page.newer, null);
      for (let n = 0; n < 3; n++) {
        seen.push(...page.entries);
        await keep(store, { seq: 100 + n, time: T0 + 1000 + n });
        if (page.older) page = await store.search({ ...EVERYTHING, cursor: page.older });
      }
      assert.equal(page.older, null);
      assert.equal(seen.length, 25);
      assert.deepEqual(seen, [...seen].sort(compareEntries));

      const back: Entry[] = [...page.entries];
      while (page.newer) {
        page = await store.search({ ...EVERYTHING, cursor: page.newer });
        back.unshift(...page.entries);
      }
      assert.deepEqual(back.slice(3), seen);
      assert.deepEqual(
        back.slice(0, 3).map(({ seq }) => seq),
        [102, 101, 100],
      );
    },
  },
  {
    name: 'finds nothing beyond either end',
    async run(store) {
      await keep(store, { seq: 1 });
      const [only] = (await store.search(EVERYTHING)).entries;
      assert.ok(only);
      for (const toward of ['older', 'newer'] as const) {
        const page = await store.search({ ...EVERYTHING, cursor: cursorAt(only, toward) });
        assert.deepEqual(page, { entries: [], older: null, newer: null, searchedTo: null });
      }
    },
  },
  {
    name: 'answers every field, its lists and its negation',
    async run(store) {
      await keep(
        store,
        { seq: 1, status: 404, url: 'https://Shop.example/error/.env', client: 'scanner' },
        { seq: 2, status: 500, method: 'POST', route: '/users/:id', duration: 2_000_000, error: 'TypeError' },
        { seq: 3, status: 204, ip: '2001:db8::7', host: 'api.example', url: 'http://api.example/100%_\\x' },
        {
          seq: 4,
          ip: '',
          kind: 'error',
          parent: 2,
          trace: '4bf92f3577b34da6a3ce929d0e0e4736',
          userAgent: 'curl/8',
        },
        { seq: 5, ip: '32.1.13.184', time: T0 - 3600e6 },
      );
      const token = store.tokens.tokenOf(2 as Seq);
      const answers: Record<string, number[]> = {
        'status:404': [1],
        'status:4xx,5xx': [1, 2],
        '-status:2xx': [1, 2],
        'status:>=500': [2],
        'ip:203.0.113.0/24': [1, 2],
        'ip:2001:db8::/32': [3],
        'ip:32.0.0.0/8': [5],
        '-ip:203.0.113.0/24': [3, 4, 5],
        'method:POST,PUT': [2],
        '.ENV': [1],
        'url:*/.env': [1],
        'url:/error/*': [1],
        'url:/100%_\\\\x*': [3],
        'url:%': [3],
        'url:_': [3],
        '-shop': [3],
        'host:*.example -host:shop.example': [3],
        'route:/users/:id': [2],
        'duration:>1s': [2],
        'error:typeerror': [2],
        'agent:CURL': [4],
        'kind:error': [4],
        'client:scanner': [1],
        'trace:4bf92f3577b34da6a3ce929d0e0e4736': [4],
        'since:30m': [1, 2, 3, 4],
        'until:30m': [5],
        [`token:${token}`]: [2],
        [`parent:${token}`]: [4],
        [`-parent:${token}`]: [1, 2, 3, 5],
        'token:ffffffff': [],
        '-token:ffffffff': [1, 2, 3, 4, 5],
        'status:404 client:scanner .env': [1],
        'status:404 client:bot': [],
      };
      for (const [query, expected] of Object.entries(answers)) {
        assert.deepEqual(await find(store, query), expected, query);
      }
    },
  },
  {
    name: 'counts matches exactly up to the cap, and says when there are more',
    async run(store) {
      await keep(store, ...Array.from({ length: 12 }, (_, seq) => ({ seq, status: seq < 5 ? 404 : 200 })));
      const missing: Term[] = [{ field: 'status', not: false, any: [{ from: 404, to: 404 }] }];
      assert.deepEqual(await store.count([], 100), { matches: 12, capped: false });
      assert.deepEqual(await store.count([], 12), { matches: 12, capped: false });
      assert.deepEqual(await store.count([], 11), { matches: 11, capped: true });
      assert.deepEqual(await store.count(missing, 100), { matches: 5, capped: false });
    },
  },
  {
    name: 'never leases a number twice',
    async run(store) {
      const leases = await Promise.all(Array.from({ length: 50 }, (_, i) => store.lease(1 + (i % 7))));
      const numbers = leases.flatMap(({ first, end }) =>
        Array.from({ length: end - first }, (_, i) => first + i),
      );
      assert.equal(numbers.length, leases.length * 4 - 3);
      assert.equal(new Set(numbers).size, numbers.length);
    },
  },
  {
    name: 'prunes what is older, and nothing else',
    async run(store) {
      await keep(store, { seq: 1 }, { seq: 2, time: T0 + 1 }, { seq: 3, time: T0 - 1 });
      assert.equal(await store.prune((T0 + 1) as Micros), 2);
      assert.deepEqual(await find(store, ''), [2]);
      assert.equal(await store.get(store.tokens.tokenOf(9 as Seq)), null);
    },
  },
  {
    name: 'says of a profile that was pruned when it expired',
    async run(store) {
      await keep(store, { seq: 1 }, { seq: 2, time: T0 + 1 });
      const before = Date.now() * 1000;
      await store.prune((T0 + 1) as Micros);
      const gone = await store.get(store.tokens.tokenOf(1 as Seq));
      assert.ok(gone && 'expired' in gone && gone.expired >= before && gone.expired <= Date.now() * 1000);
      assert.ok('entry' in ((await store.get(store.tokens.tokenOf(2 as Seq))) ?? {}));
    },
  },
  {
    name: 'retains what is young enough, and no more than so many',
    async run(store) {
      const now = Date.now() * 1000;
      await keep(store, ...Array.from({ length: 30 }, (_, seq) => ({ seq, time: now - seq * 60e6 })));
      assert.equal(await store.retain({}), 0);
      assert.equal(await store.retain({ age: 20.5 * 60_000 }), 9);
      assert.equal(await store.retain({ entries: 15 }), 6);
      assert.equal(await store.retain({ entries: 15, age: 3_600_000 }), 0);
      assert.deepEqual(
        await find(store, ''),
        Array.from({ length: 15 }, (_, seq) => seq),
      );
    },
  },
  {
    name: 'refuses to work once it is closed, and may be closed twice',
    async run(store) {
      await store.close();
      await store.close();
      await assert.rejects(store.lease(1), { code: 'store-closed' });
      await assert.rejects(store.search(EVERYTHING), { code: 'store-closed' });
    },
  },
];
