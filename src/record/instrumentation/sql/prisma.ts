import { onOutcome } from '../../when-done.ts';
import type { BuiltInContext } from '../context.ts';
import type { OpenSpan, SpanStart } from '../instrumentation.ts';
import { watchModules } from '../patching/loaded-modules.ts';

/** Where Prisma 6 and 7 look for the helper that `@prisma/instrumentation` sets. */
const KEY = 'PRISMA_INSTRUMENTATION';
/** What Prisma itself passes on when it is not traced. */
const NO_TRACE = '00-10-10-00';
/** Prisma 7 ends a transaction through the driver, and passes on a comment instead of a statement. */
const TRANSACTION_END = /^\s*(?:--|\/\*).*\b(COMMIT|ROLLBACK)\b/;

interface Holder {
  [KEY]?: { readonly helper?: unknown };
}

interface ChildSpan {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Operations of Prisma. Their queries are recorded by the instrumentations of the drivers, except for MariaDB. */
export function observePrisma(context: BuiltInContext): () => void {
  const holder = globalThis as Holder;
  const current = holder[KEY]?.helper;
  if (current !== undefined && !(current instanceof TracingHelper)) return () => {};
  const helper = current ?? new TracingHelper();
  holder[KEY] ??= { helper };
  const remove = helper.add(context);
  return () => {
    if (remove() && holder[KEY]?.helper === helper) delete holder[KEY];
  };
}

/** Prisma calls it around its work. All books of the process share it. */
class TracingHelper {
  readonly #contexts = new Set<BuiltInContext>();
  #isMariadbLoaded = false;

  /** Returns a function that removes the context again, and returns whether it was the last one. */
  add(context: BuiltInContext): () => boolean {
    this.#contexts.add(context);
    const stop = watchModules('mariadb', {
      'promise.js': () => {
        this.#isMariadbLoaded = true;
        return undefined;
      },
    });
    return () => {
      stop();
      this.#contexts.delete(context);
      return this.#contexts.size === 0;
    };
  }

  /** Prisma 7 passes on its statements only if this is true. It also adds headers to requests to a remote engine then. */
  isEnabled(): boolean {
    return this.#isMariadbLoaded && [...this.#contexts].some((context) => context.isRecording());
  }

  getTraceParent(): string {
    return NO_TRACE;
  }

  getActiveContext(): undefined {
    return undefined;
  }

  /** A remote engine sends its log with its spans. Prisma expects that each line is passed on. */
  dispatchEngineSpans(_: unknown, events: readonly unknown[] = [], emit = (_event: unknown) => {}): void {
    for (const event of events) emit(event);
  }

  runInChildSpan<Result>(options: string | ChildSpan, callback: () => Result): Result {
    const span = this.#start(options);
    if (!span) return callback();
    return onOutcome(
      () => span.run(callback),
      (result) => span.end({ rows: rowsOf(result) }),
      (error) => span.fail(describe(error)),
    );
  }

  #start(options: string | ChildSpan): OpenSpan | undefined {
    for (const context of this.#contexts) {
      if (!context.isRecording()) continue;
      const start = typeof options === 'object' ? spanOf(options) : undefined;
      return start && context.startSpan(start);
    }
    return undefined;
  }
}

function spanOf({ name, attributes = {} }: ChildSpan): SpanStart | undefined {
  if (name === 'operation' || name === 'transaction')
    return { kind: 'app', name: String(attributes.name ?? attributes.method), system: 'prisma' };
  if (name !== 'db_query' || attributes['db.system.name'] !== 'mysql') return undefined;
  const sql = String(attributes['db.query.text']);
  return { kind: 'sql', name: TRANSACTION_END.exec(sql)?.[1] ?? sql, system: 'mysql' };
}

/** The rows of a query, or the number of rows that a statement changed. */
function rowsOf(result: unknown): number | undefined {
  if (typeof result === 'number') return result;
  const { rows, columnNames } = Object(result) as { rows?: unknown; columnNames?: unknown };
  return Array.isArray(rows) && columnNames ? rows.length : undefined;
}

/** The messages of Prisma repeat the arguments of the call. */
function describe(error: unknown): string {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  return typeof code === 'string' ? `${String(name)}: ${code}` : String(name ?? 'Error');
}
