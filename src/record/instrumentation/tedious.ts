import { AsyncLocalStorage } from 'node:async_hooks';
import { type CapturedCall, captureCall } from '../call-site.ts';
import { runInScope } from '../context.ts';
import { bindCallbacks } from './bind-callbacks.ts';
import { attempt, type BuiltInContext, realWait } from './context.ts';
import { watchModule } from './loaded-modules.ts';
import { type Method, undoAll, wrapMethod } from './observe-method.ts';
import { traceChannel } from './queries.ts';
import {
  describeRequest,
  isPoolTest,
  mssqlRows,
  type Run,
  startsTransaction,
  TediousCall,
  type TediousRequest,
} from './tedious-call.ts';
import { Transactions } from './transactions.ts';

type Prototype = Record<string, Method>;
interface Connection {
  readonly config?: { readonly options?: { readonly database?: unknown } };
}
/** A call of `mssql`, which gets a connection from a pool and then calls `tedious`. */
interface PoolCall {
  readonly call: CapturedCall;
  readonly startedAt: number;
  /** The statement of a prepared statement, which `mssql` executes with a procedure of the server. */
  readonly statement: unknown;
  hasConnection: boolean;
}

/** The methods of `mssql` that call `tedious`, by file. */
const POOL_METHODS: Readonly<Record<string, readonly string[]>> = {
  'lib/base/request.js': ['query', 'batch', 'execute', 'bulk'],
  'lib/base/prepared-statement.js': ['prepare', 'execute'],
  'lib/base/transaction.js': ['begin', 'commit', 'rollback'],
};

/**
 * Requests of `tedious`, and so of `mssql`. The channels of `mssql` (from 12.4 on) only serve copies of `tedious` that can't be
 * patched, such as those in a bundle, and other drivers.
 */
export const tediousInstrumentation = {
  name: 'tedious',
  start(context: BuiltInContext): () => void {
    const connections = new TediousConnections(context);
    const channels = traceMssql(context);
    const stopChannels = () => {
      for (const stop of channels.splice(0)) stop();
    };
    const stops = [
      watchModule({
        packageName: 'tedious',
        file: 'lib/connection.js',
        patch(exports) {
          stopChannels();
          return connections.patch((exports as { prototype: Prototype }).prototype);
        },
      }),
      watchModule({
        packageName: 'mssql',
        file: 'lib/tedious/connection-pool.js',
        patch() {
          connections.hasPool = true;
          return () => {};
        },
      }),
      ...Object.entries(POOL_METHODS).map(([file, methods]) =>
        watchModule({
          packageName: 'mssql',
          file,
          patch: (exports) =>
            connections.patchCalls((exports as { prototype: Prototype }).prototype, methods),
        }),
      ),
    ];
    return () => {
      stopChannels();
      for (const stop of stops) stop();
    };
  },
};

class TediousConnections {
  readonly #context: BuiltInContext;
  readonly #transactions = new Transactions();
  readonly #pooled = new AsyncLocalStorage<PoolCall>();
  /** Whether `mssql` is loaded. */
  hasPool = false;

  constructor(context: BuiltInContext) {
    this.#context = context;
  }

  /** Everything that a connection sends after its login goes through one method. */
  patch(prototype: Prototype): () => void {
    if (typeof prototype.makeRequest !== 'function') return () => {};
    const stopBinding = bindCallbacks(prototype, ['connect']);
    const stopWatching = wrapMethod(prototype, 'makeRequest', (next, self, args) => {
      const scope = this.#context.current();
      const request = args[0] as TediousRequest;
      if (!scope) return Reflect.apply(next, self, args);
      const call = attempt(scope.trail, () => {
        if (this.hasPool && isPoolTest(request)) return undefined;
        const pooled = this.#pooled.getStore();
        const statement = describeRequest(request, args[2], pooled?.statement);
        // What follows belongs to the same call of the app.
        if (statement === undefined)
          return new TediousCall(scope, (code) =>
            runInScope(scope, pooled ? () => this.#pooled.run(pooled, code) : code),
          );
        const waited = pooled && !pooled.hasConnection ? performance.now() - pooled.startedAt : 0;
        if (pooled) pooled.hasConnection = true;
        const { database } = (self as Connection).config?.options ?? {};
        const span = this.#context.startSpan({
          kind: 'sql',
          name: statement,
          system: 'mssql',
          database: typeof database === 'string' ? database : undefined,
          transaction: this.#transactions.numberOf(
            self as object,
            startsTransaction(statement) ? statement : '',
            scope.trail,
          ),
          startedAgo: waited,
          call: pooled?.call,
        });
        const run: Run = (code) => this.#pooled.exit(() => runInScope(scope, code));
        return new TediousCall(scope, run, span, realWait(waited));
      });
      if (call) attempt(scope.trail, () => call.watch(request));
      return Reflect.apply(next, self, args);
    });
    return () => {
      stopBinding();
      stopWatching();
    };
  }

  patchCalls(prototype: Prototype, methods: readonly string[]): () => void {
    const stops = methods
      .filter((name) => typeof prototype[name] === 'function')
      .map((name) =>
        wrapMethod(prototype, name, (next, self, args) => {
          if (!this.#context.isRecording() || this.#pooled.getStore()) return Reflect.apply(next, self, args);
          const { statement } = Object(self) as { statement?: unknown };
          const startedAt = performance.now();
          const pooled = { call: captureCall(), startedAt, statement, hasConnection: false };
          return this.#pooled.run(pooled, () => Reflect.apply(next, self, args));
        }),
      );
    return undoAll(stops);
  }
}

function traceMssql(context: BuiltInContext): (() => void)[] {
  const calls = ['query', 'batch', 'execute', 'prepared-statement:execute'].map((name) =>
    traceChannel(
      {
        channel: `mssql:${name}`,
        kind: 'sql',
        system: 'mssql',
        statement: ({ command, procedure, statement }) =>
          procedure === undefined ? (command ?? statement) : `EXEC ${procedure}`,
        rows: ({ result }) => mssqlRows(result),
      },
      context,
    ),
  );
  const bulk = traceChannel(
    {
      channel: 'mssql:bulk',
      kind: 'sql',
      system: 'mssql',
      statement: ({ table }) => `INSERT BULK ${table}`,
      rows: ({ rowCount }) => (typeof rowCount === 'number' ? rowCount : undefined),
    },
    context,
  );
  return [...calls, bulk];
}
