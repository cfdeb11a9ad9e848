import { createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import type { Profile } from '../../src/profile/profile.ts';
import type { Seq } from '../../src/profile/token.ts';
import {
  createIpFormatter,
  DETAIL_COLUMNS,
  detailLine,
  ENTRY_COLUMNS,
  entryLine,
} from '../../src/store/clickhouse/rows.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Figure, quantile, timed } from '../figures.ts';
import { FROM, TO } from '../store/build.ts';
import { traffic } from '../traffic.ts';
import { FOLDER, inBatches, storageOf } from './build.ts';

/** Bulk writes through the store, and the client's own inserts of the same rows in the same format, in turn. */
export async function writing(batches: number, size: number): Promise<Figure[]> {
  const store = await openStore(storageOf('writing'));
  await (await openStore(storageOf('bare'))).close();
  // The two packages have each a copy of the same types.
  const client = createClient({ connection: createChdbConnection({ path: FOLDER }) as never });
  const ours: number[] = [];
  const bare: number[] = [];
  const source = traffic({ from: FROM, to: TO, count: batches * size });
  const formatIp = createIpFormatter();
  let n = 0;
  for (const profiles of inBatches(source, size)) {
    const { first } = await store.lease(profiles.length);
    const batch = { id: `write-${n}`, profiles: numbered(profiles, first) };
    const write = () => timed(() => store.write(batch));
    // The rows as they are: what it takes to make them of profiles is ours.
    const entries = profiles.map(
      ({ entry }) => JSON.parse(entryLine(entry, String(n), formatIp)) as unknown[],
    );
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
    const [a, b] = n % 2 === 0 ? [await write(), await insert()] : (await swap(insert, write)).reverse();
    if (n++ > 0) ours.push(a ?? 0) && bare.push(b ?? 0);
  }
  await store.close();
  await client.close();
  const rate = (times: readonly number[]) => (size / quantile(times, 0.5)) * 1000;
  console.log(
    `\nprofiles/s in batches of ${size}: ours ${rate(ours).toFixed(0)}, the client's own ${rate(bare).toFixed(0)}`,
  );
  return [
    { name: 'written', value: rate(ours), unit: 'profiles/s' },
    { name: "ours/the client's own insert", value: rate(ours) / rate(bare), unit: 'x', least: 0.8 },
  ];
}

async function swap(first: () => Promise<number>, second: () => Promise<number>): Promise<number[]> {
  return [await first(), await second()];
}

function numbered(profiles: readonly Profile[], first: number): Profile[] {
  return profiles.map(({ entry, detail }, i) => ({ entry: { ...entry, seq: (first + i) as Seq }, detail }));
}
