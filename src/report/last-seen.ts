import { wholeTerm } from '../compare/similar-requests.ts';
import type { Micros } from '../profile/time.ts';
import type { Term } from '../search/criteria.ts';
import type { Store } from '../store/store.ts';
import type { FacetValue } from '../store/survey.ts';
import type { Deadline } from './deadline.ts';

/** The senders whose last request is worth knowing. */
export const SENDERS = ['service', 'instance'] as const;
export type Sender = (typeof SENDERS)[number];
/** When each sender had its last request. One that is missing was not found in time. */
export type LastSeen = Readonly<Record<Sender, ReadonlyMap<string, Micros>>>;

const SEARCH_MS = 100;

/** One search for each value, where there are several. */
export async function readLastSeen(
  book: Store,
  terms: readonly Term[],
  facets: Readonly<Record<Sender, readonly FacetValue[]>>,
  deadline: Deadline,
): Promise<LastSeen> {
  const [service, instance] = await Promise.all(SENDERS.map(timesOf));
  return { service: new Map(service), instance: new Map(instance) };

  async function timesOf(sender: Sender): Promise<readonly (readonly [string, Micros])[]> {
    const times: (readonly [string, Micros])[] = [];
    if (facets[sender].length < 2) return times;
    for (const { value } of facets[sender]) {
      const own = wholeTerm(sender, value);
      if (!own || deadline.isOver) continue;
      const asked = { terms: [...terms, own], limit: 1, cursor: null };
      const { entries } = await book.search(asked, deadline.options(SEARCH_MS));
      for (const { time } of entries) times.push([value, time]);
    }
    return times;
  }
}
