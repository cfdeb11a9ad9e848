import { EventEmitter } from 'node:events';
import { bindToScope } from '../../context.ts';
import type { Scope } from '../../trail.ts';
import type { SpanStart } from '../../trail-items.ts';
import { attempt, type BuiltInContext } from '../context.ts';
import { ConnectionWaits, QueuedCall } from '../patching/queued-call.ts';
import { bindCallbacks, type Method, undoAll, wrapOwnMethods } from '../patching/wrap-method.ts';
import { endWithCallback, endWithEvents } from './mysql-results.ts';
import { Transactions } from './transactions.ts';

type Args = unknown[];
/** What `mysql` and `mysql2` have in common. */
interface Connection {
  readonly config?: { readonly database?: unknown };
}
interface Pool {
  readonly config?: { readonly connectionConfig?: { readonly database?: unknown } };
}
type QueryObject = EventEmitter & Record<string, unknown>;

/** Records the queries of `mysql` and `mysql2`, whose connections and pools have the same methods. */
export class MysqlCalls {
  readonly #context: BuiltInContext;
  /** The property of a query object that contains the callback. */
  readonly #callback: string;
  readonly #transactions = new Transactions();
  /** The calls by the query object that a pool passes to one of its connections. */
  readonly #calls = new WeakMap<object, QueuedCall>();
  readonly #waits = new ConnectionWaits();
  /** A pool's `execute` has no query object. This is set while the pool requests a connection, and while it uses it. */
  #executing: QueuedCall | undefined;

  constructor(context: BuiltInContext, callback: string) {
    this.#context = context;
    this.#callback = callback;
  }

  patchConnection(prototype: object): () => void {
    return undoAll([
      wrapOwnMethods(prototype, ['query', 'execute'], (next, self, args) =>
        this.#query(next, self as Connection & object, args),
      ),
      wrapOwnMethods(prototype, ['addCommand'], (next, self, args) =>
        this.#addCommand(next, self as Connection & object, args),
      ),
      bindCallbacks(prototype, ['connect', 'changeUser', 'ping', 'statistics', 'end']),
    ]);
  }

  /** Also for the parts of a pool cluster. */
  patchPool(prototype: object): () => void {
    return undoAll([
      wrapOwnMethods(prototype, ['query'], (next, self, args) => this.#queryPool(next, self as Pool, args)),
      wrapOwnMethods(prototype, ['execute'], (next, self, args) =>
        this.#executePool(next, self as Pool, args),
      ),
      wrapOwnMethods(prototype, ['getConnection'], (next, self, args) =>
        this.#getConnection(next, self, args),
      ),
      bindCallbacks(prototype, ['end']),
    ]);
  }

  #query(next: Method, connection: Connection & object, args: Args): unknown {
    const known = this.#executing ?? this.#callOf(args[0]);
    if (known) {
      this.#executing = undefined;
      this.#waits.take(connection, known.scope.trail);
      known.gotConnection();
      return Reflect.apply(next, connection, args);
    }
    const scope = this.#context.current();
    if (!scope) return Reflect.apply(next, connection, args);
    const call = this.#startOn(connection, statementOf(args[0]), scope);
    return this.#follow(call, next, connection, args);
  }

  /** `execute` of a prepared statement calls this directly, with a command that has no statement of its own. */
  #addCommand(next: Method, connection: Connection & object, args: Args): unknown {
    const scope = this.#context.current();
    const command = args[0] as QueryObject & { statement?: { query?: unknown } };
    if (!scope || command.constructor.name === 'Query') return Reflect.apply(next, connection, args);
    const isExecute = command.constructor.name === 'Execute';
    if (isExecute && command.statement && command.sql === undefined) {
      const call = this.#startOn(connection, command.statement.query, scope);
      return this.#follow(call, next, connection, args);
    }
    const callback = command[this.#callback];
    if (!isExecute && typeof callback === 'function')
      command[this.#callback] = bindToScope(scope, callback as Method);
    return Reflect.apply(next, connection, args);
  }

  #queryPool(next: Method, pool: Pool, args: Args): unknown {
    const scope = this.#callOf(args[0]) ? undefined : this.#context.current();
    if (!scope) return Reflect.apply(next, pool, args);
    const call = this.#startInPool(pool, args, scope);
    const query = this.#follow(call, next, pool, args);
    if (query instanceof EventEmitter) this.#calls.set(query, call);
    return query;
  }

  #executePool(next: Method, pool: Pool, args: Args): unknown {
    const scope = this.#context.current();
    if (!scope) return Reflect.apply(next, pool, args);
    const call = this.#startInPool(pool, args, scope);
    this.#executing = call;
    try {
      return this.#follow(call, next, pool, args);
    } finally {
      this.#executing = undefined;
    }
  }

  #getConnection(next: Method, pool: unknown, args: Args): unknown {
    const executing = this.#executing;
    this.#executing = undefined;
    const scope = this.#context.current();
    const callback = args[0];
    if (!scope || typeof callback !== 'function') return Reflect.apply(next, pool, args);
    const startedAt = performance.now();
    const bound = bindToScope(scope, callback as Method);
    const calls = this;
    const onConnection: Method = function (this: unknown, ...results) {
      const [error, connection] = results;
      if (error || !connection) return Reflect.apply(bound, this, results);
      calls.#waits.set(connection, scope.trail, startedAt);
      calls.#executing = executing;
      try {
        return Reflect.apply(bound, this, results);
      } finally {
        if (executing) calls.#executing = undefined;
      }
    };
    return Reflect.apply(next, pool, [onConnection, ...args.slice(1)]);
  }

  /** The call of a pool that made this query object. */
  #callOf(given: unknown): QueuedCall | undefined {
    return given instanceof EventEmitter ? this.#calls.get(given) : undefined;
  }

  #startOn(connection: Connection & object, statement: unknown, scope: Scope): QueuedCall {
    const { trail } = scope;
    const { waited } = this.#waits.take(connection, trail);
    const transaction = attempt(trail, () =>
      this.#transactions.numberOf(connection, String(statement), trail),
    );
    const start = { database: connection.config?.database, transaction, startedAgo: waited };
    return this.#start(statement, scope, start);
  }

  #startInPool(pool: Pool, [given]: Args, scope: Scope): QueuedCall {
    return this.#start(statementOf(given), scope, { database: pool.config?.connectionConfig?.database });
  }

  #start(statement: unknown, scope: Scope, start: Partial<SpanStart>): QueuedCall {
    const name = () => String(statement);
    const span = this.#context.startSpan({ ...start, kind: 'sql', name, system: 'mysql' });
    return new QueuedCall(scope, span, start.startedAgo, 0);
  }

  /** Calls the method, and ends the span when its callback is called or its query object says so. */
  #follow(call: QueuedCall, next: Method, self: unknown, args: Args): unknown {
    const [given, second] = args;
    const isQuery = given instanceof EventEmitter;
    const holder = (isQuery ? given : args) as unknown as Record<PropertyKey, unknown>;
    const key = isQuery ? this.#callback : typeof second === 'function' ? 1 : 2;
    const callback = holder[key];
    const hasCallback = typeof callback === 'function';
    if (hasCallback) holder[key] = endWithCallback(call, callback as Method);
    try {
      const result = Reflect.apply(next, self, args);
      if (!hasCallback && result instanceof EventEmitter) endWithEvents(call, result);
      return result;
    } catch (error) {
      call.fail(error);
      throw error;
    }
  }
}

function statementOf(given: unknown): unknown {
  return typeof given === 'object' && given !== null && 'sql' in given ? given.sql : given;
}
