import { wholeTerm } from '../../compare/similar-requests.ts';
import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import { START } from '../../search/cursor.ts';
import { termsIn } from '../../search/time-bounds.ts';
import { groupedTerms } from '../../store/groups.ts';
import type { Store } from '../../store/store.ts';
import { periodBefore } from './route-groups.ts';

export interface ReleaseStart {
  readonly release: string;
  readonly time: Micros;
}

const MAX_RELEASES = 5;
const DEADLINE = 300;

/** The releases that began in the time range of a search, the oldest first. Releases that are not found in time are left out. */
export async function readReleaseStarts(
  book: Store,
  terms: readonly Term[],
  signal: AbortSignal,
): Promise<readonly ReleaseStart[]> {
  const main = groupedTerms(terms);
  const options = { signal, deadline: DEADLINE };
  const releases = await latestReleases().catch(() => []);
  if (releases.length < 2) return [];
  const before = periodBefore(terms);
  const earlier = before && termsIn(main, before);

  /** One search per release takes a few milliseconds; a survey would count all requests. */
  async function latestReleases(): Promise<readonly string[]> {
    const found: string[] = [];
    const others: Term[] = [];
    while (found.length < MAX_RELEASES) {
      const page = await book.search({ terms: [...main, ...others], limit: 1, cursor: null }, options);
      const release = page.entries[0]?.release ?? '';
      const other = wholeTerm('release', release, true);
      if (!other) break;
      found.push(release);
      others.push(other);
    }
    return found;
  }

  async function startOf(release: string): Promise<(ReleaseStart & { readonly isNew: boolean }) | null> {
    const own = wholeTerm('release', release);
    if (!own) return null;
    const [oldest, last] = await Promise.all([
      book.search({ terms: [...main, own], limit: 1, cursor: START }, options),
      earlier && book.search({ terms: [...earlier, own], limit: 1, cursor: null }, options),
    ]);
    const [first] = oldest.entries;
    if (!first) return null;
    const isNew = !last || (last.entries.length === 0 && last.searchedTo === null);
    return { release, time: first.time, isNew };
  }

  const starts = await Promise.all(releases.map((release) => startOf(release).catch(() => null)));
  return (
    starts
      .filter((start) => start !== null)
      .sort((a, b) => a.time - b.time)
      // The first release may have been running before.
      .slice(1)
      .filter(({ isNew }) => isNew)
  );
}
