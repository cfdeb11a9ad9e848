import { runInScope } from '../context.ts';
import type { BuiltInContext } from './context.ts';
import { type Method, wrapMethod } from './observe-method.ts';
import type { RedisCall, RedisCalls } from './redis-calls.ts';

/** A command of `redis` 3 and earlier. */
interface Command {
  readonly command?: unknown;
  readonly args?: readonly unknown[];
  callback?: Method;
}

/** Patches the client of `redis` 2 and 3, which calls back in the context of its socket. Returns a function that undoes it. */
export function patchRedis3(
  prototype: Record<string, Method>,
  context: BuiltInContext,
  calls: RedisCalls,
): () => void {
  if (typeof prototype.internal_send_command !== 'function') return () => {};
  /** A command that waits for a connection is sent again. */
  const known = new WeakMap<object, RedisCall>();

  return wrapMethod(prototype, 'internal_send_command', (next, self, args) => {
    const command = args[0] as Command;
    const waiting = known.get(command);
    if (waiting) waiting.connected();
    const scope = waiting ? undefined : context.current();
    if (!scope) return Reflect.apply(next, self, args);
    const call = calls.start(scope, command.command, command.args?.[0], self as object);
    if (call) known.set(command, call);
    const { callback } = command;
    if (typeof callback === 'function')
      command.callback = function (this: unknown, ...results) {
        if (results[0]) call?.fail(results[0]);
        else call?.end(results[1]);
        return runInScope(scope, () => Reflect.apply(callback, this, results));
      };
    try {
      const result = Reflect.apply(next, self, args);
      // The answer to a command without a callback is ignored.
      if (typeof callback !== 'function') call?.end(undefined);
      return result;
    } catch (error) {
      call?.fail(error);
      throw error;
    }
  });
}
