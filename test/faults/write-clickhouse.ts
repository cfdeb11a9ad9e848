// A process to be killed at any moment. Writes batches from a given number on, with the same content each time, and
// prints the number of each once the store has acknowledged it.
import { writeSync } from 'node:fs';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';

const [storage = '', first = '0'] = process.argv.slice(2);
const BATCH = 50;
const DAY = 86_400e6;

const store = await openStore(storage);
for (let batch = Number(first); ; batch++) {
  // Each batch covers two days, so it becomes two parts, and a kill may hit between them.
  const profiles = Array.from({ length: BATCH }, (_, i) =>
    sampleProfile({ seq: batch * BATCH + i, time: T0 + batch * 1000 - (i % 2) * DAY, host: `b${batch}` }),
  );
  await store.write({ id: `batch-${batch}`, profiles });
  writeSync(1, `${batch}\n`);
}
