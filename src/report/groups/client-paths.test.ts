import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTinyChdb, openTinySqlite } from '../../../test/support/tiny-steps.ts';
import { sampleProfile, T0 } from '../../store/conformance/sample-profile.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { COUNTED_REQUESTS, countPaths } from './client-paths.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-paths-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MANY = COUNTED_REQUESTS + 30;
/** One client with many requests for 7 paths, a network with two addresses, one client outside the search, and one without an address. */
const requests = [
  ...Array.from({ length: MANY }, (_, n) => ({ ip: '203.0.113.7', url: `http://h/p${n % 7}?n=${n}` })),
  { ip: '2001:db8::5', url: 'http://h/a', client: 'scanner' as const },
  { ip: '2001:db8::6', url: 'http://h/a#top' },
  { ip: '2001:db8::6', url: 'http://h/b' },
  { ip: '198.51.100.1', url: 'http://h/', status: 500 },
  { ip: '', url: 'http://h/none' },
];

test.each<[string, () => Promise<Store>]>([
  ['memory', () => openStore('memory:')],
  ['SQLite', () => openTinySqlite(join(folder, 'sqlite'))],
  ['chdb', () => openTinyChdb(join(folder, 'chdb'))],
])(
  'distinct paths of clients in %s: of all requests if they are few, of the latest otherwise',
  async (_, open) => {
    const store = await open();
    await store.lease(1000);
    const profiles = requests.map((request, seq) => sampleProfile({ seq, time: T0 + seq * 1e6, ...request }));
    await store.write({ id: 'a', profiles });
    const terms = [{ field: 'status' as const, not: false, any: [{ from: 200, to: 299 }] }];
    const { groups } = await store.groups(terms, 'client', 10);
    const counts = await countPaths(store, terms, groups, { deadline: 20_000 });
    expect([...counts.keys()]).toEqual(['2001:db8::/64', '203.0.113.7']);
    expect(Object.fromEntries(counts)).toEqual({
      '203.0.113.7': { paths: 7, requests: COUNTED_REQUESTS, isAll: false },
      '2001:db8::/64': { paths: 2, requests: 3, isAll: true },
    });
    expect(await countPaths(store, terms, groups, { deadline: 0 })).toEqual(new Map());
    await store.close();
  },
);
