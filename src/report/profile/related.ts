import { similarTo, wholeTerm } from '../../compare/similar-requests.ts';
import { parseIpRange } from '../../net/ip.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Token } from '../../profile/token.ts';
import { COUNT_CAP, countedTerms, kindTerm, type Term } from '../../search/criteria.ts';
import { type Cursor, cursorAt, START } from '../../search/cursor.ts';
import { timeTerm } from '../../search/time-bounds.ts';
import type { Count, QueryOptions, Store } from '../../store/store.ts';
import { OTHER } from '../../store/survey.ts';

/** In milliseconds. Related requests must not delay the profile itself. */
const DEADLINE_MS = 200;
/** On each side of this one. */
const CLIENT_REQUESTS = 10;
const MAX_CALLS = 50;
/** Before and after this request, in microseconds. */
export const CLIENT_WINDOW = 5 * 60e6;
const MAIN = kindTerm('main');

/** The previous request to the same route, URL or job. */
export interface PreviousRequest {
  readonly token: Token;
  readonly what: string;
}

/** Requests of the same client in the minutes before and after this one. */
export interface ClientRequests {
  /** Newest first, with this request or its main request. */
  readonly requests: readonly Entry[];
  readonly isComplete: boolean;
  readonly isLimited: boolean;
}

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

/** Requests of the same client around this one; `null` if the client has no address. */
export async function clientRequestsAround(
  book: Store,
  entry: Entry,
  main: Entry | null,
  signal: AbortSignal,
): Promise<ClientRequests | null> {
  const range = parseIpRange(entry.ip);
  if (!range) return null;
  const time = { from: entry.time - CLIENT_WINDOW, to: entry.time + CLIENT_WINDOW };
  const terms: Term[] = [{ field: 'ip', not: false, any: [range] }, timeTerm(time), MAIN];
  const find = (toward: 'newer' | 'older') =>
    book.search(
      { terms, limit: CLIENT_REQUESTS, cursor: cursorAt(mainPosition(entry), toward) },
      queryOptions(signal),
    );
  const [later, earlier] = await Promise.all([find('newer'), find('older')]);
  const current = entry.parent === null ? entry : main;
  return {
    requests: [...later.entries, ...(current ? [current] : []), ...earlier.entries],
    isComplete: later.searchedTo === null && earlier.searchedTo === null,
    isLimited: later.newer !== null || earlier.older !== null,
  };
}

/** Requests with the same trace, by method and URL. Calls that the app sent to itself are among them. */
export async function callsByName(
  book: Store,
  { trace, seq }: Entry,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Token>> {
  if (trace === '') return new Map();
  const terms: Term[] = [{ field: 'trace', not: false, any: [trace] }, MAIN];
  const { entries } = await book.search({ terms, limit: MAX_CALLS, cursor: null }, queryOptions(signal));
  const others = entries.filter((entry) => entry.seq !== seq);
  return new Map(others.map((entry) => [`${entry.method} ${entry.url}`, book.tokens.tokenOf(entry.seq)]));
}

/** The previous request to the same route, URL or job. */
export async function previousRequest(
  book: Store,
  entry: Entry,
  signal: AbortSignal,
): Promise<PreviousRequest | null> {
  const similar = similarTo(entry);
  const token = similar && (await nearest(book, similar.terms, entry, 'older', signal));
  return token && { token, what: similar.what };
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

/** The position of the main request, whose time its sub-requests have too. */
function mainPosition({ time, seq, parent }: Entry): Position {
  return { time, seq: parent ?? seq };
}

function queryOptions(signal: AbortSignal): QueryOptions {
  return { deadline: DEADLINE_MS, signal };
}

export interface SameErrors {
  readonly count: Count;
  /** `null` if it was not found in time. */
  readonly first: Micros | null;
  readonly last: Micros | null;
}

/** Finds the errors of the same group; `null` if only the class of this one is known. */
export async function findSameErrors(
  book: Store,
  { error, errorGroup }: Entry,
  options: QueryOptions,
): Promise<SameErrors | null> {
  if (errorGroup === error || errorGroup === OTHER) return null;
  const own = wholeTerm('error', errorGroup);
  if (!own) return null;
  const terms = countedTerms([own]);
  const timeOf = async (cursor: Cursor | null) => {
    const { entries } = await book.search({ terms, limit: 1, cursor }, options);
    return entries[0]?.time ?? null;
  };
  const [count, first, last] = await Promise.all([
    book.count(terms, COUNT_CAP, options),
    timeOf(START),
    timeOf(null),
  ]);
  return { count, first, last };
}
