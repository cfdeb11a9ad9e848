import type { Body } from '../../profile/body.ts';
import type { Detail, Header, Profile } from '../../profile/profile.ts';
import type { Store } from '../../store/store.ts';

/** What a client can send again. */
export interface RecordedRequest {
  readonly headers: readonly Header[];
  readonly body?: Body | undefined;
}

/** The headers and the body of a request. Error stages and sub-requests have those of their main request. */
export async function requestOf(book: Store, { entry, detail }: Profile): Promise<RecordedRequest> {
  if (entry.parent === null || (detail && detail.requestHeaders.length > 0)) return partsOf(detail);
  const parent = await book.get(book.tokens.tokenOf(entry.parent));
  return partsOf(parent && 'entry' in parent ? parent.detail : null);
}

function partsOf(detail: Detail | null): RecordedRequest {
  return { headers: detail?.requestHeaders ?? [], body: detail?.requestBody };
}
