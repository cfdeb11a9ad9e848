import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import { sampleProfile, T0 } from '../conformance/sample-profile.ts';
import { openStore } from '../open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.useRealTimers());

test('records the hour in which a profile was deleted, also when some are deleted every minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const start = Date.UTC(2026, 10, 14, 9);
  const store = await openStore(`sqlite:${join(folder, 'book.db')}`, { inThisThread: true });
  try {
    const profiles = Array.from({ length: 150 }, (_, seq) => sampleProfile({ seq, time: T0 + seq }));
    await store.write({ id: 'a', profiles });
    for (let minute = 0; minute < 150; minute++) {
      vi.setSystemTime(start + minute * 60_000);
      expect(await store.prune((T0 + minute + 1) as Micros)).toBe(1);
    }
    for (const [seq, hour] of [
      [0, 0],
      [59, 0],
      [60, 1],
      [149, 2],
    ] as const) {
      const deleted = await store.get(store.tokens.tokenOf(seq as Seq));
      const expired = deleted && 'expired' in deleted ? deleted.expired / 1000 : 0;
      expect(Math.floor((expired - start) / 3_600_000)).toBe(hour);
    }
  } finally {
    await store.close();
  }
});
