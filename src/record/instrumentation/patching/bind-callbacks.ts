import { bindToScope, currentScope } from '../../context.ts';
import { type Method, undoAll, wrapMethod } from './observe-method.ts';

/**
 * Runs the functions that an app passes to these methods in the context of the request that passes them, instead of that of the
 * connection. Returns a function that undoes it.
 */
export function bindCallbacks(prototype: object, methods: readonly string[]): () => void {
  const holder = prototype as Record<string, unknown>;
  const stops = methods
    .filter((name) => Object.hasOwn(holder, name) && typeof holder[name] === 'function')
    .map((name) =>
      wrapMethod(holder, name, (next, self, args) => {
        const scope = currentScope();
        const bound = scope && args.map((arg) => (isFunction(arg) ? bindToScope(scope, arg) : arg));
        return Reflect.apply(next, self, bound ?? args);
      }),
    );
  return undoAll(stops);
}

function isFunction(value: unknown): value is Method {
  return typeof value === 'function';
}
