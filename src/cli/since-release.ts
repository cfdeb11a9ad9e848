import type { Command } from 'commander';
import { wholeTerm } from '../compare/similar-requests.ts';
import type { Micros } from '../profile/time.ts';
import { parseGrouped } from '../report/parse-search.ts';
import { START } from '../search/cursor.ts';
import { hasStart } from '../search/time-bounds.ts';
import { sinceText } from '../search/time-range-text.ts';
import { parseTime } from '../search/time-text.ts';
import type { Store } from '../store/store.ts';
import { readQuery, type ValidSearch } from './query-argument.ts';
import { withBook } from './with-book.ts';

interface SinceOptions {
  readonly storage: string;
  readonly tz: string;
  readonly since?: string;
}

/** Works with a book and a query that begins at `--since`. A query with a start of its own needs no default. */
export async function withQuerySince(
  words: readonly string[],
  command: Command,
  { storage, tz, since }: SinceOptions,
  work: (store: Store, search: ValidSearch) => Promise<void>,
): Promise<void> {
  const read = (all: readonly string[]) => readQuery(all, command, { params: { tz }, parse: parseGrouped });
  const asked = read(words);
  if (!asked) return;
  const isDefault = command.getOptionValueSource('since') === 'default';
  const isNeeded = since !== undefined && !(isDefault && hasStart(asked.criteria.terms));
  await withBook(storage, async (store) => {
    const search = isNeeded ? read([...words, await sinceClause(store, since, tz)]) : asked;
    if (search) await work(store, search);
  });
}

/** The value of `--since` as a clause of a query: a time, an age, or a release of the book, which means when it began. */
export async function sinceClause(book: Store, since: string, zone: string): Promise<string> {
  const isTime = parseTime(since, { now: (Date.now() * 1000) as Micros, zone }) !== null;
  const own = isTime ? null : wholeTerm('release', since);
  const page = own && (await book.search({ terms: [own], limit: 1, cursor: START }));
  const [first] = page?.entries ?? [];
  return `since:${first ? sinceText(first.time, 'UTC') : since}`;
}
