import { AsyncLocalStorage } from 'node:async_hooks';
import { type CapturedCall, captureCall } from '../call-site.ts';
import { runInScope } from '../context.ts';
import type { Scope, Trail } from '../trail.ts';
import { attempt, type BuiltInContext, realWait } from './context.ts';
import type { OpenSpan } from './instrumentation.ts';
import { watchModule } from './loaded-modules.ts';
import { commandError, countDocuments, describeCommand } from './mongodb-command.ts';
import { type Method, wrapMethod } from './observe-method.ts';
import { traceChannel } from './queries.ts';
import { Transactions } from './transactions.ts';

type Command = Readonly<Record<string, unknown>>;
type Prototype = Record<string, Method>;
interface CommandOptions {
  readonly session?: { inTransaction?(): boolean };
}
interface PoolState {
  readonly availableConnectionCount?: number;
  readonly waitQueueSize?: number;
}
interface Wait {
  readonly trail: Trail;
  readonly duration: number;
}
type Run = <Result>(code: () => Result) => Result;

/** What the driver sends by itself: to watch the server, to log in, to end. */
const OWN_COMMANDS =
  /^(?:hello|ismaster|authenticate|getnonce|saslStart|saslContinue|endSessions|killCursors)$/i;
const MONGOOSE_CHANNELS = ['query', 'aggregate', 'model:save', 'model:insertMany', 'model:bulkWrite'];

/**
 * Commands of `mongodb`, and so of `mongoose`. The channels of `mongoose` (from 9.7 on) only serve copies of the driver that
 * can't be patched, such as those in a bundle.
 */
export const mongodbInstrumentation = {
  name: 'mongodb',
  start(context: BuiltInContext): () => void {
    const connections = new MongoConnections(context);
    const channels = MONGOOSE_CHANNELS.map((name) =>
      traceChannel(
        {
          channel: `mongoose:${name}`,
          kind: 'document',
          system: 'mongodb',
          statement: ({ operation, collection }) => `${operation} ${collection}`,
        },
        context,
      ),
    );
    const stopChannels = () => {
      for (const stop of channels.splice(0)) stop();
    };
    const watch = (file: string, name: string, patch: (prototype: Prototype) => () => void) =>
      watchModule({
        packageName: 'mongodb',
        file: `lib/cmap/${file}`,
        patch(exports) {
          stopChannels();
          return patch((exports as Record<string, { prototype: Prototype }>)[name]?.prototype ?? {});
        },
      });
    const stops = [
      watchModule({
        packageName: 'mongodb',
        file: 'lib/operations/execute_operation.js',
        patch: (exports) => connections.patchOperations(exports as Prototype),
      }),
      watch('connection.js', 'Connection', (prototype) => connections.patch(prototype)),
      watch('connection_pool.js', 'ConnectionPool', (prototype) => connections.patchPool(prototype)),
    ];
    return () => {
      stopChannels();
      for (const stop of stops) stop();
    };
  },
};

class MongoConnections {
  readonly #context: BuiltInContext;
  readonly #transactions = new Transactions();
  /** How long the app waited for a connection that it has not used yet. */
  readonly #waits = new WeakMap<object, Wait>();
  /** The call of the app that the running operation, or one around it, belongs to. Its commands are sent later. */
  readonly #operation = new AsyncLocalStorage<CapturedCall>();

  constructor(context: BuiltInContext) {
    this.#context = context;
  }

  patch(prototype: Prototype): () => void {
    if (typeof prototype.command !== 'function') return () => {};
    return wrapMethod(prototype, 'command', (next, self, args) => {
      const scope = this.#context.current();
      const command = args[1] as Command | undefined;
      const name = command && Object.keys(command)[0];
      if (!scope || !name || OWN_COMMANDS.test(name)) return Reflect.apply(next, self, args);
      const wait = this.#waits.get(self as object);
      this.#waits.delete(self as object);
      const waited = wait?.trail === scope.trail ? realWait(wait.duration) : undefined;
      const { db } = Object(args[0]) as { db?: unknown };
      const { session } = Object(args[2]) as CommandOptions;
      const span = this.#context.startSpan({
        kind: 'document',
        name: () => describeCommand(name, command),
        system: 'mongodb',
        database: typeof db === 'string' ? db : undefined,
        transaction: attempt(scope.trail, () => this.#transactionOf(session, name, scope.trail)),
        startedAgo: waited ?? 0,
        call: this.#operation.getStore(),
      });
      return follow(next, self, args, { scope, span, waited, run: this.#inContextOf(scope) });
    });
  }

  patchOperations(exports: Prototype): () => void {
    if (typeof exports.executeOperation !== 'function') return () => {};
    return wrapMethod(exports, 'executeOperation', (next, self, args) =>
      this.#context.isRecording()
        ? this.#operation.run(this.#operation.getStore() ?? captureCall(), () =>
            Reflect.apply(next, self, args),
          )
        : Reflect.apply(next, self, args),
    );
  }

  /** Version 5 calls back in the context of the request that has released the connection. */
  patchPool(prototype: Prototype): () => void {
    if (typeof prototype.checkOut !== 'function') return () => {};
    return wrapMethod(prototype, 'checkOut', (next, self, args) => {
      const scope = this.#context.current();
      if (!scope) return Reflect.apply(next, self, args);
      const startedAt = performance.now();
      const onConnection = (connection: unknown) => {
        if (typeof connection === 'object' && connection !== null)
          this.#waits.set(connection, { trail: scope.trail, duration: performance.now() - startedAt });
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

interface Call {
  readonly scope: Scope;
  readonly span: OpenSpan | undefined;
  readonly waited: number | undefined;
  readonly run: Run;
}

/**
 * Ends the span with the command. Since version 6 it returns a promise, which the driver always handles itself and does not
 * pass to the app. Earlier versions call back.
 */
function follow(next: Method, self: unknown, args: unknown[], { scope, span, waited, run }: Call): unknown {
  const end = (reply: unknown) => {
    attempt(scope.trail, () => {
      span?.end({ rows: countDocuments(reply), waited });
      const error = commandError(reply);
      if (error) span?.fail(error);
    });
  };
  const fail = (error: unknown) => {
    attempt(scope.trail, () => span?.fail(commandError(error) ?? error));
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
