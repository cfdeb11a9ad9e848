import type { Entry } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';
import { formatTime, type Micros } from '../profile/time.ts';
import type { Term } from '../search/criteria.ts';
import { cursorAt } from '../search/cursor.ts';
import { profileAt, profileOf } from '../store/profile-of.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { type Comparison, compareProfiles } from './compare-profiles.ts';
import { similarTo } from './similar-requests.ts';

/** The last time that the same route and method worked, and what differs since then. */
export type SinceItWorked =
  | {
      readonly outcome: 'found';
      readonly last: Entry;
      /** The one that was compared: the newest of those that worked with a detail, or the last one. */
      readonly compared: Profile;
      readonly comparison: Comparison;
    }
  | { readonly outcome: 'never' }
  /** The search reached its deadline. */
  | { readonly outcome: 'unknown'; readonly searchedTo: Micros }
  /** The route, path or job can't be searched for. */
  | { readonly outcome: 'impossible' };

/** How many requests that worked are read, to find one with a detail, and users and releases that worked. */
const MAX_WORKED = 20;
export const WORKED: Term = { field: 'status', not: false, any: [{ from: 100, to: 399 }] };

/** Whether a request failed: by its status, or by an error such as one of GraphQL. */
export function hasFailed({ status, error }: Entry): boolean {
  return status >= 400 || error !== '';
}

/** Compares a failed request with the last one that worked. Its error stage is compared as the request. */
export async function sinceItWorked(
  book: Store,
  failed: Profile,
  options: QueryOptions,
): Promise<SinceItWorked> {
  const profile = await mainRequestOf(book, failed);
  const similar = similarTo(profile.entry);
  if (!similar) return { outcome: 'impossible' };
  const page = await book.search(
    { terms: [...similar.terms, WORKED], limit: MAX_WORKED, cursor: cursorAt(profile.entry, 'older') },
    options,
  );
  const worked = page.entries.filter((entry) => !hasFailed(entry));
  const [last] = worked;
  if (!last)
    return page.searchedTo === null
      ? { outcome: 'never' }
      : { outcome: 'unknown', searchedTo: page.searchedTo };
  const kept = worked.find(({ detail }) => detail === 'kept') ?? last;
  const compared = await profileOf(book, kept);
  const comparison = compareProfiles(compared, profile, { succeeded: worked });
  return { outcome: 'found', last, compared, comparison };
}

async function mainRequestOf(book: Store, profile: Profile): Promise<Profile> {
  const { kind, parent } = profile.entry;
  if (kind !== 'error' || parent === null) return profile;
  return (await profileAt(book, parent)) ?? profile;
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
