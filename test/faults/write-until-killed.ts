// Run as a process of its own and killed at any moment: writes batches one after the other, and says each one's
// number once the store has acknowledged it. With "retaining" it prunes beside that.
import { writeSync } from 'node:fs';
import { sampleProfile } from '../../src/store/sample-profile.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';

const [path = '', first = '0', mode = ''] = process.argv.slice(2);
const BATCH = 50;
// Small spans, so that kills fall on their beginnings and ends too.
const store = await openSqliteStore(path, {
  create: true,
  tuning: { ...TUNING, spanEntries: 2000, postedAtOnce: 300, urlBacklog: 200 },
});
if (mode === 'retaining') void retainAlways();

for (let batch = Number(first); ; batch++) {
  const { first: seq } = await store.lease(BATCH);
  const profiles = Array.from({ length: BATCH }, (_, i) =>
    sampleProfile({
      seq: seq + i,
      time: Date.now() * 1000 + i,
      url: `https://h/${batch}/${i}`,
      ip: `10.${batch & 255}.0.${i}`,
      host: `b${batch}`,
    }),
  );
  await store.write({ id: `batch-${batch}`, profiles });
  writeSync(1, `${batch}\n`);
}

async function retainAlways(): Promise<void> {
  for (;;) await store.retain({ entries: 3000 });
}
