import type { Span } from '../../profile/profile.ts';

export interface Transaction {
  /** Counted from 1 in the order of the first queries. */
  readonly number: number;
  readonly queries: readonly Span[];
  /** From the start of its first query to the end of its last one, in microseconds. */
  readonly duration: number;
  /** The command that ended it, such as `COMMIT`; empty if it was not recorded. */
  readonly end: string;
  readonly endFailed: boolean;
}

const END =
  /^\s*(commit|end|rollback(?!\s+(?:work\s+|transaction\s+)?to\b)|abort|commitTransaction|abortTransaction)\b/i;
const CACHE_END = /^\s*(exec|discard)\b/i;

/** The number to show for each recorded transaction. */
export function transactionNumbers(spans: readonly Span[]): ReadonlyMap<number, number> {
  const ids = new Set(spans.flatMap(({ transaction }) => transaction ?? []));
  return new Map([...ids].map((id, i) => [id, i + 1]));
}

export function transactionsOf(spans: readonly Span[]): readonly Transaction[] {
  const numbers = transactionNumbers(spans);
  const inTransaction = spans.filter(({ transaction }) => transaction !== undefined);
  const groups = Map.groupBy(inTransaction, ({ transaction = 0 }) => transaction);
  return [...groups].map(([id, queries]) => {
    const from = Math.min(...queries.map(({ at }) => at));
    const to = Math.max(...queries.map(({ at, duration }) => at + (duration ?? 0)));
    const last = queries.findLast((query) => endCommand(query) !== '');
    return {
      number: numbers.get(id) ?? 0,
      queries,
      duration: to - from,
      end: last ? endCommand(last) : '',
      endFailed: last?.error !== undefined,
    };
  });
}

function endCommand({ kind, name }: Span): string {
  return (kind === 'cache' ? CACHE_END : END).exec(name)?.[1] ?? '';
}
