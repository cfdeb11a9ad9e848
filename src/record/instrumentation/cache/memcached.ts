import type { Scope } from '../../trail.ts';
import type { BuiltInContext } from '../context.ts';
import { prototypeOf, watchModules } from '../patching/loaded-modules.ts';
import { QueuedCall } from '../patching/queued-call.ts';
import { type Method, undoAll, wrapMethod } from '../patching/wrap-method.ts';

type Prototype = Record<string, Method>;
/** What `memcached` calls a query. */
interface Query {
  readonly type?: unknown;
  readonly key?: unknown;
  callback?: unknown;
}

/** The commands of the binary protocol, which `memjs` uses, by their code. */
const OPCODES: Readonly<Record<number, string>> = {
  0: 'GET',
  1: 'SET',
  2: 'ADD',
  3: 'REPLACE',
  4: 'DELETE',
  5: 'INCR',
  6: 'DECR',
  14: 'APPEND',
  15: 'PREPEND',
  28: 'TOUCH',
};
/** Success, key not found, key exists, and not stored: answers, not errors. */
const ANSWERS = new Set([0, 1, 2, 5]);

/** Commands of `memcached` and `memjs`, which call back in the context of their sockets. */
export function observeMemcached(context: BuiltInContext): () => void {
  return undoAll([
    watchModules('memcached', {
      'lib/memcached.js': (exports) => patchMemcached(prototypeOf(exports), context),
    }),
    watchModules('memjs', {
      'lib/memjs/memjs.js': (exports) => patchMemjs(prototypeOf(exports, 'Client'), context),
    }),
  ]);
}

/** All commands go through one method, which gets a function that creates the query. */
function patchMemcached(prototype: Prototype, context: BuiltInContext): () => void {
  return wrapMethod(prototype, 'command', (next, self, args) => {
    const scope = context.current();
    const [create] = args;
    if (!scope || typeof create !== 'function') return Reflect.apply(next, self, args);
    const watched = (...options: unknown[]) => {
      const query = Reflect.apply(create, undefined, options) as Query;
      // A copy of the query for a redundant server, whose answer is not awaited.
      if (options[0] || typeof query?.callback !== 'function') return query;
      const key = Array.isArray(query.key) ? query.key[0] : query.key;
      const call = startCall(context, scope, String(query.type).toUpperCase(), key);
      query.callback = call.bind(query.callback as Method, (error) => call.settle(firstOf(error)));
      return query;
    };
    return Reflect.apply(next, self, [watched, ...args.slice(1)]);
  });
}

function patchMemjs(prototype: Prototype, context: BuiltInContext): () => void {
  /** A command that is tried again gets the same callback. */
  const known = new WeakSet<object>();
  const watch = (scope: Scope, callback: unknown, command: string, key: unknown): Method => {
    const call = startCall(context, scope, command, key);
    const bound = call.bind(callback as Method, (error, response) => {
      const status = (response as { header?: { status?: unknown } } | null | undefined)?.header?.status;
      const isAnswer = typeof status !== 'number' || ANSWERS.has(status);
      call.settle(error ?? (isAnswer ? undefined : new Error(`memcached answered with status ${status}`)));
    });
    known.add(bound);
    return bound;
  };
  return undoAll([
    wrapMethod(prototype, 'perform', (next, self, args) => {
      const [key, request, , callback] = args;
      const scope = typeof callback === 'function' && !known.has(callback) ? context.current() : undefined;
      const command = scope && request instanceof Uint8Array ? OPCODES[request[1] ?? -1] : undefined;
      if (!scope || !command) return Reflect.apply(next, self, args);
      return Reflect.apply(next, self, args.with(3, watch(scope, callback, command, String(key))));
    }),
    // Without a callback it calls itself with one.
    wrapMethod(prototype, 'flush', (next, self, args) => {
      const scope = typeof args[0] === 'function' ? context.current() : undefined;
      if (!scope) return Reflect.apply(next, self, args);
      return Reflect.apply(next, self, [watch(scope, args[0], 'FLUSH_ALL', undefined)]);
    }),
  ]);
}

/** Redaction decides how much of the key is stored. */
function startCall(context: BuiltInContext, scope: Scope, command: string, key: unknown): QueuedCall {
  const name = typeof key === 'string' ? `${command} ${key}` : command;
  return new QueuedCall(scope, context.startSpan({ kind: 'cache', name, system: 'memcached' }));
}

/** `memcached` passes a list if several servers have failed. */
function firstOf(error: unknown): unknown {
  return Array.isArray(error) ? error[0] : error;
}
