import type { Entry } from '../../profile/entry.ts';
import type { Header, Profile } from '../../profile/profile.ts';
import type { Store } from '../../store/store.ts';

/** The request headers of a profile. Error stages and sub-requests use those of their main request. */
export async function requestHeadersOf(book: Store, { entry, detail }: Profile): Promise<readonly Header[]> {
  if (detail && detail.requestHeaders.length > 0) return detail.requestHeaders;
  if (entry.parent === null) return [];
  const parent = await book.get(book.tokens.tokenOf(entry.parent));
  return parent && 'entry' in parent ? (parent.detail?.requestHeaders ?? []) : [];
}

/** The profile of an entry. Its detail is `null` if it was not kept, or if the profile has been deleted since. */
export async function profileOf(book: Store, entry: Entry): Promise<Profile> {
  if (entry.detail !== 'kept') return { entry, detail: null };
  const profile = await book.get(book.tokens.tokenOf(entry.seq));
  return profile && 'entry' in profile ? profile : { entry, detail: null };
}
