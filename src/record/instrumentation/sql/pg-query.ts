import { runInScope } from '../../context.ts';
import { attempt } from '../context.ts';
import type { QueuedCall } from '../patching/queued-call.ts';
import { type Method, wrapMethods } from '../patching/wrap-method.ts';

/** The part of a query object of `pg` that its client uses, and that this code wraps. */
export type Submittable = Record<string, unknown> & {
  readonly text?: unknown;
  readonly cursor?: { readonly text?: unknown };
  readonly _results?: unknown;
  readonly _canceledDueToError?: unknown;
};

/** In a query object of the app, such as a cursor, these run listeners and callbacks of the app. */
const APP_HANDLERS = [
  'handleRowDescription',
  'handlePortalSuspended',
  'handleCommandComplete',
  'handleEmptyQuery',
  'handleCopyInResponse',
  'handleCopyData',
];

/**
 * The query objects that clients of `pg` create. Their class is patched once, because to change each of them would take
 * longer than all else that is done for a query.
 */
export class PgQueries {
  readonly #calls = new WeakMap<object, QueuedCall>();
  readonly #patched = new WeakSet<object>();

  patch(prototype: object): () => void {
    const stop = wrapMethods(prototype, {
      handleError: (next, self, args) => {
        const { _canceledDueToError } = self as Submittable;
        return this.#end(next, self as Submittable, args, (call) =>
          call.fail(_canceledDueToError || args[0]),
        );
      },
      handleReadyForQuery: (next, self, args) => {
        const ended = self as Submittable;
        // The query calls handleError itself then.
        if (ended._canceledDueToError) return Reflect.apply(next, self, args);
        return this.#end(next, ended, args, (call) => call.end(rowsOf(ended._results)));
      },
    });
    this.#patched.add(prototype);
    return () => {
      this.#patched.delete(prototype);
      stop();
    };
  }

  /** Ends the call when the query does. Returns `false` if the class of the query is not patched. */
  watch(query: Submittable, call: QueuedCall): boolean {
    if (!this.#patched.has(Object.getPrototypeOf(query))) return false;
    this.#calls.set(query, call);
    return true;
  }

  #end(next: Method, query: Submittable, args: unknown[], end: (call: QueuedCall) => void): unknown {
    const call = this.#calls.get(query);
    if (!call) return Reflect.apply(next, query, args);
    this.#calls.delete(query);
    attempt(call.scope.trail, () => end(call));
    return runInScope(call.scope, () => Reflect.apply(next, query, args));
  }
}

/**
 * Ends the call when the client passes the answer to the query object. The promise that the app has got is not touched: a
 * rejection that the app does not handle stays unhandled.
 */
export function watchQuery(query: Submittable, call: QueuedCall): void {
  const { scope } = call;
  let rows: number | undefined;
  const restore: (() => void)[] = [];
  const handle = (name: string, before?: (args: unknown[]) => void) => {
    const undo = overlay(query, name, (original, args) => {
      if (before) attempt(scope.trail, () => before(args));
      return runInScope(scope, () => Reflect.apply(original, query, args));
    });
    restore.push(undo);
  };
  const done = () => {
    for (const undo of restore) undo();
  };
  handle('handleError', ([error]) => {
    done();
    call.fail(query._canceledDueToError || error);
  });
  handle('handleReadyForQuery', () => {
    // The query calls handleError itself then.
    if (query._canceledDueToError) return;
    done();
    call.end(rowsOf(query._results) ?? rows);
  });
  for (const name of APP_HANDLERS) handle(name);
  handle('handleDataRow', () => {
    rows = (rows ?? 0) + 1;
  });
}

/** The query waits for other queries on its connection. */
export function watchSubmit(query: Submittable, call: QueuedCall): void {
  const restore = overlay(query, 'submit', (submit, args) => {
    restore();
    call.gotConnection();
    return Reflect.apply(submit, query, args);
  });
}

/** Wraps a method of one object, so that its properties look the same. Returns a function that undoes it. */
function overlay(
  query: Submittable,
  name: string,
  onCall: (original: Method, args: unknown[]) => unknown,
): () => void {
  const original = query[name];
  if (typeof original !== 'function') return () => {};
  const own = Object.getOwnPropertyDescriptor(query, name);
  const value = (...args: unknown[]) => onCall(original as Method, args);
  const enumerable = own?.enumerable ?? false;
  Object.defineProperty(query, name, { value, configurable: true, writable: true, enumerable });
  return () => {
    if (query[name] !== value) return;
    if (own) Object.defineProperty(query, name, own);
    else delete query[name];
  };
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
