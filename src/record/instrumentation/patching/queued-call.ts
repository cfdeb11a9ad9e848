import type { CapturedCall } from '../../call-site.ts';
import { runInScope } from '../../context.ts';
import type { Scope, Trail } from '../../trail.ts';
import { attempt, type QueuedSpan } from '../context.ts';
import type { Method } from './wrap-method.ts';

/** Milliseconds. Handing over an idle connection, or sending on an open one, takes less. */
export const SHORTEST_WAIT = 0.1;

/** A call that a library queues until it has a connection: its request, and its span from the call to the answer. */
export class QueuedCall {
  readonly scope: Scope;
  readonly #startedAt = performance.now();
  readonly #waitedBefore: number;
  readonly #shortestWait: number;
  #waited: number;
  #span: QueuedSpan | undefined;
  #error: unknown;
  #hasEnded = false;
  #hasConnection = false;

  /** `waitedBefore` is how long the app has waited for the connection before this call. Waits up to `shortestWait` are not recorded. */
  constructor(scope: Scope, span: QueuedSpan | undefined, waitedBefore = 0, shortestWait = SHORTEST_WAIT) {
    this.scope = scope;
    this.#span = span;
    this.#waitedBefore = waitedBefore;
    this.#waited = waitedBefore;
    this.#shortestWait = shortestWait;
  }

  /** For a call that starts before its span. */
  set span(span: QueuedSpan | undefined) {
    this.#span = span;
    if (this.#error !== undefined) span?.fail(this.#error);
  }

  get hasConnection(): boolean {
    return this.#hasConnection;
  }

  gotConnection(): void {
    this.#waited = this.#waitedBefore + performance.now() - this.#startedAt;
    this.#hasConnection = true;
    this.#span?.sent();
  }

  // Only the first end or failure counts.

  end(rows?: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#span?.end({ rows, waited: this.#waited > this.#shortestWait ? this.#waited : undefined });
  }

  fail(error: unknown): void {
    if (this.#hasEnded) return;
    this.end();
    this.#error = error;
    this.#span?.fail(error);
  }

  /** Ends the call with what a callback got. */
  settle(error: unknown, rows?: number): void {
    if (error) this.fail(error);
    else this.end(rows);
  }

  /** Passes the results to `settle`, which ends the call, and then to the callback, in the context of the request. */
  bind(callback: Method, settle: (...results: unknown[]) => void): Method {
    const { scope } = this;
    return function (this: unknown, ...results) {
      attempt(scope.trail, () => settle(...results));
      return runInScope(scope, () => Reflect.apply(callback, this, results));
    };
  }
}

/** How long a request has waited for a connection, in milliseconds, and where it asked for it, if that is known. */
interface Wait {
  readonly waited: number;
  readonly call?: CapturedCall | undefined;
}

/** How long requests have waited for connections they have not used yet. */
export class ConnectionWaits {
  readonly #waits = new WeakMap<object, Wait & { readonly trail: Trail }>();

  /** The app has got a connection that it has asked for at this time. */
  set(connection: object, trail: Trail, startedAt: number, call?: CapturedCall): void {
    this.#waits.set(connection, { trail, waited: performance.now() - startedAt, call });
  }

  /** The wait of this request for the connection. Counted once. */
  take(connection: object, trail: Trail): Wait {
    const wait = this.#waits.get(connection);
    if (wait) this.#waits.delete(connection);
    return wait?.trail === trail ? wait : NO_WAIT;
  }
}

const NO_WAIT: Wait = { waited: 0 };
