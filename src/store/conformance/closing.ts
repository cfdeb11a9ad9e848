import assert from 'node:assert/strict';
import { EVERYTHING } from '../../search/criteria.ts';
import type { Store } from '../store.ts';
import { conformanceCase, get, retentionCase, write } from './case.ts';
import { sampleProfile, T0 } from './sample-profile.ts';

const CALLS: Record<
  Exclude<keyof Store, 'tokens' | 'claim' | 'delete' | 'prune' | 'retain' | 'close'>,
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

  retentionCase('deletes nothing once it is closed', async (store) => {
    await store.close();
    await assert.rejects(store.prune(T0), { code: 'store-closed' });
    await assert.rejects(store.retain({ entries: 0 }), { code: 'store-closed' });
  }),
];
