import { countOf } from '../../format/count-text.ts';
import { textStart } from '../../format/cut-text.ts';
import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Span } from '../../profile/profile.ts';
import { isTransactionControl, waitOf } from '../../profile/query-time.ts';
import type { QueryGroup, QuerySummary } from './query-groups.ts';
import type { Transaction } from './transactions.ts';

/** More calling lines, errors or transactions of a group are only counted. */
export const MAX_LISTED = 3;
/** Repeats that make a query an N+1 query. */
export const MIN_N_PLUS_ONE = 5;
/** Longer names are cut; the JSON export has them in full. */
const MAX_DATABASE_LENGTH = 40;

/** `13 queries ran for 41 ms (47% of the request) and waited 3 ms for a connection.` */
export function summaryText({ count, ran, share, waited, overlaps }: QuerySummary): string {
  const wait = waited > 0 ? ` and waited ${formatDuration(waited)} for a connection` : '';
  const once = overlaps ? ' Time when queries overlap is counted once.' : '';
  return `${countOf(count, 'query')} ran for ${formatDuration(ran)} (${percent(share)} of the request)${wait}.${once}`;
}

/** `2 failed, 1 did not finish.`, or empty. */
export function problemText({ failed, open }: Pick<QuerySummary, 'failed' | 'open'>): string {
  const problems = [failed > 0 && `${failed} failed`, open > 0 && `${open} did not finish`].filter(Boolean);
  return problems.length === 0 ? '' : `${problems.join(', ')}.`;
}

/** How many queries have no calling line; empty if all or none have one. */
export function notLocatedText({ count, located }: QuerySummary): string {
  if (located === 0 || located === count) return '';
  return `The calling line of ${countOf(count - located, 'query')} is not known.`;
}

/** Whether one line of the app seems to repeat the query. Calls without a recorded line count for it if all others come from there. */
export function isNPlusOne({ kind, statement, count, callers }: QueryGroup): boolean {
  if (kind === 'cache' || isTransactionControl(statement)) return false;
  const [top, ...others] = callers;
  return (top && others.length > 0 ? top.count : count) >= MIN_N_PLUS_ONE;
}

/** How long the queries of a group ran: `41 ms`, or `not finished`. */
export function totalText({ open, count, total }: QueryGroup): string {
  return open === count ? 'not finished' : formatDuration(total);
}

/** The problems of a group: `failed 2 times: deadlock`, `1 did not finish`. */
export function problemsOf({ errors, failed, open, count }: QueryGroup): string[] {
  const named = errors.slice(0, MAX_LISTED).map((error) => {
    const times = error.count > 1 ? ` ${error.count} times` : '';
    return `failed${times}: ${visibleText(error.text)}`;
  });
  if (errors.length > MAX_LISTED) named.push(`${failed} failed, with ${errors.length} different errors`);
  if (open > 0 && open < count) named.push(`${open} did not finish`);
  return named;
}

/** The worst N+1 query in words. `place` is the line that repeats it, empty if not known. */
export interface NPlusOneText {
  readonly before: string;
  readonly place: string;
  readonly after: string;
}

export function nPlusOneText(groups: readonly QueryGroup[]): NPlusOneText | null {
  const [worst, ...others] = groups.filter(isNPlusOne).sort((a, b) => b.count - a.count);
  if (!worst) return null;
  const { statement, count, total, callers } = worst;
  const [caller] = callers;
  const more = others.length > 0 ? `, and ${countOf(others.length, 'more query')} repeated like this` : '';
  return {
    before: `the same query ran ${count} times, ${formatDuration(total)} in total${caller ? `, ${callerShare(worst)}from ` : ''}`,
    place: visibleText(caller?.text ?? ''),
    after: `${more}. ${adviceFor(statement)}`,
  };
}

/** `Transaction 1: 4 queries in 12 ms, ended with COMMIT` */
export function transactionText({ number, queries, duration, end, endFailed }: Transaction): string {
  const ending = end === '' ? 'its end was not recorded' : endFailed ? `${end} failed` : `ended with ${end}`;
  return `Transaction ${number}: ${countOf(queries.length, 'query')} in ${formatDuration(duration)}, ${ending}`;
}

/** `postgresql`; with the name of the database if the request used several. */
export function databaseText({ kind, system, database }: QueryGroup, groups: readonly QueryGroup[]): string {
  const named = new Set(groups.flatMap((group) => (group.database === '' ? [] : group.database)));
  const text = [system || kind, named.size > 1 ? database : ''].filter(Boolean).join(' ');
  const start = textStart(text, MAX_DATABASE_LENGTH);
  return `${visibleText(start)}${start === text ? '' : '…'}`;
}

function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded === 0 && share > 0 ? 'less than 1%' : `${rounded}%`;
}

/** How many of the calls came from the most frequent line. Only the lines of the first calls are recorded. */
function callerShare({ count, callers }: QueryGroup): string {
  const top = callers[0]?.count ?? 0;
  if (top === count) return '';
  if (callers.length === 1) return 'the first of them ';
  const located = callers.reduce((sum, caller) => sum + caller.count, 0);
  return `${located === count ? '' : 'at least '}${top === 1 ? 'once' : `${top} times`} `;
}

function adviceFor(statement: string): string {
  return /^\s*(?:insert|update|delete|merge|replace)\b/i.test(statement)
    ? 'Write all rows with one query instead.'
    : 'Load all rows with one query instead.';
}

/** How a span ended, except for its error: status, rows, waiting time and transaction. */
export function outcomeText(span: Span, transaction?: number): string {
  const { status, rows } = span;
  const waited = waitOf(span);
  return [
    status,
    rows !== undefined && countOf(rows, 'row'),
    waited > 0 && `waited ${formatDuration(waited)}`,
    transaction !== undefined && `transaction ${transaction}`,
  ]
    .filter((fact) => fact !== undefined && fact !== false)
    .join(', ');
}
