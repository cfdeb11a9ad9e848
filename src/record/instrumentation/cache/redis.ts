import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requireFrom } from '../../../package-files.ts';
import { runInScope } from '../../context.ts';
import type { BuiltInContext } from '../context.ts';
import { type Patch, prototypeOf } from '../patching/loaded-modules.ts';
import { patchOrTrace, type TracedCalls } from '../patching/trace-channel.ts';
import { type Method, wrapMethod } from '../patching/wrap-method.ts';
import { commandOf, type QueuedCommand, type RedisCall, RedisCalls, redisChannel } from './redis-calls.ts';

/** The part of the options of a command that this code reads. */
interface CommandOptions {
  /** Set for the commands that open a connection. */
  readonly asap?: unknown;
  /** All commands of a transaction or pipeline share it. */
  readonly chainId?: unknown;
}
type NodeClass = new (value: QueuedCommand) => object;

const CHANNELS: readonly TracedCalls[] = [
  redisChannel('node-redis:command', ({ command, args }) =>
    commandOf(command, Array.isArray(args) ? args[1] : undefined),
  ),
  {
    ...redisChannel('node-redis:batch', () => 'MULTI'),
    // The commands of a pipeline are published one by one.
    isSeen: ({ batchMode }) => batchMode === 'MULTI',
  },
];

/**
 * Commands of `redis` (node-redis). Its channels (from 5.12 on) do not name the commands of a transaction, and their
 * promises settle later, so the library is patched.
 */
export function observeRedis(context: BuiltInContext): () => void {
  const queues = new CommandQueues(context);
  const patches: Readonly<Record<string, Patch>> = {
    'dist/lib/client/commands-queue.js': (exports, path) =>
      queues.patch(prototypeOf(exports, 'default'), path),
    'dist/lib/client/linked-list.js': (exports) => queues.patchList(prototypeOf(exports, 'DoublyLinkedList')),
    'dist/lib/client/pool.js': (exports) => queues.patchPool(prototypeOf(exports, 'RedisClientPool')),
  };
  return patchOrTrace(context, '@redis/client', patches, CHANNELS);
}

/** All commands go through the queue of a connection. */
class CommandQueues {
  readonly #context: BuiltInContext;
  readonly #calls: RedisCalls;
  /** The call that is being added to a queue. */
  #adding: RedisCall | undefined;
  /** How long the running function of a pool has waited for its connection, in milliseconds. */
  #waited = 0;

  constructor(context: BuiltInContext) {
    this.#context = context;
    this.#calls = new RedisCalls(context);
  }

  patch(prototype: object, path: string): () => void {
    const add = existsSync(join(dirname(path), 'linked-list.js'))
      ? (next: Method, self: unknown, args: unknown[]) => Reflect.apply(next, self, args)
      : this.#watchNodes(requireFrom(path)('yallist') as { Node: NodeClass });
    return wrapMethod(prototype, 'addCommand', (next, self, args) => this.#addCommand(add, next, self, args));
  }

  /** Version 4 uses a list of another package. Its nodes are watched only while a command is added. */
  #watchNodes(list: { Node: NodeClass }): (next: Method, self: unknown, args: unknown[]) => unknown {
    const { Node } = list;
    const Watched = new Proxy(Node, {
      construct: (_, [value]) => {
        this.#added(value);
        return new Node(value);
      },
    });
    return (next, self, args) => {
      list.Node = Watched;
      try {
        return Reflect.apply(next, self, args);
      } finally {
        list.Node = Node;
      }
    };
  }

  /** Versions 5 and later have a list of their own. */
  patchList(prototype: object): () => void {
    return wrapMethod(prototype, 'add', (next, self, args) => {
      this.#added(args[0] as QueuedCommand);
      return Reflect.apply(next, self, args);
    });
  }

  /** A pool calls a function that waits for a connection in the context of the request that has released it. */
  patchPool(prototype: object): () => void {
    return wrapMethod(prototype, 'execute', (next, self, args) => {
      const scope = this.#context.current();
      const [run] = args;
      if (!scope || typeof run !== 'function') return Reflect.apply(next, self, args);
      const startedAt = performance.now();
      const bound = (...given: unknown[]) => {
        this.#waited = performance.now() - startedAt;
        try {
          return runInScope(scope, () => Reflect.apply(run, undefined, given));
        } finally {
          this.#waited = 0;
        }
      };
      return Reflect.apply(next, self, [bound, ...args.slice(1)]);
    });
  }

  #addCommand(
    add: (next: Method, self: unknown, args: unknown[]) => unknown,
    next: Method,
    self: unknown,
    args: unknown[],
  ): unknown {
    const scope = this.#context.current();
    const [command] = args;
    const { asap, chainId } = (args[1] ?? {}) as CommandOptions;
    if (!scope || asap || !Array.isArray(command)) return Reflect.apply(next, self, args);
    const call = this.#calls.start(scope, command[0], command[1], chainId as object, this.#waited);
    this.#waited = 0;
    if (!call) return Reflect.apply(next, self, args);
    this.#adding = call;
    try {
      return add(next, self, args);
    } finally {
      // The queue is full, or the signal is aborted.
      if (this.#adding === call) call.fail(new Error('The command was not sent'));
      this.#adding = undefined;
    }
  }

  #added(command: QueuedCommand): void {
    const call = this.#adding;
    this.#adding = undefined;
    if (call && typeof command.resolve === 'function') call.watch(command);
  }
}
