import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { tryOr } from '../../../errors.ts';
import { requireFrom } from '../../../package-files.ts';
import { runInScope } from '../../context.ts';
import type { Scope } from '../../trail.ts';
import { markSent } from '../../trail-items.ts';
import { attempt, type BuiltInContext } from '../context.ts';
import { describeError } from '../logs/inspect-value.ts';
import { prototypeOf, type Undo, watchImport, watchModules } from '../patching/loaded-modules.ts';
import { SHORTEST_WAIT } from '../patching/queued-call.ts';
import { type Method, undoAll, watchMethod, wrapMethod } from '../patching/wrap-method.ts';
import { Transactions } from './transactions.ts';

/** The part of a query of postgres.js that this code uses. It is a promise that is sent when the app waits for it. */
interface PostgresQuery {
  readonly executed: boolean;
  readonly strings: readonly string[];
  readonly handler: Method;
  /** The connection, once the query is sent. */
  state: unknown;
  /** The statement, once the query is sent. */
  readonly string?: unknown;
  resolve: Method;
  reject: Method;
  forEachFn?: unknown;
  cursorFn?: unknown;
}

type Postgres = (options: object) => (strings: TemplateStringsArray) => object;

/** The folder of the ES module, in the stack of a connection that it opens. */
const ESM_FRAME =
  /(?:\(|^ +at (?:async )?)((?:file:\/\/|[A-Za-z]:[\\/]|\/).*?[\\/]node_modules[\\/]postgres[\\/]src[\\/])connection\.js:/m;

export function observePostgres(context: BuiltInContext): () => void {
  const transactions = new Transactions();
  const patched = new WeakSet<object>();
  const patch = (prototype: Record<string, Method>): Undo => {
    if (patched.has(prototype)) return undefined;
    patched.add(prototype);
    return wrapMethod(prototype, 'handle', (next, self, args) => {
      const query = self as PostgresQuery;
      const scope = query.executed ? undefined : context.current();
      // A connection passes its own queries to itself.
      if (scope && query.handler.name !== 'execute')
        attempt(scope.trail, () => watchQuery(query, scope, transactions));
      return Reflect.apply(next, self, args);
    });
  };
  const patchQuery = (exports: unknown) => patch(prototypeOf(exports, 'Query'));
  return undoAll([
    watchModules('postgres', { 'cjs/src/query.js': patchQuery }),
    watchImport('postgres', 'src/index.js', (exports) =>
      patch(samplePrototype(exports as { default: Postgres })),
    ),
    watchConnections(patchQuery),
  ]);
}

/** The class of queries is not exported. This query is never sent, so no connection is opened. */
function samplePrototype(exports: { default: Postgres }): Record<string, Method> {
  return Object.getPrototypeOf(exports.default({ max: 1 })``);
}

/**
 * No channel reports that the app has loaded the ES module with a static `import`. But where it connects, its file is in the
 * stack, and `require` returns what is loaded already.
 */
function watchConnections(patch: (exports: unknown) => Undo): () => void {
  let undo: Undo;
  const find = (folder: string) => patch(requireFrom(folder)(`${fileURLToPath(folder)}query.js`));
  const stop = watchMethod(Socket.prototype, 'connect', (_, args) => {
    // Node passes a list, in `net.connect`, `node:http` and the like.
    const folder = Array.isArray(args[0]) ? undefined : ESM_FRAME.exec(String(new Error().stack))?.[1];
    if (folder === undefined) return;
    stop();
    undo = tryOr(undefined, () => find(folder));
  });
  return () => {
    stop();
    undo?.();
  };
}

function watchQuery(query: PostgresQuery, { trail, span }: Scope, transactions: Transactions): void {
  if (!trail.hasRoom('spans')) return;
  const name = statementOf(query);
  const index = trail.startSpan({ kind: 'sql', name, system: 'postgresql', isQueued: true }, span);
  const startedAt = performance.now();
  let waited = 0;
  const done = () => {
    for (const undo of undos) undo();
    if (typeof query.string === 'string') trail.describeSpan(index, 'sql', query.string, 'postgresql');
  };
  const transaction = () => {
    const { state, string } = query;
    if (typeof state !== 'object' || state === null || typeof string !== 'string') return undefined;
    return transactions.numberOf(state, string, trail);
  };
  const undos = [
    onAssign(query, 'state', () => {
      waited = performance.now() - startedAt;
      markSent(trail.items, index);
    }),
    onSettle(query, 'resolve', ([result]) => {
      done();
      trail.endSpan(index, {
        rows: query.cursorFn ? undefined : rowsOf(result),
        waited: waited > SHORTEST_WAIT ? waited : undefined,
        transaction: transaction(),
      });
    }),
    onSettle(query, 'reject', ([error]) => {
      done();
      trail.endSpan(index, { error: describeError(error), transaction: transaction() });
    }),
  ];
  for (const key of ['forEachFn', 'cursorFn'] as const) {
    const run = query[key];
    if (typeof run === 'function')
      query[key] = function (this: unknown, ...args: unknown[]) {
        return runInScope({ trail, span }, () => Reflect.apply(run, this, args));
      };
  }

  /** A cursor replaces the functions for each of its steps. */
  function onSettle(target: PostgresQuery, key: 'resolve' | 'reject', settle: (args: unknown[]) => void) {
    let settler = target[key];
    const wrapper = (...args: unknown[]) => {
      attempt(trail, () => settle(args));
      return settler(...args);
    };
    Object.defineProperty(target, key, {
      get: () => wrapper,
      set: (value: Method) => {
        settler = value;
      },
      configurable: true,
      enumerable: true,
    });
    return () => restore(target, key, settler);
  }
}

/** Calls `onFirst` when the property is assigned, once. */
function onAssign(target: PostgresQuery, key: 'state', onFirst: () => void): () => void {
  let current = target[key];
  Object.defineProperty(target, key, {
    get: () => current,
    set: (value: unknown) => {
      current = value;
      restore(target, key, value);
      onFirst();
    },
    configurable: true,
    enumerable: true,
  });
  return () => restore(target, key, current);
}

function restore(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, configurable: true, enumerable: true });
}

/** The statement without fragments and helpers, which are only known when it is sent. */
function statementOf({ strings }: PostgresQuery): string {
  return strings.length < 2 ? (strings[0] ?? '') : strings.reduce((text, part, n) => `${text}$${n}${part}`);
}

/** The rows of a result, or of the results of several statements. */
function rowsOf(result: unknown): number | undefined {
  const { count } = Object(result) as { count?: unknown };
  if (typeof count === 'number') return count;
  if (!Array.isArray(result)) return undefined;
  const counts = result.map((item) => Object(item).count).filter((item) => typeof item === 'number');
  return counts.length > 0 ? counts.reduce((sum, item) => sum + item) : undefined;
}
