import { runInScope } from '../../context.ts';
import type { Scope } from '../../trail.ts';
import type { BuiltInContext } from '../context.ts';
import { type Patch, prototypeOf } from '../patching/loaded-modules.ts';
import { patchOrTrace } from '../patching/trace-channel.ts';
import { bindCallbacks, undoAll, wrapMethod } from '../patching/wrap-method.ts';
import { commandOf, type QueuedCommand, type RedisCall, RedisCalls, redisChannel } from './redis-calls.ts';

type Command = QueuedCommand & { readonly name?: unknown; readonly args?: readonly unknown[] };
interface Client {
  readonly status?: unknown;
}
interface Pipeline {
  readonly redis?: { readonly options?: { readonly enableAutoPipelining?: unknown } };
}

interface KnownCommand {
  readonly call: RedisCall;
  /** The call's function, in place of the command's own. */
  resolve: unknown;
  isWaiting: boolean;
}

/** What a client sends before it is ready, besides commands of the app. */
const HANDSHAKE = new Set(['auth', 'client', 'hello', 'info', 'readonly', 'select']);

const CHANNEL = redisChannel('ioredis:command', ({ command, args }) =>
  commandOf(String(command).toUpperCase(), Array.isArray(args) ? args[0] : undefined),
);

/**
 * Commands of `ioredis`. Its channels (from 5.11 on) hide rejections that the app does not handle, so the library is patched.
 */
export function observeIoredis(context: BuiltInContext): () => void {
  const clients = new IoredisClients(context);
  const client: Patch = (exports) => clients.patch(classOf(exports));
  const cluster: Patch = (exports) => clients.patchCluster(classOf(exports));
  const pipeline: Patch = (exports) => clients.patchPipeline(classOf(exports));
  const patches = {
    'built/Redis.js': client,
    'built/cluster/index.js': cluster,
    'built/Pipeline.js': pipeline,
    // Version 4, and 4.0.
    'built/redis/index.js': client,
    'built/redis.js': client,
    'built/pipeline.js': pipeline,
  };
  return patchOrTrace(context, 'ioredis', patches, [CHANNEL]);
}

/** The prototype of the class that a file exports. */
function classOf(exports: unknown): object {
  const { default: exported } = exports as { default?: unknown };
  return prototypeOf(exported ?? exports);
}

class IoredisClients {
  readonly #context: BuiltInContext;
  readonly #calls: RedisCalls;
  /** A command is sent again after a redirection, or when its client is connected. */
  readonly #known = new WeakMap<object, KnownCommand>();
  /** The requests that commands of pipelines belong to. */
  readonly #scopes = new WeakMap<object, Scope>();

  constructor(context: BuiltInContext) {
    this.#context = context;
    this.#calls = new RedisCalls(context);
  }

  patch(prototype: object): () => void {
    return wrapMethod(prototype, 'sendCommand', (next, self, args) => {
      this.#send(self as Client, args[0] as Command, args[1]);
      return Reflect.apply(next, self, args);
    });
  }

  patchCluster(prototype: object): () => void {
    return undoAll([this.patch(prototype), bindCallbacks(prototype, ['delayUntilReady'])]);
  }

  patchPipeline(prototype: object): () => void {
    return wrapMethod(prototype, 'sendCommand', (next, self, args) => {
      const scope = this.#context.current();
      const command = args[0] as Command;
      if (scope) {
        this.#scopes.set(command, scope);
        // The commands of several requests are sent together, by the event loop.
        if (isAutomatic(self as Pipeline)) this.#start(scope, command, undefined, false);
      }
      return Reflect.apply(next, self, args);
    });
  }

  #send(client: Client, command: Command, stream: unknown): void {
    if (typeof command?.resolve !== 'function') return;
    const known = this.#known.get(command);
    if (known) {
      if (known.isWaiting && client.status === 'ready') {
        known.isWaiting = false;
        known.call.gotConnection();
      }
      // A cluster renews the promises of a pipeline that it sends again.
      if (command.resolve !== known.resolve) known.resolve = known.call.watch(command);
      return;
    }
    const current = this.#context.current();
    const scope = this.#scopes.get(command) ?? current;
    if (!scope || (client.status === 'connect' && !stream && HANDSHAKE.has(String(command.name)))) return;
    const connection = (stream ?? client) as object;
    const isWaiting = client.status !== 'ready';
    if (scope === current) this.#start(scope, command, connection, isWaiting);
    else runInScope(scope, () => this.#start(scope, command, connection, isWaiting));
  }

  #start(scope: Scope, command: Command, connection: object | undefined, isWaiting: boolean): void {
    const call = this.#calls.start(scope, command.name, command.args?.[0], connection);
    if (call) this.#known.set(command, { call, resolve: call.watch(command), isWaiting });
  }
}

/** Whether a client with the option `enableAutoPipelining` has created this pipeline. Only those have such a symbol. */
function isAutomatic(pipeline: Pipeline): boolean {
  if (!pipeline.redis?.options?.enableAutoPipelining) return false;
  return Object.getOwnPropertySymbols(pipeline).some(({ description }) => description === 'exec');
}
