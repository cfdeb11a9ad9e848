import assert from 'node:assert/strict';
import { EVERYTHING } from '../../search/criteria.ts';
import type { Store } from '../store.ts';
import { conformanceCase, get, write } from './case.ts';
import { sampleProfile, T0 } from './sample-profile.ts';

const CALLS: Record<
  Exclude<keyof Store, 'tokens' | 'claim' | 'delete' | 'close'>,
  (store: Store) => Promise<unknown>
> = {
  write: (store) => store.write({ id: 'late', profiles: [sampleProfile({ seq: 2 })] }),
  search: (store) => store.search(EVERYTHING),
  count: (store) => store.count([], 10),
  survey: (store) => store.survey([]),
  slowest: (store) => store.slowest([], 10),
  groups: (store) => store.groups([], 'route', 10),
  get: (store) => get(store, 1),
  details: (store) => store.details([sampleProfile({ seq: 1 }).entry]),
  lease: (store) => store.lease(1),
  prune: (store) => store.prune(T0),
  retain: (store) => store.retain({ entries: 0 }),
};

export const CLOSING = [
  conformanceCase('rejects every call once it is closed, and may be closed twice', async (store) => {
    await write(store, { seq: 1 });
    await store.close();
    await store.close();
    for (const [name, call] of Object.entries(CALLS)) {
      await assert.rejects(call(store), { code: 'store-closed' }, name);
    }
  }),
];
