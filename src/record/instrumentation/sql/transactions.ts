/** A comment matches in one way only, so the time is linear. */
const COMMENTS = String.raw`^(?:\s|--[^\n]*\n|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)*`;
const BEGIN = new RegExp(`${COMMENTS}(?:begin|start\\s+transaction)\\b`, 'i');
/** Not `ROLLBACK TO savepoint`, and not the second phase of a prepared transaction. */
const END = new RegExp(
  `${COMMENTS}(?:commit|end|rollback|abort|prepare\\s+transaction)\\b(?!\\s+prepared\\b|(?:\\s+(?:work|transaction))?\\s+to\\b)`,
  'i',
);
const ENDS_LATER = /;\s*(?:commit|end|rollback|abort)\b[^;]*;?\s*$/i;
const AND_CHAIN = /\band\s+chain\s*;?\s*$/i;

interface Transaction {
  readonly request: object;
  readonly number: number;
}

/** How many transactions a request has begun, with all libraries. */
const counts = new WeakMap<object, number>();

/** The open transactions of a library's connections, known from the statements that begin and end them. */
export class Transactions {
  readonly #open = new WeakMap<object, Transaction>();

  /**
   * The number, within the request, of the transaction that a statement belongs to: from its `BEGIN` to its `COMMIT` or
   * `ROLLBACK`. Call it once for each statement, in the order they are sent. A transaction ends with its request.
   */
  numberOf(connection: object, statement: string, request: object): number | undefined {
    const open = this.#open.get(connection);
    if (open?.request === request) {
      if (END.test(statement)) this.#end(connection, statement, request);
      return open.number;
    }
    if (!BEGIN.test(statement)) return undefined;
    const { number } = this.#begin(connection, request);
    if (ENDS_LATER.test(statement)) this.#open.delete(connection);
    return number;
  }

  #begin(connection: object, request: object): Transaction {
    const number = (counts.get(request) ?? 0) + 1;
    counts.set(request, number);
    const transaction = { request, number };
    this.#open.set(connection, transaction);
    return transaction;
  }

  #end(connection: object, statement: string, request: object): void {
    this.#open.delete(connection);
    if (AND_CHAIN.test(statement)) this.#begin(connection, request);
  }
}
