import { formatDuration } from '../format/units.ts';
import type { Entry } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';
import { formatTime, type Micros } from '../profile/time.ts';
import type { Term } from '../search/criteria.ts';
import { cursorAt } from '../search/cursor.ts';
import { profileAt, profileOf } from '../store/profile-of.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { type Comparison, compareProfiles } from './compare-profiles.ts';
import { similarTo, wholeTerm } from './similar-requests.ts';

/** The last time that the same route and method worked, and what differs since then. */
export type SinceItWorked =
  | {
      readonly outcome: 'found';
      readonly last: Entry;
      /** The one that was compared. */
      readonly compared: Profile;
      readonly alike: Likeness;
      readonly comparison: Comparison;
    }
  | { readonly outcome: 'never' }
  /** The search reached its deadline. */
  | { readonly outcome: 'unknown'; readonly searchedTo: Micros }
  /** The route, path or job can't be searched for. */
  | { readonly outcome: 'impossible' };

/** The closest match that was found: same user, same release, or only the same route. */
export type Likeness = 'user' | 'release' | 'route';

/** How many requests that worked are read, to find one with a detail, and users and releases that worked. */
const MAX_WORKED = 20;
/** How many failures are read to find the release that they share. */
const MAX_FAILED = 20;
/** Fewer failures of one release may be chance. */
const MIN_FAILED = 2;
export const WORKED: Term = { field: 'status', not: false, any: [{ from: 100, to: 399 }] };
const CLIENT_OR_SERVER_ERROR: Term = { field: 'status', not: false, any: [{ from: 400, to: 599 }] };

/** Whether a request failed: by its status, or by an error such as one of GraphQL. */
export function hasFailed({ status, error }: Entry): boolean {
  return status >= 400 || error !== '';
}

/**
 * Compares a failed request with one that worked: with the last one of the same user, otherwise of the same release, otherwise with
 * the last one. One whose detail was kept comes first. An error stage is compared as its request.
 */
export async function sinceItWorked(
  book: Store,
  failed: Profile,
  options: QueryOptions,
): Promise<SinceItWorked> {
  const profile = await mainRequestOf(book, failed);
  const { entry } = profile;
  const similar = similarTo(entry);
  if (!similar) return { outcome: 'impossible' };
  const cursor = cursorAt(entry, 'older');
  const find = async (terms: readonly Term[]) => {
    const page = await book.search({ terms: [...terms, WORKED], limit: MAX_WORKED, cursor }, options);
    return { ...page, entries: page.entries.filter((each) => !hasFailed(each)) };
  };
  const any = await find(similar.terms);
  const [last] = any.entries;
  if (!last)
    return any.searchedTo === null
      ? { outcome: 'never' }
      : { outcome: 'unknown', searchedTo: any.searchedTo };

  /** The requests that worked with this user or release. Another search is needed only if older ones may exist. */
  const ofSame = async (field: 'user' | 'release') => {
    const value = entry[field];
    const found = value === '' ? [] : any.entries.filter((each) => each[field] === value);
    if (value === '' || found.some(isKept) || any.older === null) return found;
    const term = wholeTerm(field, value);
    return term ? (await find([...similar.terms, term])).entries : found;
  };
  const groups = [
    { alike: 'user', worked: await ofSame('user') },
    { alike: 'release', worked: await ofSame('release') },
    { alike: 'route', worked: any.entries },
  ] as const;
  const { alike, worked } =
    groups.find((group) => group.worked.some(isKept)) ??
    groups.find((group) => group.worked.length > 0) ??
    groups[2];
  const compared = await profileOf(book, worked.find(isKept) ?? worked[0] ?? last);
  const comparison = compareProfiles(compared, profile, {
    succeeded: worked,
    isReleaseShared:
      compared.entry.release !== entry.release &&
      (await areFailuresOfOneRelease(book, entry, similar.terms, options)),
  });
  return { outcome: 'found', last, compared, alike, comparison };
}

/** Whether the newest failures of the route are all of the release of this one. */
async function areFailuresOfOneRelease(
  book: Store,
  { release, status, error }: Entry,
  terms: readonly Term[],
  options: QueryOptions,
): Promise<boolean> {
  if (release === '') return false;
  const failed = status >= 400 ? CLIENT_OR_SERVER_ERROR : wholeTerm('error', error);
  if (!failed) return false;
  const { entries } = await book.search(
    { terms: [...terms, failed], limit: MAX_FAILED, cursor: null },
    options,
  );
  return entries.length >= MIN_FAILED && entries.every((each) => each.release === release);
}

function isKept({ detail }: Entry): boolean {
  return detail === 'kept';
}

async function mainRequestOf(book: Store, profile: Profile): Promise<Profile> {
  const { kind, parent } = profile.entry;
  if (kind !== 'error' || parent === null) return profile;
  return (await profileAt(book, parent)) ?? profile;
}

type Found = Extract<SinceItWorked, { outcome: 'found' }>;

/** Follows the token of the request that was compared. */
export const ALIKE_NOTES: Readonly<Record<Likeness, string>> = {
  user: ' (same user)',
  release: ' (same release)',
  route: '',
};

/** `3 s before this one`, and whether it is what was compared. */
export function lastWorkedText(
  { last, compared }: Found,
  { time }: Entry,
): { text: string; isLast: boolean } {
  const text = `${formatDuration(Math.max(0, time - last.time))} before this one`;
  return { text, isLast: compared.entry.seq === last.seq };
}

/** Why there is no request that worked to compare with. */
export function neverWorkedText(since: Exclude<SinceItWorked, { outcome: 'found' }>, zone: string): string {
  switch (since.outcome) {
    case 'never':
      return 'Has never worked in this book.';
    case 'unknown':
      return `When it last worked is not known: the search reached its time limit at ${formatTime(since.searchedTo, zone)} ${zone}.`;
    case 'impossible':
      return "When it last worked is not known: its route or URL can't be searched for.";
  }
}
