import type { Span } from '../../profile/profile.ts';
import { problemText, transactionText } from '../../report/profile/query-texts.ts';
import { type Transaction, transactionsOf } from '../../report/profile/transactions.ts';
import { SpanTable } from './span-table.tsx';

const MAX_NAME_LENGTH = 300;

/** Each transaction from its first to its last query. */
export function Transactions({ spans }: { spans: readonly Span[] }) {
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
