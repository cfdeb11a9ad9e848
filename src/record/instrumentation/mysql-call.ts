import type { EventEmitter } from 'node:events';
import { runInScope } from '../context.ts';
import type { Scope } from '../trail.ts';
import { attempt } from './context.ts';
import type { OpenSpan } from './instrumentation.ts';
import type { Method } from './observe-method.ts';

/** One query of `mysql` or `mysql2`. */
export class MysqlCall {
  readonly #scope: Scope;
  readonly #span: OpenSpan | undefined;
  readonly #startedAt = performance.now();
  #waited: number | undefined;
  /** Rows that were passed to events. */
  #rows = 0;
  #isFinished = false;

  constructor(scope: Scope, span: OpenSpan | undefined, waited: number | undefined) {
    this.#scope = scope;
    this.#span = span;
    this.#waited = waited;
  }

  /** The pool has a connection for this query. */
  connected(): void {
    this.#waited = performance.now() - this.#startedAt;
  }

  finish(error: unknown, rows?: number): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#span?.end({ rows, waited: this.#waited });
    if (error) this.#span?.fail(error);
  }

  /** Ends the span before the callback runs, in the request's context. */
  wrap(callback: Method): Method {
    const call = this;
    return function (this: unknown, ...args) {
      const [error, results, fields] = args;
      attempt(call.#scope.trail, () =>
        call.finish(error, error ? undefined : countMysqlRows(results, fields)),
      );
      return runInScope(call.#scope, () => Reflect.apply(callback, this, args));
    };
  }

  /** Follows a query without a callback by its events, and runs their listeners in the request's context. */
  watch(query: EventEmitter): void {
    const call = this;
    const { emit } = query;
    const watched = function (this: unknown, ...args: Parameters<typeof emit>): boolean {
      attempt(call.#scope.trail, () => call.#onEvent(args[0], args[1]));
      return runInScope(call.#scope, () => Reflect.apply(emit, this, args));
    };
    Object.defineProperty(query, 'emit', { value: watched, configurable: true, writable: true });
  }

  #onEvent(event: unknown, value: unknown): void {
    if (event === 'result') this.#rows += countResult(value) ?? 1;
    else if (event === 'error') this.finish(value);
    else if (event === 'end') this.finish(undefined, this.#rows);
  }
}

/** The rows of a result, or of all results of several statements. */
export function countMysqlRows(results: unknown, fields: unknown): number | undefined {
  if (!Array.isArray(results)) return countResult(results);
  // The rows may be arrays too. Only several results have a list of fields each, or none.
  const hasSeveral =
    Array.isArray(fields) && fields.some((item) => item === undefined || Array.isArray(item));
  if (!hasSeveral) return results.length;
  return results.reduce<number>(
    (sum, item) => sum + (Array.isArray(item) ? item.length : (countResult(item) ?? 0)),
    0,
  );
}

/** The number of changed rows, if this describes what a statement changed. */
function countResult(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('affectedRows' in result)) return undefined;
  // A row may have a column of this name.
  const type = result.constructor?.name;
  return type === 'ResultSetHeader' || type === 'OkPacket' ? Number(result.affectedRows) : undefined;
}
