import { parseIpRange } from '../../net/ip.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Token } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import { cursorAt } from '../../search/cursor.ts';
import { parsePattern } from '../../search/pattern.ts';
import type { QueryOptions, Store } from '../../store/store.ts';
import type { ClientRequests, SimilarRequest } from './profile-view.ts';

/** In milliseconds. Related requests must not delay the profile itself. */
const DEADLINE_MS = 200;
const CLIENT_REQUESTS = 5;
const MAIN: Term = { field: 'kind', not: false, any: ['main'] };
const SUCCEEDED: Term = { field: 'status', not: false, any: [{ from: 100, to: 399 }] };

type Position = Pick<Entry, 'time' | 'seq'>;

/** The next newer and the next older profile in a search. */
export async function neighboursInSearch(
  book: Store,
  terms: readonly Term[],
  position: Position,
  signal: AbortSignal,
): Promise<{ newer: Token | null; older: Token | null }> {
  const find = (toward: 'newer' | 'older') => nearest(book, terms, position, toward, signal);
  const [newer, older] = await Promise.all([find('newer'), find('older')]);
  return { newer, older };
}

/** Requests of the same client just after and just before this one; `null` if the client has no address. */
export async function clientRequestsAround(
  book: Store,
  entry: Entry,
  signal: AbortSignal,
): Promise<ClientRequests | null> {
  const range = parseIpRange(entry.ip);
  if (!range) return null;
  const terms: Term[] = [{ field: 'ip', not: false, any: [range] }, MAIN];
  const find = (toward: 'newer' | 'older') =>
    book.search(
      { terms, limit: CLIENT_REQUESTS, cursor: cursorAt(mainPosition(entry), toward) },
      queryOptions(signal),
    );
  const [later, earlier] = await Promise.all([find('newer'), find('older')]);
  return { later, earlier };
}

/** Earlier requests to the same route or URL, or runs of the same job: the previous one, and the last one that succeeded. */
export async function similarRequests(
  book: Store,
  entry: Entry,
  signal: AbortSignal,
): Promise<readonly SimilarRequest[]> {
  const { field, what } = similarity(entry);
  const pattern = parsePattern(entry[field].replace(/[\\*]/g, '\\$&'), 'whole');
  if (!pattern) return [];
  const terms: Term[] = [
    { field, not: false, any: [{ ...pattern, match: 'whole' }] },
    { field: 'method', not: false, any: [entry.method] },
    { field: 'kind', not: false, any: [entry.kind] },
  ];
  const failed = entry.status >= 400;
  const [previous, succeeded] = await Promise.all([
    nearest(book, terms, entry, 'older', signal),
    failed ? nearest(book, [...terms, SUCCEEDED], entry, 'older', signal) : null,
  ]);
  const similar: SimilarRequest[] = [];
  if (previous) similar.push({ label: `Previous ${what} (${previous})`, token: previous });
  if (succeeded && succeeded !== previous)
    similar.push({ label: `Last successful ${what} (${succeeded})`, token: succeeded });
  return similar;
}

/** What another profile must share to be similar. */
function similarity({ kind, route }: Entry): { field: 'operation' | 'route' | 'url'; what: string } {
  if (kind === 'job') return { field: 'operation', what: 'run of this job' };
  if (route !== '' && kind !== 'sub') return { field: 'route', what: 'request to this route' };
  return { field: 'url', what: 'request to this URL' };
}

async function nearest(
  book: Store,
  terms: readonly Term[],
  position: Position,
  toward: 'newer' | 'older',
  signal: AbortSignal,
): Promise<Token | null> {
  const page = await book.search(
    { terms, limit: 1, cursor: cursorAt(position, toward) },
    queryOptions(signal),
  );
  const [found] = page.entries;
  return found ? book.tokens.tokenOf(found.seq) : null;
}

/** The position of the main request: a sub-request has its time, and follows it. */
function mainPosition({ time, seq, parent }: Entry): Position {
  return { time, seq: parent ?? seq };
}

function queryOptions(signal: AbortSignal): QueryOptions {
  return { deadline: DEADLINE_MS, signal };
}
