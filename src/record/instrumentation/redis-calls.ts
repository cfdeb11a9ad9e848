import type { Scope } from '../trail.ts';
import { type BuiltInContext, realWait } from './context.ts';
import type { OpenSpan } from './instrumentation.ts';
import { Transactions } from './transactions.ts';

type Settle = (value: unknown) => void;
/** The object that a library queues for a command. It calls one of these when the server has answered. */
export interface QueuedCommand {
  resolve: Settle;
  reject: Settle;
}

/** The commands of a transaction, as the statements that begin and end it in SQL. */
const STATEMENTS: Readonly<Record<string, string>> = { MULTI: 'BEGIN', EXEC: 'COMMIT', DISCARD: 'ROLLBACK' };

/** Starts the spans of commands, for all Redis libraries. */
export class RedisCalls {
  readonly #context: BuiltInContext;
  readonly #transactions = new Transactions();
  /** The commands of an open transaction, by connection. */
  readonly #queued = new WeakMap<object, RedisCall[]>();

  constructor(context: BuiltInContext) {
    this.#context = context;
  }

  /**
   * Starts the span of a command that the running request sends. `connection` is any object that all commands of a
   * transaction share. Returns `undefined` if the command is not recorded.
   */
  start(
    { trail }: Scope,
    command: unknown,
    key: unknown,
    connection: object | undefined,
    waited = 0,
  ): RedisCall | undefined {
    try {
      const name = String(command).toUpperCase();
      const transaction =
        connection && this.#transactions.numberOf(connection, STATEMENTS[name] ?? '', trail);
      const span = this.#context.startSpan({
        kind: 'cache',
        name: commandOf(name, key),
        system: 'redis',
        transaction,
        startedAgo: waited,
      });
      if (!span) return undefined;
      const queued = connection && transaction !== undefined ? this.#queuedOn(connection, name) : undefined;
      const call = new RedisCall(span, waited, name === 'EXEC' ? queued : undefined);
      if (name !== 'MULTI') queued?.push(call);
      return call;
    } catch {
      trail.fault();
      return undefined;
    }
  }

  #queuedOn(connection: object, name: string): RedisCall[] {
    const known = name === 'MULTI' ? undefined : this.#queued.get(connection);
    const queued = known ?? [];
    if (!known) this.#queued.set(connection, queued);
    return queued;
  }
}

/** One command, from the call to the answer. */
export class RedisCall {
  readonly #span: OpenSpan;
  readonly #startedAt = performance.now();
  readonly #queued: readonly RedisCall[] | undefined;
  #waited: number;

  constructor(span: OpenSpan, waited: number, queued: readonly RedisCall[] | undefined) {
    this.#span = span;
    this.#waited = waited;
    this.#queued = queued;
  }

  /** The command waited for a connection until now. */
  connected(): void {
    this.#waited = performance.now() - this.#startedAt;
  }

  end(reply: unknown): void {
    this.#span.end({ waited: realWait(this.#waited) });
    // The server has queued the commands of a transaction, and runs them all with EXEC.
    if (this.#queued && Array.isArray(reply))
      for (const [index, item] of reply.entries()) if (item instanceof Error) this.#queued[index]?.fail(item);
  }

  fail(error: unknown): void {
    this.#span.fail(withoutArguments(error));
  }

  /** Ends the span when the library settles the command. The promise of the app is not touched. Returns its new `resolve`. */
  watch(command: QueuedCommand): Settle {
    const call = this;
    const { resolve, reject } = command;
    command.resolve = function (this: unknown, ...args) {
      call.end(args[0]);
      return Reflect.apply(resolve, this, args);
    };
    command.reject = function (this: unknown, ...args) {
      call.fail(args[0]);
      return Reflect.apply(reject, this, args);
    };
    return command.resolve;
  }
}

/** The command and its first argument. Redaction decides how much of the argument is stored. */
export function commandOf(command: unknown, key: unknown): string {
  return typeof key === 'string' ? `${command} ${key}` : String(command);
}

/** Redis repeats the arguments of an unknown command in its error. */
export function withoutArguments(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const [message = ''] = error.message.split(', with args beginning with', 1);
  return message === error.message ? error : Object.assign(new Error(message), { name: error.name });
}
