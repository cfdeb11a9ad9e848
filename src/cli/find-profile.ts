import { visibleText } from '../format/visible-text.ts';
import { ABORTED, type Entry, PROCESS_EXITED, PROCESS_VANISHED } from '../profile/entry.ts';
import { lowerAscii } from '../profile/lower-ascii.ts';
import type { Profile } from '../profile/profile.ts';
import { formatTime, type Micros } from '../profile/time.ts';
import { entryOf } from '../report/profile/read-profile.ts';
import { FAILED, kindTerm, type Term } from '../search/criteria.ts';
import { displayStorage } from '../store/display-storage.ts';
import { isAhead, latestEntry } from '../store/latest-entry.ts';
import { profileOf } from '../store/profile-of.ts';
import type { Store } from '../store/store.ts';
import { CommandError } from './command-error.ts';

export const PROFILE_NAME = 'a token, such as 3fa2c1, or latest, or last-error';

const REQUESTS = kindTerm('main', 'job');
/** 499 is the only 4xx that counts: an app that crashes sends no response. */
const OTHERS: Term = {
  field: 'status',
  not: true,
  any: [
    { from: 400, to: 498 },
    { from: 500, to: 599 },
  ],
};
const EXCEPTIONS: readonly Term[] = [
  { field: 'error', not: false, any: [{ match: 'whole', parts: ['', ''] }] },
  {
    field: 'error',
    not: true,
    any: [ABORTED, PROCESS_EXITED, PROCESS_VANISHED].map((name) => ({
      match: 'whole',
      parts: [lowerAscii(name)],
    })),
  },
];

/** The profile with this token, the latest request, or the last one that failed with an error of the app. */
export async function findProfile(
  store: Store,
  storage: string,
  name: string,
  zone = 'UTC',
): Promise<Profile> {
  const now = (Date.now() * 1000) as Micros;
  if (name === 'latest') {
    const entry = await latestEntry(store, [REQUESTS], now);
    if (!entry) throw new CommandError(`${displayStorage(storage)} has no requests yet.`);
    return profileOf(store, entry);
  }
  if (name === 'last-error') {
    const entry = await lastError(store, now);
    if (!entry) throw new CommandError(`No request in ${displayStorage(storage)} has failed with an error.`);
    return profileOf(store, entry);
  }
  const profile = await store.get(name.toLowerCase());
  if (!profile)
    throw new CommandError(`No profile in ${displayStorage(storage)} has the token "${visibleText(name)}".`);
  if ('expired' in profile)
    throw new CommandError(
      `The profile ${visibleText(name)} expired on ${formatTime(profile.expired, zone)} ${zone}.`,
    );
  return profile;
}

async function lastError(store: Store, now: Micros): Promise<Entry | undefined> {
  const newest = await Promise.all(
    [
      [REQUESTS, FAILED],
      // GraphQL answers errors with status 200.
      [REQUESTS, OTHERS, ...EXCEPTIONS],
      [kindTerm('process'), FAILED],
    ].map((terms) => latestEntry(store, terms, now)),
  );
  const [last] = newest
    .filter((entry) => entry !== undefined)
    .sort((a, b) => Number(isAhead(a, now)) - Number(isAhead(b, now)) || b.time - a.time);
  // The request whose code ended the process says more, unless it had succeeded before.
  const request = last?.kind === 'process' ? await entryOf(store, last.parent) : null;
  return request && request.error !== '' ? request : last;
}
