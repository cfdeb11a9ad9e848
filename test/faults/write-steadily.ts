// A process that writes profiles into a book at a steady rate, out of order of time.
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';

const [storage = '', writer = '', count = '0', perSecond = '500'] = process.argv.slice(2);
const STEP_MS = 50;
/** Maximum duration of most requests, and of one in SLOW_EVERY. A request is written when it ends, with the time it arrived. */
const USUAL_MS = 1200;
const SLOW_MS = 40_000;
const SLOW_EVERY = 100;

const store = await openStore(storage);
const batch = Math.max(1, Math.round((Number(perSecond) * STEP_MS) / 1000));
const start = performance.now();
for (let written = 0, step = 1; written < Number(count); step++) {
  const size = Math.min(batch, Number(count) - written);
  // For each profile, another one that does not match.
  const { first } = await store.lease(size * 2);
  const profiles = Array.from({ length: size }, (_, i) => {
    const duration = (written + i) % SLOW_EVERY === 0 ? SLOW_MS : USUAL_MS;
    const time = Math.round((Date.now() - Math.random() * duration) * 1000);
    return [
      sampleProfile({ seq: first + 2 * i, time, url: `https://shop.example/tail/${writer}/${written + i}` }),
      sampleProfile({ seq: first + 2 * i + 1, time, url: 'https://shop.example/other' }),
    ];
  });
  await store.write({ id: crypto.randomUUID(), profiles: profiles.flat() });
  written += size;
  await sleep(Math.max(0, start + step * STEP_MS - performance.now()));
}
await store.close();
