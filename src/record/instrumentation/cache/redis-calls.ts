import type { Scope } from '../../trail.ts';
import type { BuiltInContext, QueuedSpan } from '../context.ts';
import { QueuedCall } from '../patching/queued-call.ts';
import type { TracedCalls } from '../patching/trace-channel.ts';
import { Transactions } from '../sql/transactions.ts';

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
    scope: Scope,
    command: unknown,
    key: unknown,
    connection: object | undefined,
    waited = 0,
  ): RedisCall | undefined {
    const { trail } = scope;
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
      const call = new RedisCall(scope, span, waited, name === 'EXEC' ? queued : undefined);
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

export class RedisCall extends QueuedCall {
  readonly #span: QueuedSpan;
  /** The commands of the transaction that this one executes. */
  readonly #queued: readonly RedisCall[];

  constructor(scope: Scope, span: QueuedSpan, waited: number, queued: readonly RedisCall[] = []) {
    super(scope, span, waited);
    this.#span = span;
    this.#queued = queued;
  }

  override fail(error: unknown): void {
    super.fail(withoutArguments(error));
  }

  /** Ends the span when the library settles the command. The promise of the app is not touched. Returns its new `resolve`. */
  watch(command: QueuedCommand): Settle {
    const call = this;
    const { resolve, reject } = command;
    command.resolve = function (this: unknown, ...args) {
      call.end();
      call.#failQueued(args[0]);
      return Reflect.apply(resolve, this, args);
    };
    command.reject = function (this: unknown, ...args) {
      call.fail(args[0]);
      return Reflect.apply(reject, this, args);
    };
    return command.resolve;
  }

  /** The commands of a transaction have ended when the server queues them. It runs them all with EXEC. */
  #failQueued(replies: unknown): void {
    if (!Array.isArray(replies)) return;
    for (const [index, call] of this.#queued.entries())
      if (replies[index] instanceof Error) call.#span.fail(withoutArguments(replies[index]));
  }
}

/** The command and its first argument. Redaction decides how much of the argument is stored. */
export function commandOf(command: unknown, key: unknown): string {
  return typeof key === 'string' ? `${command} ${key}` : String(command);
}

/** Redis repeats the arguments of an unknown command in its error. */
function withoutArguments(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const [message = ''] = error.message.split(', with args beginning with', 1);
  return message === error.message ? error : Object.assign(new Error(message), { name: error.name });
}

/** A channel of a library, with how to read a command from its messages. */
export function redisChannel(channel: string, statement: TracedCalls['statement']): TracedCalls {
  return { channel, kind: 'cache', system: 'redis', statement, error: withoutArguments };
}
