import type { Entry } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';
import type { Store } from './store.ts';

/** The profile of an entry. Its detail is `null` if it was not kept, or if the profile has been deleted since. */
export async function profileOf(book: Store, entry: Entry): Promise<Profile> {
  if (entry.detail !== 'kept') return { entry, detail: null };
  const profile = await book.get(book.tokens.tokenOf(entry.seq));
  return profile && 'entry' in profile ? profile : { entry, detail: null };
}
