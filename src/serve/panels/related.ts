import { parseIpRange } from '../../net/ip.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Token } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import { cursorAt } from '../../search/cursor.ts';
import { parsePattern } from '../../search/pattern.ts';
import type { QueryOptions, Store } from '../../store/store.ts';
import type { ClientRequests, SimilarRequest } from './profile-view.ts';

/** Milliseconds for what is only beside the point: the profile itself is not to wait for it. */
const DEADLINE = 200;
const AROUND = 5;
const MAIN: Term = { field: 'kind', not: false, any: ['main'] };
const SUCCEEDED: Term = { field: 'status', not: false, any: [{ from: 100, to: 399 }] };

type Place = Pick<Entry, 'time' | 'seq'>;

/** The profiles beside this one in a listing. */
export async function neighboursInSearch(
  book: Store,
  terms: readonly Term[],
  place: Place,
  signal: AbortSignal,
): Promise<{ newer: Token | null; older: Token | null }> {
  const ask = (toward: 'newer' | 'older') => nearest(book, terms, place, toward, signal);
  const [newer, older] = await Promise.all([ask('newer'), ask('older')]);
  return { newer, older };
}

/** What the client of this request asked for around it. */
export async function clientRequestsAround(
  book: Store,
  entry: Entry,
  signal: AbortSignal,
): Promise<ClientRequests | null> {
  const range = parseIpRange(entry.ip);
  if (!range) return null;
  const terms: Term[] = [{ field: 'ip', not: false, any: [range] }, MAIN];
  const ask = (toward: 'newer' | 'older') =>
    book.search({ terms, limit: AROUND, cursor: cursorAt(mainPlace(entry), toward) }, within(signal));
  const [after, before] = await Promise.all([ask('newer'), ask('older')]);
  return { later: after, earlier: before };
}

/** Earlier requests of the same kind that it may be held against. */
export async function similarRequests(book: Store, entry: Entry, signal: AbortSignal): Promise<readonly SimilarRequest[]> {
  const routed = entry.route !== '' && entry.kind !== 'sub';
  const pattern = parsePattern((routed ? entry.route : entry.url).replace(/[\\*]/g, '\\$&'), 'whole');
  if (!pattern) return [];
  const terms: Term[] = [
    { field: routed ? 'route' : 'url', not: false, any: [{ ...pattern, match: 'whole' }] },
    { field: 'method', not: false, any: [entry.method] },
    { field: 'kind', not: false, any: [entry.kind] },
  ];
  const of = routed ? 'this route' : 'this URL';
  const failed = entry.status >= 400;
  const [last, good] = await Promise.all([
    nearest(book, terms, entry, 'older', signal),
    failed ? nearest(book, [...terms, SUCCEEDED], entry, 'older', signal) : null,
  ]);
  const likes: SimilarRequest[] = [];
  if (last) likes.push({ label: `The previous one of ${of} (${last})`, token: last });
  if (good && good !== last) likes.push({ label: `The last of ${of} that succeeded (${good})`, token: good });
  return likes;
}

async function nearest(
  book: Store,
  terms: readonly Term[],
  place: Place,
  toward: 'newer' | 'older',
  signal: AbortSignal,
): Promise<Token | null> {
  const page = await book.search({ terms, limit: 1, cursor: cursorAt(place, toward) }, within(signal));
  const [found] = page.entries;
  return found ? book.tokens.tokenOf(found.seq) : null;
}

/** A sub-request stands right below its main request, whose place this is. */
function mainPlace({ time, seq, parent }: Entry): Place {
  return { time, seq: parent ?? seq };
}

function within(signal: AbortSignal): QueryOptions {
  return { deadline: DEADLINE, signal };
}
