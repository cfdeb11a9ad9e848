import { attempt } from './context.ts';
import { type Method, wrapMethod } from './observe-method.ts';
import type { PgCall, Submittable } from './pg-call.ts';

/**
 * The query objects that clients of `pg` create. Their class is patched once, because to change each of them would take
 * longer than all else that is done for a query.
 */
export class PgQueries {
  readonly #calls = new WeakMap<object, PgCall>();
  readonly #patched = new WeakSet<object>();

  patch(prototype: object): () => void {
    const query = prototype as Record<'handleError' | 'handleReadyForQuery', unknown>;
    if (typeof query.handleError !== 'function' || typeof query.handleReadyForQuery !== 'function')
      return () => {};
    this.#patched.add(prototype);
    const stops = [
      wrapMethod(query, 'handleError', (next, self, args) => {
        const { _canceledDueToError } = self as Submittable;
        return this.#end(next, self as Submittable, args, (call) =>
          call.fail(_canceledDueToError || args[0]),
        );
      }),
      wrapMethod(query, 'handleReadyForQuery', (next, self, args) => {
        const ended = self as Submittable;
        // The query calls handleError itself then.
        if (ended._canceledDueToError) return Reflect.apply(next, self, args);
        return this.#end(next, ended, args, (call) => call.end(ended));
      }),
    ];
    return () => {
      this.#patched.delete(prototype);
      for (const stop of stops) stop();
    };
  }

  /** Ends the call when the query does. Returns `false` if the class of the query is not patched. */
  watch(query: Submittable, call: PgCall): boolean {
    if (!this.#patched.has(Object.getPrototypeOf(query))) return false;
    this.#calls.set(query, call);
    return true;
  }

  #end(next: Method, query: Submittable, args: unknown[], end: (call: PgCall) => void): unknown {
    const call = this.#calls.get(query);
    if (!call) return Reflect.apply(next, query, args);
    this.#calls.delete(query);
    attempt(call.scope.trail, () => end(call));
    return call.run(() => Reflect.apply(next, query, args));
  }
}
