import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import { sampleProfile, T0 } from './conformance/sample-profile.ts';
import { MAX_GROUPS } from './groups.ts';
import { openStore } from './open-store.ts';
import type { SqliteStore } from './sqlite/sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FLOOD = 25_000;
/** A client with many requests among a flood from other addresses. */
const PROFILES = Array.from({ length: FLOOD }, (_, seq) =>
  sampleProfile({
    seq,
    time: T0 + seq,
    status: seq % 50 ? 404 : 200,
    ip: seq % 50 ? `10.${seq >> 16}.${(seq >> 8) & 255}.${seq & 255}` : '192.0.2.1',
    url: `https://shop.example/${seq.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`,
    user: seq % 50 ? `user ${seq}` : 'ana',
    duration: seq,
    client: 'scanner',
  }),
).map(({ entry }) => ({ entry, detail: null }));

test.each(['memory:', `sqlite:${join(folder, 'sqlite')}`, `chdb:${join(folder, 'chdb')}`])(
  'a flood of clients, users or paths is counted together beyond a limit (%s)',
  { timeout: 60_000 },
  async (storage) => {
    const store = await openStore(storage);
    try {
      await store.write({ id: 'flood', profiles: PROFILES });
      if (storage.startsWith('sqlite')) await (store as SqliteStore).closeSegments();
      for (const by of ['client', 'user', 'route'] as const) {
        const { groups, others, searchedTo } = await store.groups([], by, FLOOD, { deadline: 20_000 });
        expect(searchedTo).toBeNull();
        expect(groups.length).toBeLessThanOrEqual(MAX_GROUPS);
        const all = [...groups, others];
        const sum = (of: (figures: (typeof all)[number]) => number) =>
          all.reduce((total, figures) => total + of(figures), 0);
        expect(sum(({ requests }) => requests)).toBe(FLOOD);
        expect(sum(({ servedToScanners }) => servedToScanners)).toBe(FLOOD / 50);
        expect(sum(({ duration }) => duration)).toBe(((FLOOD - 1) * FLOOD) / 2);
        expect(sum(({ durations }) => durations.counts.reduce((a, b) => a + b, 0))).toBe(FLOOD);
        expect(sum(({ bins }) => bins.reduce((a, b) => a + b, 0))).toBe(FLOOD);
        expect(groups.length + others.values).toBe(by === 'route' ? FLOOD : FLOOD - FLOOD / 50 + 1);
        if (by === 'route') continue;
        const value = by === 'user' ? 'ana' : '192.0.2.1';
        expect(groups[0]).toMatchObject({ value, requests: FLOOD / 50 });
      }
    } finally {
      await store.close();
    }
  },
);

test.each(['memory:', `sqlite:${join(folder, 'networks')}`])(
  'a flood does not hide a network that uses each of its addresses once (%s)',
  { timeout: 60_000 },
  async (storage) => {
    const store = await openStore(storage);
    const network = PROFILES.slice(0, 5000).map(({ entry }, at) => ({
      entry: {
        ...entry,
        seq: (FLOOD + at) as Seq,
        time: (entry.time - FLOOD) as Micros,
        ip: `2001:db8::${at.toString(16)}`,
      },
      detail: null,
    }));
    try {
      await store.write({ id: 'network', profiles: network });
      await store.write({ id: 'flood', profiles: PROFILES });
      if (storage.startsWith('sqlite')) await (store as SqliteStore).closeSegments();
      const { groups } = await store.groups([], 'client', 5, { deadline: 20_000 });
      expect(groups[0]).toMatchObject({ value: '2001:db8::/64', requests: 5000 });
    } finally {
      await store.close();
    }
  },
);
