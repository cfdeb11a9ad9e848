// A process that writes the same batches as another one at the same time, as a retry does.
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { BATCH, TINY_SEGMENTS } from './tiny-segments.ts';

const [path = '', count = '0'] = process.argv.slice(2);
const store = await openSqliteStore(path, { create: true, tuning: TINY_SEGMENTS });
for (let batch = 0; batch < Number(count); batch++) {
  const profiles = Array.from({ length: BATCH }, (_, i) => {
    const seq = batch * BATCH + i;
    return sampleProfile({ seq, time: T0 + seq, url: `https://h/${batch}/${i}` });
  });
  await store.write({ id: `batch-${batch}`, profiles });
}
await store.close();
