// A process to be killed at any moment. Writes batches and prints the number of each once the store has acknowledged
// it. In the mode "retaining" it also prunes all the time.
import { writeSync } from 'node:fs';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';

const [path = '', first = '0', mode = ''] = process.argv.slice(2);
const BATCH = 50;
// Small segments, so that some kills hit the start or end of one.
const store = await openSqliteStore(path, {
  create: true,
  tuning: { ...TUNING, entriesPerSegment: 2000, entriesPerPostingsBatch: 300, urlBacklog: 200 },
});
if (mode === 'retaining') void retainForever();

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

async function retainForever(): Promise<void> {
  for (;;) await store.retain({ entries: 3000 });
}
