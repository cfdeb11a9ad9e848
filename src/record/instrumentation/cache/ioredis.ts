import { runInScope } from '../../context.ts';
import type { Scope } from '../../trail.ts';
import type { BuiltInContext } from '../context.ts';
import type { WatchedModule } from '../patching/loaded-modules.ts';
import { type Method, undoAll, wrapMethod } from '../patching/observe-method.ts';
import { patchOrTrace, type TracedCalls } from '../patching/trace-channel.ts';
import {
  commandOf,
  type QueuedCommand,
  type RedisCall,
  RedisCalls,
  withoutArguments,
} from './redis-calls.ts';

type Command = QueuedCommand & { readonly name?: unknown; readonly args?: readonly unknown[] };
interface Client {
  readonly status?: unknown;
}
interface Pipeline {
  readonly redis?: { readonly options?: { readonly enableAutoPipelining?: unknown } };
}
type Prototype = Record<string, Method>;

interface KnownCommand {
  readonly call: RedisCall;
  /** What the call has put in place of the command's own function. */
  resolve: unknown;
  isWaiting: boolean;
}

/** What a client sends before it is ready, besides commands of the app. */
const HANDSHAKE = new Set(['auth', 'client', 'hello', 'info', 'readonly', 'select']);

const CHANNEL: TracedCalls = {
  channel: 'ioredis:command',
  kind: 'cache',
  system: 'redis',
  statement: ({ command, args }) =>
    commandOf(String(command).toUpperCase(), Array.isArray(args) ? args[0] : undefined),
  error: withoutArguments,
};

/**
 * Commands of `ioredis`. Its channels (from 5.11 on) hide rejections that the app does not handle, so the library is patched.
 */
export const ioredisInstrumentation = {
  name: 'ioredis',
  start(context: BuiltInContext): () => void {
    const clients = new IoredisClients(context);
    const moduleOf = (file: string, patch: (prototype: Prototype) => () => void): WatchedModule => ({
      packageName: 'ioredis',
      file: `built/${file}`,
      patch(exports) {
        const { default: Class = exports } = exports as { default?: unknown };
        const { prototype } = Class as { prototype: Prototype };
        return typeof prototype?.sendCommand === 'function' ? patch(prototype) : undefined;
      },
    });
    const modules = [
      moduleOf('Redis.js', (prototype) => clients.patch(prototype)),
      // Version 4, and 4.0.
      moduleOf('redis/index.js', (prototype) => clients.patch(prototype)),
      moduleOf('redis.js', (prototype) => clients.patch(prototype)),
      moduleOf('cluster/index.js', (prototype) => clients.patchCluster(prototype)),
      moduleOf('Pipeline.js', (prototype) => clients.patchPipeline(prototype)),
      moduleOf('pipeline.js', (prototype) => clients.patchPipeline(prototype)),
    ];
    return patchOrTrace(context, modules, [CHANNEL]);
  },
};

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

  patch(prototype: Prototype): () => void {
    return wrapMethod(prototype, 'sendCommand', (next, self, args) => {
      this.#send(self as Client, args[0] as Command, args[1]);
      return Reflect.apply(next, self, args);
    });
  }

  patchCluster(prototype: Prototype): () => void {
    const stops = [
      this.patch(prototype),
      wrapMethod(prototype, 'delayUntilReady', (next, self, args) => {
        const scope = this.#context.current();
        const [callback] = args;
        if (!scope || typeof callback !== 'function') return Reflect.apply(next, self, args);
        const bound = (...results: unknown[]) =>
          runInScope(scope, () => Reflect.apply(callback, undefined, results));
        return Reflect.apply(next, self, [bound]);
      }),
    ];
    return undoAll(stops);
  }

  patchPipeline(prototype: Prototype): () => void {
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
