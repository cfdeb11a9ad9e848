import type { Micros } from '../../profile/time.ts';
import { SEQ_END, type Seq } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import type { Cursor } from '../../search/cursor.ts';
import { escapePattern } from '../../search/edit-query.ts';
import { parsePattern } from '../../search/pattern.ts';
import { groupedTerms } from '../../store/groups.ts';
import type { Store } from '../../store/store.ts';
import { periodBefore, termsIn } from './route-groups.ts';

/** When the first request of a release arrived. */
export interface ReleaseStart {
  readonly release: string;
  readonly time: Micros;
}

/** The latest ones. */
const MAX_RELEASES = 5;
/** Milliseconds for each search. */
const DEADLINE = 300;
/** Before all entries. */
const START: Cursor = { toward: 'newer', time: 0 as Micros, seq: (SEQ_END - 1) as Seq };

/** The releases of the app that began in the time of a search, the oldest first. Those that there was no time to find are left out. */
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

  /** One search for each takes a few milliseconds; a survey would count all requests. */
  async function latestReleases(): Promise<readonly string[]> {
    const found: string[] = [];
    const others: Term[] = [];
    while (found.length < MAX_RELEASES) {
      const page = await book.search({ terms: [...main, ...others], limit: 1, cursor: null }, options);
      const release = page.entries[0]?.release ?? '';
      const pattern = release === '' ? null : parsePattern(escapePattern(release), 'whole');
      if (!pattern) break;
      found.push(release);
      others.push({ field: 'release', not: true, any: [pattern] });
    }
    return found;
  }

  async function startOf(release: string): Promise<(ReleaseStart & { readonly isNew: boolean }) | null> {
    const pattern = parsePattern(escapePattern(release), 'whole');
    if (!pattern) return null;
    const own: Term = { field: 'release', not: false, any: [pattern] };
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
      // The app may have run with the first one before.
      .slice(1)
      .filter(({ isNew }) => isNew)
  );
}
