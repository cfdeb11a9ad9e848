import { requireFrom } from '../../package-files.ts';
import { runInScope } from '../context.ts';
import type { Scope } from '../trail.ts';
import { attempt, type BuiltInContext, realWait } from './context.ts';
import { installedEntries } from './esm-entries.ts';
import { describeError } from './inspect-value.ts';
import { watchModule } from './loaded-modules.ts';
import { type Method, wrapMethod } from './observe-method.ts';
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

/** Queries of postgres.js. */
export const postgresInstrumentation = {
  name: 'postgres',
  start(context: BuiltInContext): () => void {
    const transactions = new Transactions();
    const patch = (exports: unknown) => {
      const { prototype } = (exports as { Query: { prototype: PostgresQuery & { handle: unknown } } }).Query;
      return wrapMethod(prototype, 'handle', (next, self, args) => {
        const query = self as PostgresQuery;
        const scope = query.executed ? undefined : context.current();
        // A connection passes its own queries to itself.
        if (scope && query.handler.name !== 'execute')
          attempt(scope.trail, () => watchQuery(query, scope, transactions));
        return Reflect.apply(next, self, args);
      });
    };
    const stopWatching = watchModule({ packageName: 'postgres', file: 'cjs/src/query.js', patch });
    const stopEsm = patchEsm(patch);
    return () => {
      stopWatching();
      stopEsm();
    };
  },
};

/**
 * The ESM build is in no cache that can be listed. Its path is known if the app has installed the package, and loading
 * the file with the class, which imports nothing, gives the same class as the app imports, before or after.
 */
function patchEsm(patch: (exports: unknown) => () => void): () => void {
  const undo: (() => void)[] = [];
  for (const file of esmFiles()) {
    try {
      undo.push(patch(requireFrom(file)(file)));
    } catch {
      // Another version, without this class.
    }
  }
  return () => {
    for (const restore of undo) restore();
  };
}

/** The files of the copies that the main script and the current folder would import. */
function esmFiles(): Set<string> {
  const files = new Set<string>();
  for (const entry of installedEntries('postgres')) {
    const file = entry.replace(
      /([\\/]node_modules[\\/]postgres[\\/])cjs[\\/](src[\\/])index\.js$/,
      '$1$2query.js',
    );
    if (file !== entry) files.add(file);
  }
  return files;
}

function watchQuery(query: PostgresQuery, { trail, span }: Scope, transactions: Transactions): void {
  if (!trail.hasRoom('spans')) return;
  const name = statementOf(query);
  const index = trail.startSpan({ kind: 'sql', name, system: 'postgresql' }, span);
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
    }),
    onSettle(query, 'resolve', ([result]) => {
      done();
      trail.endSpan(index, {
        rows: query.cursorFn ? undefined : rowsOf(result),
        waited: realWait(waited),
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
