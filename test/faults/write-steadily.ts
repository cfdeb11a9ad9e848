// Run as a process of its own: writes so many profiles into a book at a steady pace, not in the order of their times.
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../src/store/open-store.ts';
import { sampleProfile } from '../../src/store/sample-profile.ts';

const [storage = '', writer = '', count = '0', perSecond = '500'] = process.argv.slice(2);
const STEP_MS = 50;
/** Requests that took so long: they are written under the time at which they came. */
const USUAL_MS = 1200;
const SLOW_MS = 40_000;
const ONE_IN = 100;

const store = await openStore(storage);
const batch = Math.max(1, Math.round((Number(perSecond) * STEP_MS) / 1000));
const began = performance.now();
for (let written = 0, step = 1; written < Number(count); step++) {
  const size = Math.min(batch, Number(count) - written);
  // Beside each a row that does not match.
  const { first } = await store.lease(size * 2);
  const profiles = Array.from({ length: size }, (_, i) => {
    const late = (written + i) % ONE_IN === 0 ? SLOW_MS : USUAL_MS;
    const time = Math.round((Date.now() - Math.random() * late) * 1000);
    return [
      sampleProfile({ seq: first + 2 * i, time, url: `https://shop.example/tail/${writer}/${written + i}` }),
      sampleProfile({ seq: first + 2 * i + 1, time, url: 'https://shop.example/other' }),
    ];
  });
  await store.write({ id: crypto.randomUUID(), profiles: profiles.flat() });
  written += size;
  await sleep(Math.max(0, began + step * STEP_MS - performance.now()));
}
await store.close();
