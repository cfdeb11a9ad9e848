// A process to be killed at any moment. Sends batches to a collector, and prints the number and the first seq of each one that was
// acknowledged. Sends again until there is an answer.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openRemoteStore } from '../../src/store/remote/remote-store.ts';

const [url = '', write = '', sender = ''] = process.argv.slice(2);
const BATCH = 5;

async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'collector-unavailable')) throw error;
      await sleep(50);
    }
  }
}

const store = await untilAnswered(() => openRemoteStore(url, { write }));
for (let batch = 0; ; batch++) {
  const { first } = await untilAnswered(() => store.lease(BATCH));
  const profiles = Array.from({ length: BATCH }, (_, i) =>
    sampleProfile({ seq: first + i, url: `https://h/${sender}/${batch}/${i}`, time: Date.now() * 1000 }),
  );
  await untilAnswered(() => store.write({ id: `${sender}-${batch}`, profiles }));
  writeSync(1, `${batch} ${first}\n`);
}
