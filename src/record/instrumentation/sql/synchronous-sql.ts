import type { Trail } from '../../trail.ts';
import { onOutcome } from '../../when-done.ts';
import { attempt, type BuiltInContext } from '../context.ts';
import type { OpenSpan } from '../instrumentation.ts';
import { type Method, wrapMethod } from '../patching/wrap-method.ts';
import { Transactions } from './transactions.ts';

/** A statement that is about to run. */
export interface SqlCall {
  readonly sql: string;
  readonly connection?: object | undefined;
  readonly database?: string | undefined;
}

interface Wrapped {
  /** Reads the statement from `this` and the arguments of the method. */
  readonly read: (self: unknown, args: readonly unknown[]) => SqlCall;
  readonly rows?: (result: unknown) => number | undefined;
}

interface OpenIteration {
  readonly span: OpenSpan;
  rows: number;
}

/** Records the statements of a SQLite library: its methods return the result, so a span ends when they return. */
export class SynchronousSql {
  readonly #context: BuiltInContext;
  readonly #transactions = new Transactions();
  readonly #iterations = new WeakMap<object, OpenIteration>();
  readonly #iterators = new Set<object>();
  readonly #undo: (() => void)[] = [];

  constructor(context: BuiltInContext) {
    this.#context = context;
  }

  /** Wraps those of the usual methods of a prepared statement that this prototype has. */
  wrapStatement(prototype: object, read: Wrapped['read']): void {
    this.wrap(prototype, 'run', { read, rows: (result) => Number(Object(result).changes) });
    this.wrap(prototype, 'get', { read, rows: (row) => (row === undefined ? 0 : 1) });
    this.wrap(prototype, 'all', { read, rows: (rows) => Object(rows).length });
    this.#wrap(prototype, 'iterate', (next, self, args, trail) => {
      const span = this.#start(trail, read, self, args);
      const iterator = this.#finish(next, self, args, span);
      if (span) attempt(trail, () => this.#follow(iterator as object, span));
      return iterator;
    });
  }

  wrap(prototype: object, name: string, { read, rows }: Wrapped): void {
    this.#wrap(prototype, name, (next, self, args, trail) =>
      this.#finish(next, self, args, this.#start(trail, read, self, args), rows),
    );
  }

  stop(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  #wrap(
    prototype: object,
    name: string,
    onCall: (next: Method, self: unknown, args: unknown[], trail: Trail) => unknown,
  ): void {
    if (!(name in prototype)) return;
    const undo = wrapMethod(prototype, name, (next, self, args) => {
      const trail = this.#context.current()?.trail;
      return trail ? onCall(next, self, args, trail) : Reflect.apply(next, self, args);
    });
    this.#undo.push(undo);
  }

  #start(trail: Trail, read: Wrapped['read'], self: unknown, args: readonly unknown[]): OpenSpan | undefined {
    return attempt(trail, () => {
      const { sql, connection, database } = read(self, args);
      const transaction = connection ? this.#transactions.numberOf(connection, sql, trail) : undefined;
      return this.#context.startSpan({ kind: 'sql', name: sql, system: 'sqlite', database, transaction });
    });
  }

  #finish(
    next: Method,
    self: unknown,
    args: unknown[],
    span: OpenSpan | undefined,
    rows?: Wrapped['rows'],
  ): unknown {
    return onOutcome(
      () => Reflect.apply(next, self, args),
      (result) => span?.end({ rows: rows?.(result) }),
      (error) => span?.fail(error),
    );
  }

  /** The span of an iteration ends with its last row. */
  #follow(iterator: object, span: OpenSpan): void {
    this.#iterations.set(iterator, { span, rows: 0 });
    const prototype = Object.getPrototypeOf(iterator) as object;
    if (this.#iterators.has(prototype)) return;
    this.#iterators.add(prototype);
    const wrapNext = (name: string) =>
      wrapMethod(prototype, name, (next, self, args) => {
        const open = this.#iterations.get(self as object);
        if (!open) return Reflect.apply(next, self, args);
        const result = this.#step(next, self, args, open) as IteratorResult<unknown>;
        if (result.done) {
          this.#iterations.delete(self as object);
          open.span.end({ rows: open.rows });
        } else open.rows++;
        return result;
      });
    this.#undo.push(wrapNext('next'), wrapNext('return'));
  }

  #step(next: Method, self: unknown, args: unknown[], { span }: OpenIteration): unknown {
    try {
      return Reflect.apply(next, self, args);
    } catch (error) {
      span.fail(error);
      throw error;
    }
  }
}
