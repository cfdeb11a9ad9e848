import { countOf, countText } from '../../format/count-text.ts';
import { textStart } from '../../format/cut-text.ts';
import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Profile } from '../../profile/profile.ts';
import { type QueryGroup, queryGroups, querySummary } from '../../report/profile/query-groups.ts';
import {
  databaseText,
  isNPlusOne,
  MAX_LISTED,
  notLocatedText,
  nPlusOneText,
  problemsOf,
  problemText,
  summaryText,
  totalText,
  transactionText,
} from '../../report/profile/query-texts.ts';
import { transactionsOf } from '../../report/profile/transactions.ts';

/** More groups or transactions are only counted; `--json` has all of them. */
const MAX_GROUPS = 20;
const MAX_STATEMENT_LENGTH = 400;

/** The Queries panel as lines of text; empty if there were no queries. */
export function queryLines(profile: Profile): readonly string[] {
  const { spans = [] } = profile.detail ?? {};
  const groups = queryGroups(spans);
  if (groups.length === 0) return [];
  const summary = querySummary(profile);
  const warning = nPlusOneText(groups);
  const transactions = transactionsOf(spans);
  return [
    `${summaryText(summary)} ${problemText(summary)}`.trimEnd(),
    warning ? `N+1 query: ${warning.before}${warning.place}${warning.after}` : '',
    ...groups.slice(0, MAX_GROUPS).flatMap((group) => groupLines(group, groups)),
    moreText(groups.length, 'distinct queries'),
    notLocatedText(summary),
    ...transactions.slice(0, MAX_GROUPS).map(transactionText),
    moreText(transactions.length, 'transactions'),
  ].filter((line) => line !== '');
}

function groupLines(group: QueryGroup, groups: readonly QueryGroup[]): readonly string[] {
  const { count, longest, waited, rows, open, callers, transactions } = group;
  const figures = [
    `${count}×`,
    totalText(group),
    count > 1 && open < count && `longest ${formatDuration(longest)}`,
    waited > 0 && `waited ${formatDuration(waited)}`,
    rows !== null && countOf(rows, 'row'),
    databaseText(group, groups),
    isNPlusOne(group) && 'N+1',
    transactions.length > 0 && transactionList(transactions),
  ].filter((figure) => figure !== false);
  const facts = [
    statementText(group.statement),
    ...callers
      .slice(0, MAX_LISTED)
      .map((caller) => `from ${visibleText(caller.text)}${callers.length > 1 ? ` ${caller.count}×` : ''}`),
    callers.length > MAX_LISTED ? `from ${callers.length - MAX_LISTED} more lines` : '',
    ...problemsOf(group),
  ];
  return [figures.join('  '), ...facts.filter((fact) => fact !== '').map((fact) => `    ${fact}`)];
}

function transactionList(numbers: readonly number[]): string {
  if (numbers.length > MAX_LISTED) return `in ${numbers.length} transactions`;
  return `transaction ${numbers.join(', ')}`;
}

/** Statements are printed without line breaks. */
function statementText(statement: string): string {
  const oneLine = statement.replace(/\s+/g, ' ').trim();
  const start = textStart(oneLine, MAX_STATEMENT_LENGTH);
  const cut = oneLine.length - start.length;
  return `${visibleText(start)}${cut > 0 ? `… cut here, ${countText(cut)} more characters` : ''}`;
}

function moreText(count: number, name: string): string {
  return count > MAX_GROUPS ? `${countText(count - MAX_GROUPS)} more ${name}; --json has them all.` : '';
}
