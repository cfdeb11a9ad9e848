import type { Profile } from '../../src/profile/profile.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { pageApp } from './page-app.ts';

export const manyProfiles = (count: number) =>
  Array.from({ length: count }, (_, seq) => sampleProfile({ seq, time: T0 + seq }));

export async function storeWith(
  profiles: readonly Profile[],
  overrides: Partial<Store> = {},
): Promise<Store> {
  const store = openMemoryStore();
  await store.write({ id: 'a', profiles });
  return { ...store, ...overrides };
}

export function requester(store: Store) {
  const app = pageApp({ base: '/_profiler', store: async () => store });
  return (path: string, init?: RequestInit) => app.request(`http://127.0.0.1/_profiler${path}`, init);
}

export const rowsOf = (csv: string) => csv.split('\r\n').slice(1, -1);
