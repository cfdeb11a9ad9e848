// A process that leases seqs and writes profiles into a book.
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';

const [storage = '', writer = '', count = '0'] = process.argv.slice(2);
const BATCH = 250;

const store = await openStore(storage);
for (let n = 0; n < Number(count); n += BATCH) {
  const { first } = await store.lease(BATCH);
  const profiles = Array.from({ length: BATCH }, (_, i) =>
    sampleProfile({
      seq: first + i,
      time: Date.now() * 1000,
      url: `https://shop.example/${writer}/${n + i}`,
    }),
  );
  await store.write({ id: crypto.randomUUID(), profiles });
}
await store.close();
