import { countText } from '../../format/count-text.ts';
import { textStart } from '../../format/cut-text.ts';
import { formatDuration } from '../../format/units.ts';
import { visibleLines, visibleText } from '../../format/visible-text.ts';
import type { Span } from '../../profile/profile.ts';
import type { ProfileView } from '../../report/profile/profile-view.ts';
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
import { type Transaction, transactionsOf } from '../../report/profile/transactions.ts';
import { clauseText } from '../../search/edit-query.ts';
import { escapePattern } from '../../search/escape-value.ts';
import { newSearch } from '../pages/search-links.ts';
import { CutText } from './cut-text.tsx';
import { SpanTable } from './span-table.tsx';

/** A search for a query has at most this much of its text. */
const MAX_SEARCHED_LENGTH = 200;

type QueriesProps = Pick<ProfileView, 'profile' | 'base' | 'zone'>;

/** Database and cache queries. Identical queries share a row, the slowest first. */
export function Queries({ profile, base, zone }: QueriesProps) {
  const { spans = [] } = profile.detail ?? {};
  const groups = queryGroups(spans);
  const summary = querySummary(profile);
  const problems = problemText(summary);
  const notLocated = notLocatedText(summary);
  return (
    <>
      <p class="query-summary">
        {summaryText(summary)} {problems !== '' && <span class="failure">{problems}</span>}
      </p>
      <NPlusOneWarning groups={groups} />
      <GroupTable groups={groups} href={newSearch(base, zone).href} />
      {notLocated !== '' && <p class="cut">{notLocated}</p>}
      <Transactions spans={spans} />
    </>
  );
}

function NPlusOneWarning({ groups }: { groups: readonly QueryGroup[] }) {
  const text = nPlusOneText(groups);
  return (
    text && (
      <p class="warning">
        <strong>N+1 query:</strong> {text.before}
        {text.place !== '' && <code>{text.place}</code>}
        {text.after}
      </p>
    )
  );
}

interface GroupTableProps {
  readonly groups: readonly QueryGroup[];
  /** The address of a search. */
  readonly href: (text: string) => string;
}

function GroupTable({ groups, href }: GroupTableProps) {
  const hasWaits = groups.some(({ waited }) => waited > 0);
  const hasRows = groups.some(({ rows }) => rows !== null);
  return (
    <table class="list queries">
      <thead>
        <tr>
          <th scope="col">Count</th>
          <th scope="col">Total</th>
          <th scope="col">Longest</th>
          {hasWaits && <th scope="col">Waited</th>}
          {hasRows && <th scope="col">Rows</th>}
          <th scope="col">Database</th>
          <th scope="col">Query</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr>
            <td class="figure calls">{countText(group.count)}</td>
            <td class="figure" data-label="total">
              <span class={group.open === group.count ? 'none' : undefined}>{totalText(group)}</span>
            </td>
            <td class={group.count === 1 ? 'figure same' : 'figure'} data-label="longest">
              {formatDuration(group.longest)}
            </td>
            {hasWaits && (
              <td class="figure" data-label="waited">
                {group.waited > 0 && formatDuration(group.waited)}
              </td>
            )}
            {hasRows && (
              <td class="figure" data-label="rows">
                {group.rows !== null && countText(group.rows)}
              </td>
            )}
            <td class="database">{databaseText(group, groups)}</td>
            <td class="mono">
              <Statement text={group.statement} />
              <GroupFacts group={group} similar={similarRequests(group, href)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A search for requests with the same query; `null` if it can't be searched for. */
function similarRequests({ statement }: QueryGroup, href: GroupTableProps['href']): string | null {
  const start = textStart(statement, MAX_SEARCHED_LENGTH);
  if (/\p{Cc}/u.test(start) || start.trim() === '') return null;
  return href(clauseText('query', [escapePattern(start)]));
}

/** Where the queries were called, their transactions and what went wrong. */
function GroupFacts({ group, similar }: { group: QueryGroup; similar: string | null }) {
  const { callers, transactions } = group;
  return (
    <ul class="query-facts">
      {isNPlusOne(group) && <li class="repeat">N+1</li>}
      {callers.slice(0, MAX_LISTED).map((caller) => (
        <li>
          Initiator <code>{visibleText(caller.text)}</code>
          {callers.length > 1 && ` ${caller.count}×`}
        </li>
      ))}
      {callers.length > MAX_LISTED && <li>{callers.length - MAX_LISTED} more initiators</li>}
      {transactions.length > MAX_LISTED ? (
        <li>in {transactions.length} transactions</li>
      ) : (
        transactions.map((number) => (
          <li>
            <a href={`#transaction-${number}`}>transaction {number}</a>
          </li>
        ))
      )}
      {problemsOf(group).map((problem) => (
        <li class="failure">{problem}</li>
      ))}
      {similar !== null && (
        <li>
          <a href={similar}>Similar requests</a>
        </li>
      )}
    </ul>
  );
}

/** Longer statements are folded after about this many characters. */
const MAX_UNFOLDED = 400;
const FOLD_AT = 300;

/** A statement. The rest of a long one is shown on request. */
function Statement({ text }: { text: string }) {
  if (text.length <= MAX_UNFOLDED) return <CutText text={text} lines />;
  const start = foldedStart(text);
  return (
    <details class="statement">
      <summary>
        {visibleLines(start)}
        <span class="cut">… {countText(text.length - start.length)} more characters</span>
      </summary>
      <CutText text={text.slice(start.length)} lines />
    </details>
  );
}

/** Ends between two words, if a space is near. */
function foldedStart(text: string): string {
  const start = textStart(text, FOLD_AT);
  const space = start.search(/\s\S*$/);
  return space > FOLD_AT / 2 ? start.slice(0, space) : start;
}

const MAX_NAME_LENGTH = 300;

/** Each transaction from its first to its last query. */
function Transactions({ spans }: { spans: readonly Span[] }) {
  const transactions = transactionsOf(spans);
  if (transactions.length === 0) return null;
  return (
    <>
      <h3>Transactions</h3>
      {transactions.map((transaction) => (
        <TransactionQueries transaction={transaction} />
      ))}
    </>
  );
}

function TransactionQueries({ transaction }: { transaction: Transaction }) {
  const { number, queries } = transaction;
  const problems = problemText({
    failed: queries.filter(({ error }) => error !== undefined).length,
    open: queries.filter(({ duration }) => duration === null).length,
  });
  return (
    <details id={`transaction-${number}`} class="transaction">
      <summary>
        {transactionText(transaction)}. {problems !== '' && <span class="failure">{problems}</span>}
      </summary>
      <SpanTable spans={queries} nameLabel="Query" outcomeLabel="Outcome" maxNameLength={MAX_NAME_LENGTH} />
    </details>
  );
}
