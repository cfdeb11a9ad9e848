import { runInScope } from '../context.ts';
import type { Scope, Trail } from '../trail.ts';
import { bindCallbacks } from './bind-callbacks.ts';
import { attempt, type BuiltInContext } from './context.ts';
import { type Method, undoAll, wrapMethod } from './observe-method.ts';
import { PgCall } from './pg-call.ts';

/** The part of a pool that this code reads. */
interface PgPool {
  readonly Client?: { readonly prototype?: unknown };
  readonly ending?: boolean;
  readonly _clients?: readonly { readonly database?: unknown }[];
  readonly _pendingQueue?: readonly object[];
}

/** An app that waits for a connection, or has just got one. */
interface Wait {
  readonly trail: Trail;
  readonly startedAt: number;
  readonly duration?: number;
}

/**
 * A pool calls back in the context of the request that has released the connection: this restores the context of the
 * request that waits for it. Its queries start when the app calls the pool, so that they have their calling line.
 */
export class PgPools {
  readonly #context: BuiltInContext;
  readonly #isPatchedClient: (prototype: unknown) => boolean;
  /** By client, or by the object that the pool queues for a call. */
  readonly #waits = new WeakMap<object, Wait>();
  /** The call that the pool is about to get a connection for. */
  #connecting: PgCall | undefined;
  /** The call that the pool is about to pass to a client. */
  #passing: PgCall | undefined;

  constructor(context: BuiltInContext, isPatchedClient: (prototype: unknown) => boolean) {
    this.#context = context;
    this.#isPatchedClient = isPatchedClient;
  }

  patch(prototype: object): () => void {
    const pool = prototype as Record<'query' | 'connect' | '_acquireClient', unknown>;
    const stops = [
      wrapMethod(pool, 'query', (next, self, args) => this.#query(next, self as PgPool, args)),
      wrapMethod(pool, 'connect', (next, self, args) => this.#connect(next, self as PgPool, args)),
      bindCallbacks(prototype, ['end']),
    ];
    if (typeof pool._acquireClient === 'function')
      stops.push(
        wrapMethod(pool, '_acquireClient', (next, self, args) => {
          this.#endWait(args[0] as object, args[1] as object);
          return Reflect.apply(next, self, args);
        }),
      );
    return undoAll(stops);
  }

  /** The call of the pool that the running call of a client belongs to. */
  takeCall(): PgCall | undefined {
    const call = this.#passing;
    this.#passing = undefined;
    return call;
  }

  /** How long this request waited for the client, in milliseconds. Counted once. */
  takeWait(client: object, trail: Trail): number {
    const wait = this.#waits.get(client);
    if (!wait) return 0;
    this.#waits.delete(client);
    return wait.trail === trail ? (wait.duration ?? 0) : 0;
  }

  #query(next: Method, pool: PgPool, args: unknown[]): unknown {
    const scope = this.#context.current();
    if (!scope || typeof args[0] === 'function' || !this.#isPatchedClient(pool.Client?.prototype))
      return Reflect.apply(next, pool, args);
    const call = new PgCall(scope);
    const position = typeof args[1] === 'function' ? 1 : 2;
    const callback = args[position];
    const bound =
      typeof callback === 'function' ? args.with(position, bindCallback(call, callback as Method)) : args;
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
  #startSpan(call: PgCall, pool: PgPool, config: unknown): void {
    const text: unknown =
      typeof config === 'object' && config !== null && 'text' in config ? config.text : config;
    const database = pool._clients?.[0]?.database;
    call.span = this.#context.startSpan({
      kind: 'sql',
      name: typeof text === 'string' ? text : '',
      system: 'postgresql',
      database: typeof database === 'string' ? database : undefined,
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
    const wait = { trail: scope.trail, startedAt: performance.now() };
    if (typeof callback === 'function')
      return Reflect.apply(next, pool, [this.#bind(scope, wait, callback as Method)]);
    const waiting = pool._pendingQueue?.length ?? 0;
    const result = Reflect.apply(next, pool, args);
    // The pool has either queued the call or created a client for it.
    const key =
      (pool._pendingQueue?.length ?? 0) > waiting ? pool._pendingQueue?.at(-1) : pool._clients?.at(-1);
    if (key && !pool.ending) this.#waits.set(key, wait);
    return result;
  }

  /** The pool calls the client inside of its own callback. */
  #passOn(call: PgCall, callback: Method): Method {
    const pools = this;
    return function (this: unknown, ...args: unknown[]) {
      call.gotConnection();
      if (args[0]) call.fail(args[0]);
      else pools.#passing = call;
      try {
        return call.run(() => Reflect.apply(callback, this, args));
      } finally {
        pools.#passing = undefined;
      }
    };
  }

  #bind(scope: Scope, wait: Wait, callback: Method): Method {
    const pools = this;
    return function (this: unknown, ...args: unknown[]) {
      const [, client] = args;
      if (typeof client === 'object' && client !== null) pools.#waits.set(client, ended(wait));
      return runInScope(scope, () => Reflect.apply(callback, this, args));
    };
  }

  #endWait(client: object, pending: object): void {
    const wait = this.#waits.get(pending) ?? this.#waits.get(client);
    if (!wait || wait.duration !== undefined) return;
    this.#waits.delete(pending);
    this.#waits.set(client, ended(wait));
  }
}

function bindCallback(call: PgCall, callback: Method): Method {
  return function (this: unknown, ...args: unknown[]) {
    return call.run(() => Reflect.apply(callback, this, args));
  };
}

function ended(wait: Wait): Wait {
  return { ...wait, duration: performance.now() - wait.startedAt };
}
