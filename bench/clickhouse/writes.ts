import { createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import type { Profile } from '../../src/profile/profile.ts';
import type { Seq } from '../../src/profile/token.ts';
import { DETAIL_COLUMNS, detailLine, ENTRY_COLUMNS, entryLine } from '../../src/store/clickhouse/rows.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { FROM, TO } from '../store/build.ts';
import { traffic } from '../traffic.ts';
import { FOLDER, inBatches, storageOf } from './build.ts';

/** Compares batches written by the store with the client's insert() of the same rows in the same format. */
export async function measureWrites(batches: number, size: number): Promise<Figure[]> {
  const store = await openStore(storageOf('writing'));
  await (await openStore(storageOf('bare'))).close();
  // Both packages have their own copy of the same types.
  const client = createClient({ connection: createChdbConnection({ path: FOLDER }) as never });
  const ours: number[] = [];
  const bare: number[] = [];
  const source = traffic({ from: FROM, to: TO, count: batches * size });
  let n = 0;
  for (const profiles of inBatches(source, size)) {
    const { first } = await store.lease(profiles.length);
    const batch = { id: `write-${n}`, profiles: withSeqs(profiles, first) };
    const write = () => timed(() => store.write(batch));
    // Only the store pays for converting profiles to rows.
    const entries = profiles.map(({ entry }) => JSON.parse(entryLine(entry, String(n))) as unknown[]);
    const details = profiles.map((profile) => JSON.parse(detailLine(profile)) as unknown[]);
    const insert = () =>
      timed(async () => {
        await client.insert({
          table: 'bare.details',
          columns: [...DETAIL_COLUMNS] as [string, ...string[]],
          values: details,
          format: 'JSONCompactEachRow',
        });
        await client.insert({
          table: 'bare.entries',
          columns: [...ENTRY_COLUMNS] as [string, ...string[]],
          values: entries,
          format: 'JSONCompactEachRow',
        });
      });
    const [a, b] = n % 2 === 0 ? [await write(), await insert()] : (await inOrder(insert, write)).reverse();
    if (n++ > 0) ours.push(a ?? 0) && bare.push(b ?? 0);
  }
  await store.close();
  await client.close();
  const rate = (times: readonly number[]) => (size / quantile(times, 0.5)) * 1000;
  console.log(
    `\nprofiles/s in batches of ${size}: store ${rate(ours).toFixed(0)}, client.insert() ${rate(bare).toFixed(0)}`,
  );
  return [
    { name: 'written', value: rate(ours), unit: 'profiles/s' },
    { name: 'store/client.insert()', value: rate(ours) / rate(bare), unit: 'x', min: 0.8 },
  ];
}

async function inOrder(first: () => Promise<number>, second: () => Promise<number>): Promise<number[]> {
  return [await first(), await second()];
}

function withSeqs(profiles: readonly Profile[], first: number): Profile[] {
  return profiles.map(({ entry, detail }, i) => ({ entry: { ...entry, seq: (first + i) as Seq }, detail }));
}
