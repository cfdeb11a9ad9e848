import type { Scope } from '../../trail.ts';
import { attempt, type BuiltInContext } from '../context.ts';
import { prototypeOf, watchModules } from '../patching/loaded-modules.ts';
import { QueuedCall } from '../patching/queued-call.ts';
import { bindCallbacks, type Method, undoAll, wrapMethods } from '../patching/wrap-method.ts';
import { PgPools } from './pg-pool.ts';
import { PgQueries, type Submittable, watchQuery, watchSubmit } from './pg-query.ts';
import { Transactions } from './transactions.ts';

/** The part of a client that this code reads. */
interface PgClient {
  readonly database?: unknown;
  readonly connection?: { readonly parsedStatements?: Readonly<Record<string, unknown>> };
  readonly _queryQueue?: readonly Submittable[];
  /** Its name before pg 8.17. */
  readonly queryQueue?: readonly Submittable[];
}

/** Queries of `pg`: clients and pools, except those of `pg-native`. */
export function observePg(context: BuiltInContext): () => void {
  const clients = new PgClients(context);
  return undoAll([
    watchModules('pg', {
      'lib/client.js': (exports) => clients.patch(prototypeOf(exports)),
      'lib/query.js': (exports) => clients.queries.patch(prototypeOf(exports)),
    }),
    watchModules('pg-pool', { 'index.js': (exports) => clients.pools.patch(prototypeOf(exports)) }),
  ]);
}

class PgClients {
  readonly pools: PgPools;
  readonly queries = new PgQueries();
  readonly #context: BuiltInContext;
  readonly #transactions = new Transactions();
  readonly #patched = new WeakSet<object>();
  /** The call whose query object the client is about to queue. */
  #queueing: QueuedCall | undefined;
  /** What the app passed to that call: a statement, options, or its own query object. */
  #config: unknown;

  constructor(context: BuiltInContext) {
    this.#context = context;
    this.pools = new PgPools(context, (prototype) => this.#isPatched(prototype));
  }

  patch(prototype: object): () => void {
    const stops = [
      wrapMethods(prototype, {
        query: (next, self, args) => this.#query(next, self as PgClient, args),
        _pulseQueryQueue: (next, self, args) => this.#pulse(next, self as PgClient, args),
      }),
      bindCallbacks(prototype, ['connect', 'end']),
    ];
    this.#patched.add(prototype);
    return () => {
      this.#patched.delete(prototype);
      for (const stop of stops) stop();
    };
  }

  #isPatched(prototype: unknown): boolean {
    for (let p = prototype; typeof p === 'object' && p !== null; p = Object.getPrototypeOf(p))
      if (this.#patched.has(p)) return true;
    return false;
  }

  #query(next: Method, client: PgClient, args: unknown[]): unknown {
    const pooled = this.pools.takeCall();
    const scope = pooled?.scope ?? this.#context.current();
    if (!scope) return Reflect.apply(next, client, args);
    const call = pooled ?? attempt(scope.trail, () => this.#start(scope, client, args[0]));
    if (!call) return Reflect.apply(next, client, args);
    this.#queueing = call;
    this.#config = args[0];
    try {
      const result = Reflect.apply(next, client, args);
      if (this.#queueing === call) call.fail(new Error('The client is not queryable'));
      return result;
    } catch (error) {
      call.fail(error);
      throw error;
    } finally {
      this.#queueing = undefined;
      this.#config = undefined;
    }
  }

  #start(scope: Scope, client: PgClient, config: unknown): QueuedCall {
    const statement = statementOf(config, client);
    const { waited, call: connectCall } = this.pools.waits.take(client, scope.trail);
    const span = this.#context.startSpan({
      kind: 'sql',
      name: statement,
      system: 'postgresql',
      database: client.database,
      transaction: this.#transactions.numberOf(client, statement, scope.trail),
      startedAgo: waited,
      connectCall,
    });
    return new QueuedCall(scope, span, waited);
  }

  /** The client has just added the query object to its queue, and sends it if nothing is ahead of it. */
  #pulse(next: Method, client: PgClient, args: unknown[]): unknown {
    const call = this.#queueing;
    if (!call) return Reflect.apply(next, client, args);
    this.#queueing = undefined;
    const queue = client._queryQueue ?? client.queryQueue;
    const query = queue?.at(-1);
    if (query) attempt(call.scope.trail, () => this.#watch(call, query));
    const result = Reflect.apply(next, client, args);
    if (query && queue?.at(-1) === query) attempt(call.scope.trail, () => watchSubmit(query, call));
    return result;
  }

  #watch(call: QueuedCall, query: Submittable): void {
    const isOfApp = query === this.#config;
    if (isOfApp || !this.queries.watch(query, call)) watchQuery(query, call);
  }
}

function statementOf(config: unknown, client: PgClient): string {
  if (typeof config === 'string') return config;
  const { text, cursor, name } = (config ?? {}) as Submittable & { readonly name?: unknown };
  const prepared = typeof name === 'string' ? client.connection?.parsedStatements?.[name] : undefined;
  const statement = [text, cursor?.text, prepared].find((found) => typeof found === 'string');
  return typeof statement === 'string' ? statement : '';
}
