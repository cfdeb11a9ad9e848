import { type CapturedCall, captureCall } from '../../call-site.ts';
import { bindToScope, runInScope } from '../../context.ts';
import type { Scope, Trail } from '../../trail.ts';
import { attempt, type BuiltInContext } from '../context.ts';
import { ConnectionWaits, QueuedCall } from '../patching/queued-call.ts';
import { bindCallbacks, type Method, undoAll, wrapMethods, wrapOwnMethods } from '../patching/wrap-method.ts';

/** The part of a pool that this code reads. */
interface PgPool {
  readonly Client?: { readonly prototype?: unknown };
  readonly ending?: boolean;
  readonly _clients?: readonly { readonly database?: unknown }[];
  readonly _pendingQueue?: readonly object[];
}

interface Waiting {
  readonly trail: Trail;
  readonly startedAt: number;
}

interface Connecting {
  readonly scope: Scope;
  readonly startedAt: number;
  readonly call: CapturedCall;
}

/**
 * A pool calls back in the context of the request that has released the connection: this restores the context of the
 * request that waits for it. Its queries start when the app calls the pool, so that they have their calling line.
 */
export class PgPools {
  readonly #context: BuiltInContext;
  readonly #isPatchedClient: (prototype: unknown) => boolean;
  readonly waits = new ConnectionWaits();
  /** By the client that is being connected, or by the object that the pool queues for a call. */
  readonly #waiting = new WeakMap<object, Waiting>();
  /** The call that the pool is about to get a connection for. */
  #connecting: QueuedCall | undefined;
  /** The call that the pool is about to pass to a client. */
  #passing: QueuedCall | undefined;

  constructor(context: BuiltInContext, isPatchedClient: (prototype: unknown) => boolean) {
    this.#context = context;
    this.#isPatchedClient = isPatchedClient;
  }

  patch(prototype: object): () => void {
    return undoAll([
      wrapMethods(prototype, {
        query: (next, self, args) => this.#query(next, self as PgPool, args),
        connect: (next, self, args) => this.#connect(next, self as PgPool, args),
      }),
      bindCallbacks(prototype, ['end']),
      wrapOwnMethods(prototype, ['_acquireClient'], (next, self, args) => {
        this.#endWait(args[0] as object, args[1] as object);
        return Reflect.apply(next, self, args);
      }),
    ]);
  }

  /** The call of the pool that the running call of a client belongs to. */
  takeCall(): QueuedCall | undefined {
    const call = this.#passing;
    this.#passing = undefined;
    return call;
  }

  #query(next: Method, pool: PgPool, args: unknown[]): unknown {
    const scope = this.#context.current();
    if (!scope || typeof args[0] === 'function' || !this.#isPatchedClient(pool.Client?.prototype))
      return Reflect.apply(next, pool, args);
    const call = new QueuedCall(scope, undefined);
    const position = typeof args[1] === 'function' ? 1 : 2;
    const callback = args[position];
    const bound =
      typeof callback === 'function' ? args.with(position, bindToScope(scope, callback as Method)) : args;
    this.#connecting = call;
    try {
      const result = Reflect.apply(next, pool, bound);
      attempt(scope.trail, () => this.#startSpan(call, pool, args[0]));
      return result;
    } finally {
      this.#connecting = undefined;
    }
  }

  /** Called when the pool has created its first client, which knows the database. */
  #startSpan(call: QueuedCall, pool: PgPool, config: unknown): void {
    const text: unknown =
      typeof config === 'object' && config !== null && 'text' in config ? config.text : config;
    call.span = this.#context.startSpan({
      kind: 'sql',
      name: typeof text === 'string' ? text : '',
      system: 'postgresql',
      database: pool._clients?.[0]?.database,
      isQueued: !call.hasConnection,
    });
  }

  #connect(next: Method, pool: PgPool, args: unknown[]): unknown {
    const call = this.#connecting;
    this.#connecting = undefined;
    const [callback] = args;
    if (call && typeof callback === 'function')
      return Reflect.apply(next, pool, [this.#passOn(call, callback as Method)]);
    const scope = this.#context.current();
    if (!scope) return Reflect.apply(next, pool, args);
    if (typeof callback === 'function')
      return Reflect.apply(next, pool, [this.#bind(scope, callback as Method)]);
    const waiting = { trail: scope.trail, startedAt: performance.now() };
    const pending = pool._pendingQueue?.length ?? 0;
    const result = Reflect.apply(next, pool, args);
    // The pool has either queued the call or created a client for it.
    const key =
      (pool._pendingQueue?.length ?? 0) > pending ? pool._pendingQueue?.at(-1) : pool._clients?.at(-1);
    if (key && !pool.ending) this.#waiting.set(key, waiting);
    return result;
  }

  /** The pool calls the client inside of its own callback. */
  #passOn(call: QueuedCall, callback: Method): Method {
    const pools = this;
    return function (this: unknown, ...args: unknown[]) {
      call.gotConnection();
      if (args[0]) call.fail(args[0]);
      else pools.#passing = call;
      try {
        return runInScope(call.scope, () => Reflect.apply(callback, this, args));
      } finally {
        pools.#passing = undefined;
      }
    };
  }

  #bind(scope: Scope, callback: Method): Method {
    const pools = this;
    const startedAt = performance.now();
    const call = captureCall();
    return function (this: unknown, ...args: unknown[]) {
      const [error, client] = args;
      return runInScope(scope, () => {
        if (error) attempt(scope.trail, () => pools.#failConnect(error, { scope, startedAt, call }));
        else if (client) pools.waits.set(client, scope.trail, startedAt, call);
        return Reflect.apply(callback, this, args);
      });
    };
  }

  /** Without a connection, there is no query that could say who waited for it. */
  #failConnect(error: unknown, { scope, startedAt, call }: Connecting): void {
    const waited = performance.now() - startedAt;
    const span = this.#context.startSpan({
      kind: 'sql',
      name: 'connect',
      system: 'postgresql',
      startedAgo: waited,
      call,
    });
    new QueuedCall(scope, span, waited).fail(error);
  }

  #endWait(client: object, pending: object): void {
    const waiting = this.#waiting.get(pending) ?? this.#waiting.get(client);
    if (!waiting) return;
    this.#waiting.delete(pending);
    this.#waiting.delete(client);
    this.waits.set(client, waiting.trail, waiting.startedAt);
  }
}
