import { bindToScope, currentScope } from '../../context.ts';
import { unseen } from '../../unseen.ts';

export type Method = (this: unknown, ...args: unknown[]) => unknown;
/** Runs around a method: calls `next` and returns its result. */
export type OnCall = (next: Method, self: unknown, args: unknown[]) => unknown;
/** The function that a wrapper calls next. It changes when a wrapper below is removed. */
interface Link {
  next: Method;
  isOn: boolean;
}
const links = new WeakMap<Method, Link>();

/**
 * Runs code around each call of a method. Throws if there is no such method. Returns a function that removes the wrapper: in any
 * order, if several books wrap the same method. If another library has wrapped the method since, its wrapper stays.
 */
export function wrapMethod(target: object, name: PropertyKey, onCall: OnCall): () => void {
  return replaceMethod(target, name, (link) => {
    const wrapper: Method = function (this: unknown, ...args) {
      return link.isOn ? onCall(link.next, this, args) : Reflect.apply(link.next, this, args);
    };
    const { name, length } = link.next;
    return Object.defineProperties(wrapper, {
      name: { value: name, configurable: true },
      length: { value: length, configurable: true },
    });
  });
}

/** Runs code before each call of a method, which is not in the stack of the call. It may change the arguments. */
export function watchMethod(
  target: object,
  name: PropertyKey,
  before: (self: unknown, args: unknown[]) => void,
): () => void {
  return replaceMethod(target, name, (link) =>
    unseen(link.next, (self, args) => {
      if (link.isOn) before(self, args);
      return link.next;
    }),
  );
}

function replaceMethod(target: object, name: PropertyKey, wrap: (link: Link) => Method): () => void {
  const holder = target as Record<PropertyKey, unknown>;
  const link: Link = { next: methodOf(holder, name), isOn: true };
  const wrapper = wrap(link);
  links.set(wrapper, link);
  holder[name] = wrapper;

  return () => {
    link.isOn = false;
    if (holder[name] === wrapper) {
      if (Object.getPrototypeOf(target)?.[name] === link.next) delete holder[name];
      else holder[name] = link.next;
      return;
    }
    let above = links.get(holder[name] as Method);
    while (above && above.next !== wrapper) above = links.get(above.next);
    if (above) above.next = link.next;
  };
}

/** Wraps several methods, or throws before it wraps the first if one of them is missing. */
export function wrapMethods(target: object, calls: Readonly<Record<string, OnCall>>): () => void {
  for (const name of Object.keys(calls)) methodOf(target as Record<PropertyKey, unknown>, name);
  return undoAll(Object.entries(calls).map(([name, onCall]) => wrapMethod(target, name, onCall)));
}

function methodOf(holder: Record<PropertyKey, unknown>, name: PropertyKey): Method {
  const method = holder[name];
  if (isFunction(method)) return method;
  throw new TypeError(`${String(name)} is not a method`);
}

/** Wraps those of these methods that a class has itself: they differ between versions of a library. */
export function wrapOwnMethods(prototype: object, methods: readonly string[], onCall: OnCall): () => void {
  const own = methods.filter((name) => isFunction(Object.getOwnPropertyDescriptor(prototype, name)?.value));
  return undoAll(own.map((name) => wrapMethod(prototype, name, onCall)));
}

/**
 * Runs the functions that an app passes to these methods in the context of the request that passes them, instead of that of the
 * connection.
 */
export function bindCallbacks(prototype: object, methods: readonly string[]): () => void {
  return wrapOwnMethods(prototype, methods, (next, self, args) => {
    const scope = currentScope();
    const bound = scope && args.map((arg) => (isFunction(arg) ? bindToScope(scope, arg) : arg));
    return Reflect.apply(next, self, bound ?? args);
  });
}

function isFunction(value: unknown): value is Method {
  return typeof value === 'function';
}

/** One function for several that undo something. */
export function undoAll(stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}
