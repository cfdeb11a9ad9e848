import { visibleText } from '../format/visible-text.ts';
import { ABORTED, type Entry, PROCESS_EXITED, PROCESS_VANISHED } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';
import { formatTime, type Micros } from '../profile/time.ts';
import { entryOf } from '../report/profile/read-profile.ts';
import type { Term } from '../search/criteria.ts';
import { displayStorage } from '../store/display-storage.ts';
import { latestEntry } from '../store/latest-entry.ts';
import { profileOf } from '../store/profile-of.ts';
import type { Store } from '../store/store.ts';
import { CommandError } from './command-error.ts';

export const PROFILE_NAME = 'a token, such as 3fa2c1, or latest, or last-error';

const REQUESTS: Term = { field: 'kind', not: false, any: ['main', 'job'] };
const PROCESSES: Term = { field: 'kind', not: false, any: ['process'] };
const SERVER_ERRORS: Term = { field: 'status', not: false, any: [{ from: 500, to: 599 }] };
/** Of 4xx, only 499 counts: an app that crashes sends no response. */
const OTHERS: Term = {
  field: 'status',
  not: true,
  any: [
    { from: 400, to: 498 },
    { from: 500, to: 599 },
  ],
};
/** Error classes that are not exceptions of the app. */
const NO_EXCEPTION: ReadonlySet<string> = new Set(['', ABORTED, PROCESS_EXITED, PROCESS_VANISHED]);
/** How many other requests are read: GraphQL answers errors with status 200. */
const MAX_READ = 100;

/** The profile with this token, the latest request, or the last one that failed with an error of the app. */
export async function findProfile(
  store: Store,
  storage: string,
  name: string,
  zone = 'UTC',
): Promise<Profile> {
  if (name === 'latest') {
    const entry = await latestEntry(store, [REQUESTS], (Date.now() * 1000) as Micros);
    if (!entry) throw new CommandError(`${displayStorage(storage)} has no requests yet.`);
    return profileOf(store, entry);
  }
  if (name === 'last-error') {
    const entry = await lastError(store);
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

async function lastError(store: Store): Promise<Entry | undefined> {
  const [failed, others, ended] = await Promise.all([
    newest(store, [SERVER_ERRORS], 1),
    newest(store, [OTHERS], MAX_READ),
    newest(store, [PROCESSES, SERVER_ERRORS], 1),
  ]);
  const [last] = [...failed, ...others.filter(({ error }) => !NO_EXCEPTION.has(error)), ...ended].sort(
    (a, b) => b.time - a.time,
  );
  // The request whose code ended the process says more, unless it had succeeded before.
  const request = last?.kind === 'process' ? await entryOf(store, last.parent) : null;
  return request && request.error !== '' ? request : last;
}

/** Newest first: requests and jobs, unless the terms ask for another kind. */
async function newest(store: Store, terms: readonly Term[], limit: number): Promise<readonly Entry[]> {
  const kinds = terms.some(({ field }) => field === 'kind') ? [] : [REQUESTS];
  return (await store.search({ terms: [...kinds, ...terms], limit, cursor: null })).entries;
}
