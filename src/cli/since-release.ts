import { wholeTerm } from '../compare/similar-requests.ts';
import type { Micros } from '../profile/time.ts';
import { START } from '../search/cursor.ts';
import { sinceText } from '../search/time-range-text.ts';
import { parseTime } from '../search/time-text.ts';
import type { Store } from '../store/store.ts';

/** The value of `--since` as a clause of a query: a time, an age, or a release of the book, which means when it began. */
export async function sinceClause(book: Store, since: string, zone: string): Promise<string> {
  const isTime = parseTime(since, { now: (Date.now() * 1000) as Micros, zone }) !== null;
  const own = isTime ? null : wholeTerm('release', since);
  const page = own && (await book.search({ terms: [own], limit: 1, cursor: START }));
  const [first] = page?.entries ?? [];
  return `since:${first ? sinceText(first.time, 'UTC') : since}`;
}
