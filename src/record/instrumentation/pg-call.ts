import { runInScope } from '../context.ts';
import type { Scope } from '../trail.ts';
import { attempt, realWait } from './context.ts';
import type { OpenSpan } from './instrumentation.ts';

/** The part of a query object of `pg` that its client uses, and that this code wraps. */
export type Submittable = Record<string, unknown> & {
  readonly text?: unknown;
  readonly cursor?: { readonly text?: unknown };
  readonly _results?: unknown;
  readonly _canceledDueToError?: unknown;
};

type Handler = (...args: unknown[]) => unknown;

/** Run code of the app, if the app has created the query object itself: listeners, callbacks of cursors. */
const APP_HANDLERS = [
  'handleRowDescription',
  'handlePortalSuspended',
  'handleCommandComplete',
  'handleEmptyQuery',
  'handleCopyInResponse',
  'handleCopyData',
];

/** One query: its request and span, from the call to the answer. */
export class PgCall {
  readonly scope: Scope;
  readonly #startedAt = performance.now();
  readonly #waitedBefore: number;
  #span: OpenSpan | undefined;
  #waited: number;
  #rows: number | undefined;
  #error: unknown;

  /** `waitedBefore` is how long the app has waited for the connection before this call, in milliseconds. */
  constructor(scope: Scope, waitedBefore = 0) {
    this.scope = scope;
    this.#waitedBefore = waitedBefore;
    this.#waited = waitedBefore;
  }

  set span(span: OpenSpan | undefined) {
    this.#span = span;
    if (this.#error !== undefined) span?.fail(this.#error);
  }

  /** The query has a connection now. */
  gotConnection(): void {
    this.#waited = this.#waitedBefore + performance.now() - this.#startedAt;
  }

  fail(error: unknown): void {
    this.#error = error;
    this.#span?.fail(error);
  }

  /** Runs code of the app in the request of this call. */
  run<Result>(run: () => Result): Result {
    return runInScope(this.scope, run);
  }

  /**
   * Ends the span when the client passes the answer to the query object. The promise that the app has got is not touched:
   * a rejection that the app does not handle stays unhandled.
   */
  watch(query: Submittable, isOfApp: boolean): void {
    const restore: (() => void)[] = [];
    const handle = (name: string, before?: (args: unknown[]) => void) => {
      const original = query[name];
      if (typeof original !== 'function') return;
      const own = Object.getOwnPropertyDescriptor(query, name);
      const handler: Handler = (...args) => {
        if (before) attempt(this.scope.trail, () => before(args));
        return this.run(() => Reflect.apply(original, query, args));
      };
      Object.defineProperty(query, name, {
        value: handler,
        configurable: true,
        writable: true,
        enumerable: own?.enumerable ?? false,
      });
      restore.push(() => {
        if (query[name] !== handler) return;
        if (own) Object.defineProperty(query, name, own);
        else delete query[name];
      });
    };
    const done = () => {
      for (const undo of restore) undo();
    };
    handle('handleError', ([error]) => {
      done();
      this.fail(query._canceledDueToError || error);
    });
    handle('handleReadyForQuery', () => {
      // The query calls handleError itself then.
      if (query._canceledDueToError) return;
      done();
      this.end(query);
    });
    if (!isOfApp) return;
    for (const name of APP_HANDLERS) handle(name);
    handle('handleDataRow', () => {
      this.#rows = (this.#rows ?? 0) + 1;
    });
  }

  /** The query waits for other queries on its connection. */
  watchSubmit(query: Submittable): void {
    const { submit } = query;
    if (typeof submit !== 'function') return;
    const own = Object.getOwnPropertyDescriptor(query, 'submit');
    const value = (...args: unknown[]) => {
      if (own) Object.defineProperty(query, 'submit', own);
      else delete query.submit;
      this.gotConnection();
      return Reflect.apply(submit, query, args);
    };
    Object.defineProperty(query, 'submit', { value, configurable: true, writable: true, enumerable: false });
  }

  /** The query has its answer. */
  end(query: Submittable): void {
    this.#span?.end({
      rows: this.#rows ?? rowsOf(query._results),
      waited: realWait(this.#waited),
    });
  }
}

/** The rows of a result, or of the results of several statements. */
function rowsOf(results: unknown): number | undefined {
  if (!Array.isArray(results)) return countOf(results);
  const counts = results.map(countOf).filter((count) => count !== undefined);
  return counts.length > 0 ? counts.reduce((sum, count) => sum + count) : undefined;
}

function countOf(result: unknown): number | undefined {
  const { rowCount } = (result ?? {}) as { rowCount?: unknown };
  return typeof rowCount === 'number' ? rowCount : undefined;
}
