import { wholeTerm } from '../compare/similar-requests.ts';
import { ABORTED, type Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { DAY } from '../profile/time.ts';
import { kindTerm, type NumberRange, type Term } from '../search/criteria.ts';
import { type Cursor, START } from '../search/cursor.ts';
import { addClause } from '../search/edit-query.ts';
import { FOREVER, termsIn } from '../search/time-bounds.ts';
import type { Group, Groups } from '../store/groups.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { OTHER } from '../store/survey.ts';
import type { ErrorIsBack, NewError } from './finding.ts';
import { valueClause } from './in-common/trait.ts';
import { type Asked, isLate, type Period, releaseBegunAt } from './period.ts';

/** Groups that are looked at, the largest first. */
const MAX_GROUPS = 50;
/** Groups of the time before that they are looked for in. */
const MAX_SEEN = 1000;
const GROUPS_MS = 1000;
const SEARCH_MS = 300;
/** An error that was not seen for this long is back when it is seen again. */
const ABSENT = 7 * DAY;

/** Responses with 4xx are the client's errors: only a search for a status has them. */
const OF_CLIENT: Term = { field: 'status', not: true, any: [{ from: 400, to: 499 }] };

export function errorTerms(terms: readonly Term[]): readonly Term[] {
  return terms.some(({ field, not }) => field === 'status' && !not) ? terms : [...terms, OF_CLIENT];
}

/** The errors of a search by their group, the most frequent first. */
export async function groupErrors(
  book: Store,
  terms: readonly Term[],
  limit: number,
  options: QueryOptions,
): Promise<Groups> {
  const found = await book.groups(errorTerms(terms), 'error', limit, options);
  return { ...found, groups: found.groups.filter(({ value }) => value !== ABORTED) };
}

/** Errors that are new in the period or in the latest release, and those that are back after a release or a week. */
export async function errorFindings(
  asked: Asked,
  period: Period,
): Promise<readonly (NewError | ErrorIsBack)[]> {
  const { book, terms, deadline } = asked;
  const { groups } = await groupErrors(book, terms, MAX_GROUPS, deadline.options(GROUPS_MS));
  const seen = await seenBefore(asked, period);
  const found: (NewError | ErrorIsBack)[] = [];
  for (const group of groups) {
    if (deadline.isOver) break;
    const finding = await errorFinding(asked, period, group, seen.get(group.value) ?? null);
    if (finding) found.push(finding);
  }
  return found;
}

/** When each error was last seen in as much time before the period: most errors go on, and this takes one query for all of them. */
export async function seenBefore(
  { book, deadline }: Asked,
  { from, to, scope }: Period,
): Promise<ReadonlyMap<string, Micros>> {
  const before = termsIn(scope, { from: Math.max(0, from - (to - from + 1)), to: from - 1 });
  const { groups } = await groupErrors(book, before, MAX_SEEN, deadline.options(GROUPS_MS));
  return new Map(groups.map(({ value, last }) => [value, last]));
}

/** The first request with an error; `null` if it was not found in time. */
export async function firstWithError(asked: Asked, period: Period, { value }: Group): Promise<Entry | null> {
  const own = value === OTHER ? null : wholeTerm('error', value);
  return own && findError(asked, period, own, { from: 0, to: period.to }, START);
}

/**
 * Whether an error is new or back; `null` if it is neither, and if the book does not reach back far enough to know.
 * @param group the error as it was counted in the period
 * @param seen when it was last seen before; `null` if that is not known
 */
export async function errorFinding(
  asked: Asked,
  period: Period,
  group: Group,
  seen: Micros | null,
): Promise<NewError | ErrorIsBack | null> {
  const own = group.value === OTHER ? null : wholeTerm('error', group.value);
  if (!own) return null;
  const { from, to, releases } = period;
  const find = (range: NumberRange, cursor: Cursor | null) => findError(asked, period, own, range, cursor);
  const isOlder = (time: Micros) => time < (releases.at(-1)?.time ?? FOREVER);
  const isBack = (time: Micros) => wasMissed(period, time, group);
  if (seen !== null && isOlder(seen) && !(await isBack(seen))) return null;
  const last = await find({ from: 0, to: from - 1 }, null);
  const begun = last && isOlder(last.time) ? null : await firstWithError(asked, period, group);
  const added = begun && (await newFinding(asked, period, group, begun));
  return added ?? (last && (await isBack(last.time)) ? await backFinding(last.time) : null);

  async function backFinding(absentSince: Micros): Promise<ErrorIsBack | null> {
    const again = await find({ from, to }, START);
    if (!again) return null;
    const since = releaseBegunAt(releases, again.time);
    const release = since && since.time > absentSince ? since.release : '';
    const evidence = { ...evidenceOf(again, group, release), absentSince };
    return { kind: 'back', ...commonOf(asked, group), evidence };
  }
}

async function newFinding(
  asked: Asked,
  period: Period,
  group: Group,
  first: Entry,
): Promise<NewError | null> {
  const { from, to, releases } = period;
  const begun = releaseBegunAt(releases, first.time);
  const isOfRelease = begun !== null && (begun === releases.at(-1) || begun.time >= from);
  const starts = [...(isOfRelease ? [begun.time] : []), ...(first.time >= from ? [from] : [])];
  for (const start of starts) {
    const before = { from: 0, to: start - 1 };
    if (!(await isLate(group.requests, before, { from: start, to }, period))) continue;
    const release = start === begun?.time ? begun.release : '';
    return { kind: 'new', ...commonOf(asked, group), evidence: evidenceOf(first, group, release) };
  }
  return null;
}

function commonOf({ text }: Asked, { value, requests }: Group) {
  return { subject: value, count: requests, query: queryOf(text, value) };
}

function evidenceOf(start: Entry, { last }: Group, release: string) {
  return { first: start.time, last, release, where: whereOf(start) };
}

/** The first request with an error in a time, or the last; `null` if there is none, or none that was found in time. */
async function findError(
  { book, deadline }: Asked,
  { scope }: Period,
  own: Term,
  range: NumberRange,
  cursor: Cursor | null,
): Promise<Entry | null> {
  const terms = [...termsIn(scope, range), own, KINDS];
  const page = await book.search({ terms, limit: 1, cursor }, deadline.options(SEARCH_MS));
  return page.entries[0] ?? null;
}

export function whereOf({ kind, operation, method, route, url }: Entry): string {
  return kind === 'job' ? operation : `${method} ${route || url}`;
}

const KINDS = kindTerm('main', 'job');

/** Whether an error was absent for a week or a release, and would have been seen in that time if it had gone on. */
async function wasMissed(period: Period, last: Micros, { first, requests }: Group): Promise<boolean> {
  const { to } = period;
  // A release may have lasted a minute, and this takes no query.
  const expected = (requests * (first - last)) / Math.max(1, to - first);
  if (expected < 1 || !wasAbsent(period, last, first)) return false;
  return isLate(requests, { from: last + 1, to: first - 1 }, { from: first, to }, period);
}

/** Whether a week, or a whole release from its start to that of the next one, lies between. */
function wasAbsent({ releases }: Period, from: Micros, to: Micros): boolean {
  if (to - from >= ABSENT) return true;
  return releases.some(({ time }, at) => {
    const next = releases[at + 1];
    return next !== undefined && time >= from && next.time <= to;
  });
}

function queryOf(text: string, error: string): string | null {
  const clause = valueClause('error', error);
  return clause && addClause(addClause(text, clause), 'kind:main,job');
}
