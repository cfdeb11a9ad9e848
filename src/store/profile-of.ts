import type { Entry } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';
import type { Seq } from '../profile/token.ts';
import type { Store } from './store.ts';

/** The profile of an entry. Its detail is `null` if it was not kept, or if the profile has been deleted since. */
export async function profileOf(book: Store, entry: Entry): Promise<Profile> {
  const profile = entry.detail === 'kept' ? await profileAt(book, entry.seq) : null;
  return profile ?? { entry, detail: null };
}

/** `null` if it is no longer in the book. */
export async function profileAt(book: Store, seq: Seq): Promise<Profile | null> {
  const profile = await book.get(book.tokens.tokenOf(seq));
  return profile && 'entry' in profile ? profile : null;
}
