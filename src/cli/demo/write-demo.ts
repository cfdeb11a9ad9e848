import type { Profile } from '../../profile/profile.ts';
import type { Store } from '../../store/store.ts';
import { demoDay } from './demo-day.ts';
import { demoProfiles } from './demo-profiles.ts';

const BATCH = 1000;

/** Writes a day of requests into an empty book. Returns how many profiles there are. */
export async function writeDemo(book: Store, seed: number, end: number): Promise<number> {
  const requests = demoDay(seed, end);
  // A request has at most an error stage.
  const { first } = await book.lease(2 * requests.length);
  let count = 0;
  let profiles: Profile[] = [];
  const flush = async () => {
    await book.write({ id: `demo-${count}`, profiles });
    count += profiles.length;
    profiles = [];
  };
  for (const request of requests) {
    profiles.push(...demoProfiles(request, first + count + profiles.length));
    if (profiles.length >= BATCH) await flush();
  }
  if (profiles.length > 0) await flush();
  return count;
}
