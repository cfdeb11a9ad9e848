import { AsyncLocalStorage } from 'node:async_hooks';
import { type CapturedCall, captureCall } from '../../call-site.ts';
import { runInScope } from '../../context.ts';
import type { Scope, Trail } from '../../trail.ts';
import { attempt, type BuiltInContext } from '../context.ts';
import { type Patch, prototypeOf } from '../patching/loaded-modules.ts';
import { ConnectionWaits, QueuedCall } from '../patching/queued-call.ts';
import { patchOrTrace, type TracedCalls } from '../patching/trace-channel.ts';
import { type Method, wrapMethod } from '../patching/wrap-method.ts';
import { commandError, countDocuments, describeCommand } from './mongodb-command.ts';
import { Transactions } from './transactions.ts';

type Command = Readonly<Record<string, unknown>>;
interface CommandOptions {
  readonly session?: { inTransaction?(): boolean };
}
interface PoolState {
  readonly availableConnectionCount?: number;
  readonly waitQueueSize?: number;
}
type Run = <Result>(code: () => Result) => Result;

/** What the driver sends by itself: to watch the server, to log in, to end. */
const OWN_COMMANDS =
  /^(?:hello|ismaster|authenticate|getnonce|saslStart|saslContinue|endSessions|killCursors)$/i;
/** The channels of `mongoose`, from 9.7 on. */
const MONGOOSE_CHANNELS = ['query', 'aggregate', 'model:save', 'model:insertMany', 'model:bulkWrite'].map(
  (name): TracedCalls => ({
    channel: `mongoose:${name}`,
    kind: 'document',
    system: 'mongodb',
    statement: ({ operation, collection }) => `${operation} ${collection}`,
  }),
);

/** Commands of `mongodb`, and so of `mongoose`. */
export function observeMongodb(context: BuiltInContext): () => void {
  const connections = new MongoConnections(context);
  const patches: Readonly<Record<string, Patch>> = {
    'lib/operations/execute_operation.js': (exports) => connections.patchOperations(exports as object),
    'lib/cmap/connection.js': (exports) => connections.patch(prototypeOf(exports, 'Connection')),
    'lib/cmap/connection_pool.js': (exports) => connections.patchPool(prototypeOf(exports, 'ConnectionPool')),
  };
  return patchOrTrace(context, 'mongodb', patches, MONGOOSE_CHANNELS);
}

class MongoConnections {
  readonly #context: BuiltInContext;
  readonly #transactions = new Transactions();
  readonly #waits = new ConnectionWaits();
  /** The call of the app that the running operation, or one around it, belongs to. Its commands are sent later. */
  readonly #operation = new AsyncLocalStorage<CapturedCall>();

  constructor(context: BuiltInContext) {
    this.#context = context;
  }

  patch(prototype: object): () => void {
    return wrapMethod(prototype, 'command', (next, self, args) => {
      const scope = this.#context.current();
      const command = args[1] as Command | undefined;
      const name = command && Object.keys(command)[0];
      if (!scope || !name || OWN_COMMANDS.test(name)) return Reflect.apply(next, self, args);
      const { waited } = this.#waits.take(self as object, scope.trail);
      const { db } = Object(args[0]) as { db?: unknown };
      const { session } = Object(args[2]) as CommandOptions;
      const span = this.#context.startSpan({
        kind: 'document',
        name: () => describeCommand(name, command),
        system: 'mongodb',
        database: db,
        transaction: attempt(scope.trail, () => this.#transactionOf(session, name, scope.trail)),
        startedAgo: waited,
        call: this.#operation.getStore(),
      });
      return follow(next, self, args, new QueuedCall(scope, span, waited), this.#inContextOf(scope));
    });
  }

  patchOperations(exports: object): () => void {
    return wrapMethod(exports, 'executeOperation', (next, self, args) =>
      this.#context.isRecording()
        ? this.#operation.run(this.#operation.getStore() ?? captureCall(), () =>
            Reflect.apply(next, self, args),
          )
        : Reflect.apply(next, self, args),
    );
  }

  /** Version 5 calls back in the context of the request that has released the connection. */
  patchPool(prototype: object): () => void {
    return wrapMethod(prototype, 'checkOut', (next, self, args) => {
      const scope = this.#context.current();
      if (!scope) return Reflect.apply(next, self, args);
      const startedAt = performance.now();
      const onConnection = (connection: unknown) => {
        if (typeof connection === 'object' && connection !== null)
          this.#waits.set(connection, scope.trail, startedAt);
      };
      const [callback] = args;
      if (typeof callback === 'function') {
        const run = this.#inContextOf(scope);
        const bound = (...results: unknown[]) => {
          onConnection(results[1]);
          return run(() => Reflect.apply(callback, undefined, results));
        };
        return Reflect.apply(next, self, [bound]);
      }
      const { availableConnectionCount: idle = 0, waitQueueSize: waiting = 0 } = self as PoolState;
      const result = Reflect.apply(next, self, args);
      if (idle <= waiting && result instanceof Promise) result.then(onConnection, () => {});
      return result;
    });
  }

  /** Runs code in the context of this request and of the running operation. The app's own stores stay as they are. */
  #inContextOf(scope: Scope): Run {
    const operation = this.#operation.getStore();
    return (code) => runInScope(scope, operation ? () => this.#operation.run(operation, code) : code);
  }

  #transactionOf(session: CommandOptions['session'], name: string, trail: Trail): number | undefined {
    if (!session) return undefined;
    if (name === 'commitTransaction' || name === 'abortTransaction')
      return this.#transactions.numberOf(session, 'COMMIT', trail);
    return session.inTransaction?.() ? this.#transactions.numberOf(session, 'BEGIN', trail) : undefined;
  }
}

/**
 * Ends the span with the command. Since version 6 it returns a promise, which the driver always handles itself and does not
 * pass to the app. Earlier versions call back.
 */
function follow(next: Method, self: unknown, args: unknown[], call: QueuedCall, run: Run): unknown {
  const end = (reply: unknown) => {
    attempt(call.scope.trail, () => {
      const error = commandError(reply);
      if (error) call.fail(error);
      else call.end(countDocuments(reply));
    });
  };
  const fail = (error: unknown) => {
    attempt(call.scope.trail, () => call.fail(commandError(error) ?? error));
  };
  const callback = args[3];
  // Since version 6, the last argument is the class of the response.
  if (next.length === 4 && typeof callback === 'function') {
    const bound = (...results: unknown[]) => {
      if (results[0]) fail(results[0]);
      else end(results[1]);
      return run(() => Reflect.apply(callback, undefined, results));
    };
    return Reflect.apply(next, self, [...args.slice(0, 3), bound]);
  }
  const result = Reflect.apply(next, self, args);
  if (result instanceof Promise) result.then(end, fail);
  return result;
}
