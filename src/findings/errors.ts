import { wholeTerm } from '../compare/similar-requests.ts';
import { ABORTED, type Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { DAY } from '../profile/time.ts';
import type { NumberRange, Term } from '../search/criteria.ts';
import { type Cursor, START } from '../search/cursor.ts';
import { addClause } from '../search/edit-query.ts';
import type { Group } from '../store/groups.ts';
import { OTHER } from '../store/survey.ts';
import type { ErrorIsBack, NewError } from './finding.ts';
import { valueClause } from './in-common/trait.ts';
import { type Asked, isLate, type Period, releaseBegunAt, within } from './period.ts';

/** Groups that are looked at, the largest first. */
const MAX_GROUPS = 50;
const GROUPS_MS = 1000;
const SEARCH_MS = 300;
/** An error that was not seen for this long is back when it is seen again. */
const ABSENT = 7 * DAY;

/** Errors that are new in the period or in the latest release, and those that are back after a release or a week. */
export async function errorFindings(
  asked: Asked,
  period: Period,
): Promise<readonly (NewError | ErrorIsBack)[]> {
  const { book, terms, deadline } = asked;
  const { groups } = await book.groups(terms, 'error', MAX_GROUPS, deadline.options(GROUPS_MS));
  const found: (NewError | ErrorIsBack)[] = [];
  for (const group of groups) {
    const own = group.value === ABORTED || group.value === OTHER ? null : wholeTerm('error', group.value);
    if (!own || deadline.isOver) continue;
    const finding = await findingOf(asked, period, group, own);
    if (finding) found.push(finding);
  }
  return found;
}

/** `null` for an error that is neither new nor back, and if the book does not reach back far enough to know. */
async function findingOf(
  asked: Asked,
  period: Period,
  group: Group,
  own: Term,
): Promise<NewError | ErrorIsBack | null> {
  const { from, to, releases } = period;
  const { value, requests, last } = group;
  const find = (range: NumberRange, cursor: Cursor | null) => findError(asked, period, own, range, cursor);
  const first = await find({ from: 0, to }, START);
  if (!first) return null;
  const common = { subject: value, count: requests, query: queryOf(asked.text, value) };
  const evidenceOf = (start: Entry, release: string) => ({
    first: start.time,
    last,
    release,
    where: whereOf(start),
  });
  const begun = releaseBegunAt(releases, first.time);
  const isOfRelease = begun !== null && (begun === releases.at(-1) || begun.time >= from);
  const starts = [...(isOfRelease ? [begun.time] : []), ...(first.time >= from ? [from] : [])];
  for (const start of starts)
    if (await isLate(requests, { from: 0, to: start - 1 }, { from: start, to }, period))
      return {
        kind: 'new',
        ...common,
        evidence: evidenceOf(first, start === begun?.time ? begun.release : ''),
      };
  if (starts.length > 0) return null;
  const [before, again] = await Promise.all([
    find({ from: 0, to: from - 1 }, null),
    find({ from, to }, START),
  ]);
  if (!before || !again) return null;
  const absentSince = before.time;
  if (again.time - absentSince < ABSENT && !isAbsentForRelease(period, absentSince, again.time)) return null;
  const gap = { from: absentSince + 1, to: again.time - 1 };
  if (!(await isLate(requests, gap, { from: again.time, to }, period))) return null;
  const since = releaseBegunAt(releases, again.time);
  const release = since && since.time > absentSince ? since.release : '';
  return { kind: 'back', ...common, evidence: { ...evidenceOf(again, release), absentSince } };
}

/** The first request with an error in a time, or the last; `null` if there is none, or none that was found in time. */
async function findError(
  { book, deadline }: Asked,
  { scope }: Period,
  own: Term,
  range: NumberRange,
  cursor: Cursor | null,
): Promise<Entry | null> {
  const terms = [...scope, own, KINDS, within(range)];
  const page = await book.search({ terms, limit: 1, cursor }, deadline.options(SEARCH_MS));
  return page.entries[0] ?? null;
}

function whereOf({ kind, operation, method, route, url }: Entry): string {
  return kind === 'job' ? operation : `${method} ${route || url}`;
}

const KINDS: Term = { field: 'kind', not: false, any: ['main', 'job'] };

/** Whether a whole release, from its start to that of the next one, lies between. */
function isAbsentForRelease({ releases }: Period, from: Micros, to: Micros): boolean {
  return releases.some(({ time }, at) => {
    const next = releases[at + 1];
    return next !== undefined && time >= from && next.time <= to;
  });
}

function queryOf(text: string, error: string): string | null {
  const clause = valueClause('error', error);
  return clause && addClause(addClause(text, clause), 'kind:main,job');
}
