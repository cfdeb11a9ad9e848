import { wholeTerm } from '../../compare/similar-requests.ts';
import { parseIpRange } from '../../net/ip.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Term } from '../../search/criteria.ts';
import { pathOf } from '../../search/pattern.ts';
import { type Group, groupedTerms } from '../../store/groups.ts';
import type { Store } from '../../store/store.ts';
import { clientClass } from './client-class.ts';

export interface PathCount {
  readonly paths: number;
  /** The latest requests that were counted, at most {@link COUNTED_REQUESTS}. */
  readonly requests: number;
  /** Whether these are all of its requests. If not, there may be more paths. */
  readonly isAll: boolean;
}

/** How many requests of a client are read to count its paths. More would take longer than the figures of all clients. */
export const COUNTED_REQUESTS = 50;

export interface PathsOptions {
  /** What the groups are; `client` by default. */
  readonly by?: 'client' | 'user';
  /** Milliseconds for all clients. Clients that are not reached in time have no count. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
}

/** Counts the distinct paths of clients: scanners first, then in the order of the list. Clients that were not counted are not in the result. */
export async function countPaths(
  book: Store,
  terms: readonly Term[],
  clients: readonly Group[],
  { by = 'client', deadline, signal = new AbortController().signal }: PathsOptions,
): Promise<ReadonlyMap<string, PathCount>> {
  const counts = new Map<string, PathCount>();
  const end = performance.now() + deadline;
  const scannersFirst = clients.toSorted((a, b) => Number(isScanner(b)) - Number(isScanner(a)));
  for (const { value, requests } of scannersFirst) {
    const left = end - performance.now();
    if (left <= 0 || signal.aborted) break;
    const own = termOf(value, by);
    if (own === null) continue;
    const criteria = { terms: groupedTerms([...terms, own]), limit: COUNTED_REQUESTS, cursor: null };
    const page = await book.search(criteria, { signal, deadline: left }).catch(() => null);
    if (page === null || page.searchedTo !== null) continue;
    counts.set(value, {
      paths: distinctPaths(page.entries),
      requests: page.entries.length,
      isAll: page.entries.length >= requests,
    });
  }
  return counts;
}

/** A term for the requests of a group; `null` if they can't be searched for. */
function termOf(value: string, by: 'client' | 'user'): Term | null {
  if (by === 'user') return wholeTerm('user', value);
  const range = parseIpRange(value);
  return range && { field: 'ip', not: false, any: [range] };
}

function isScanner(client: Group): boolean {
  return clientClass(client) === 'scanner';
}

function distinctPaths(entries: readonly Pick<Entry, 'url'>[]): number {
  return new Set(entries.map(({ url }) => pathOf(url) || '/')).size;
}
