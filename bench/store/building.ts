import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Profile } from '../../src/profile/profile.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { traffic } from '../traffic.ts';
import { FROM, TO } from './build.ts';

const BATCH = 1000;

/** Measures how fast profiles are written and their segments closed. Generating them is not measured. */
export async function building(rounds: number, perRound: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-building-'));
  const store = await openSqliteStore(join(folder, 'book'), { create: true });
  const count = rounds * perRound;
  const source = traffic({ from: FROM, to: TO, count });
  const times: number[] = [];
  try {
    await store.lease(count);
    for (let round = 0; round < rounds; round++) {
      const profiles = Array.from({ length: perRound }, () => source.next().value as Profile);
      const write = async () => {
        for (let n = 0; n < profiles.length; n += BATCH)
          await store.write({ id: `${round}-${n}`, profiles: profiles.slice(n, n + BATCH) });
        await store.closeSegments();
      };
      times.push(await timed(write));
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
  const rate = (ms: number) => perRound / (ms / 1000);
  return [
    { name: 'written and closed', value: rate(quantile(times, 0.5)), unit: 'profiles/s', min: 20_000 },
    { name: 'the slowest segment', value: rate(Math.max(...times)), unit: 'profiles/s' },
  ];
}
