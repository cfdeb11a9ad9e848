import { AsyncLocalStorage } from 'node:async_hooks';
import { type CapturedCall, captureCall } from '../../call-site.ts';
import { runInScope } from '../../context.ts';
import type { Scope } from '../../trail.ts';
import { attempt, type BuiltInContext } from '../context.ts';
import { type Patch, prototypeOf, watchModules } from '../patching/loaded-modules.ts';
import { QueuedCall } from '../patching/queued-call.ts';
import { patchOrTrace, type TracedCalls } from '../patching/trace-channel.ts';
import { bindCallbacks, undoAll, wrapMethod, wrapOwnMethods } from '../patching/wrap-method.ts';
import {
  describeRequest,
  isPoolTest,
  mssqlRows,
  type Run,
  startsTransaction,
  type TediousRequest,
  watchRequest,
} from './tedious-request.ts';
import { Transactions } from './transactions.ts';

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

/** The channels of `mssql`, from 12.4 on. */
const CHANNELS: readonly TracedCalls[] = [
  ...['query', 'batch', 'execute', 'prepared-statement:execute'].map(
    (name): TracedCalls => ({
      channel: `mssql:${name}`,
      kind: 'sql',
      system: 'mssql',
      statement: ({ command, procedure, statement }) =>
        procedure === undefined ? (command ?? statement) : `EXEC ${procedure}`,
      rows: ({ result }) => mssqlRows(result),
    }),
  ),
  {
    channel: 'mssql:bulk',
    kind: 'sql',
    system: 'mssql',
    statement: ({ table }) => `INSERT BULK ${table}`,
    rows: ({ rowCount }) => (typeof rowCount === 'number' ? rowCount : undefined),
  },
];

/** Requests of `tedious`, and so of `mssql`. */
export function observeTedious(context: BuiltInContext): () => void {
  const connections = new TediousConnections(context);
  const patchConnection: Patch = (exports) => connections.patch(prototypeOf(exports));
  const callPatches = Object.entries(POOL_METHODS).map(([file, methods]): [string, Patch] => [
    file,
    (exports) => connections.patchCalls(prototypeOf(exports), methods),
  ]);
  return undoAll([
    patchOrTrace(context, 'tedious', { 'lib/connection.js': patchConnection }, CHANNELS),
    watchModules('mssql', {
      ...Object.fromEntries(callPatches),
      'lib/tedious/connection-pool.js': () => {
        connections.hasPool = true;
        return undefined;
      },
    }),
  ]);
}

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
  patch(prototype: object): () => void {
    const watched = wrapMethod(prototype, 'makeRequest', (next, self, args) => {
      const scope = this.#context.current();
      const request = args[0] as TediousRequest;
      if (!scope) return Reflect.apply(next, self, args);
      if (!this.hasPool || !isPoolTest(request))
        attempt(scope.trail, () => this.#watch(self as Connection & object, request, args[2], scope));
      return Reflect.apply(next, self, args);
    });
    return undoAll([bindCallbacks(prototype, ['connect']), watched]);
  }

  #watch(connection: Connection & object, request: TediousRequest, payload: unknown, scope: Scope): void {
    const pooled = this.#pooled.getStore();
    const statement = describeRequest(request, payload, pooled?.statement);
    if (statement === undefined) {
      // What follows belongs to the same call of the app.
      const run: Run = (code) => runInScope(scope, pooled ? () => this.#pooled.run(pooled, code) : code);
      watchRequest(request, new QueuedCall(scope, undefined), run);
      return;
    }
    const waited = pooled && !pooled.hasConnection ? performance.now() - pooled.startedAt : 0;
    if (pooled) pooled.hasConnection = true;
    const transaction = startsTransaction(statement) ? statement : '';
    const span = this.#context.startSpan({
      kind: 'sql',
      name: statement,
      system: 'mssql',
      database: connection.config?.options?.database,
      transaction: this.#transactions.numberOf(connection, transaction, scope.trail),
      startedAgo: waited,
      call: pooled?.call,
    });
    const run: Run = (code) => this.#pooled.exit(() => runInScope(scope, code));
    watchRequest(request, new QueuedCall(scope, span, waited), run);
  }

  patchCalls(prototype: object, methods: readonly string[]): () => void {
    return wrapOwnMethods(prototype, methods, (next, self, args) => {
      if (!this.#context.isRecording() || this.#pooled.getStore()) return Reflect.apply(next, self, args);
      const { statement } = Object(self) as { statement?: unknown };
      const startedAt = performance.now();
      const pooled = { call: captureCall(), startedAt, statement, hasConnection: false };
      return this.#pooled.run(pooled, () => Reflect.apply(next, self, args));
    });
  }
}
