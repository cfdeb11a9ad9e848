const LINK = Symbol('gatebook.link');

export type Method = (this: unknown, ...args: unknown[]) => unknown;
/** The function that a wrapper calls next. It changes when a wrapper below is removed. */
interface Link {
  next: Method;
  isOn: boolean;
}
type Wrapper = Method & { readonly [LINK]?: Link };

/**
 * Calls `onCall` before each call of a method. Returns a function that removes the observer: in any order, if several
 * books observe the same method. If another library has wrapped the method since, its wrapper stays.
 */
export function observeMethod<Target extends object>(
  target: Target,
  name: keyof Target & string,
  onCall: (self: unknown, args: readonly unknown[]) => void,
): () => void {
  return replaceMethod(
    target,
    name,
    (link) =>
      function (this: unknown, ...args) {
        if (link.isOn) onCall(this, args);
        return Reflect.apply(link.next, this, args);
      },
  );
}

/** As `observeMethod`, for code that runs around the method: `onCall` calls `next` and returns its result. */
export function wrapMethod<Target extends object>(
  target: Target,
  name: keyof Target & string,
  onCall: (next: Method, self: unknown, args: unknown[]) => unknown,
): () => void {
  return replaceMethod(
    target,
    name,
    (link) =>
      function (this: unknown, ...args) {
        return link.isOn ? onCall(link.next, this, args) : Reflect.apply(link.next, this, args);
      },
  );
}

function replaceMethod(target: object, name: string, wrap: (link: Link) => Wrapper): () => void {
  const holder = target as Record<string, unknown>;
  const link: Link = { next: holder[name] as Method, isOn: true };
  const wrapper = wrap(link);
  Object.defineProperty(wrapper, LINK, { value: link });
  Object.defineProperty(wrapper, 'name', { value: link.next.name, configurable: true });
  Object.defineProperty(wrapper, 'length', { value: link.next.length, configurable: true });
  holder[name] = wrapper;

  return () => {
    link.isOn = false;
    if (holder[name] === wrapper) {
      if (Object.getPrototypeOf(target)?.[name] === link.next) delete holder[name];
      else holder[name] = link.next;
      return;
    }
    let above = (holder[name] as Wrapper)[LINK];
    while (above && above.next !== wrapper) above = (above.next as Wrapper)[LINK];
    if (above) above.next = link.next;
  };
}

/** One function for several that undo something. */
export function undoAll(stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}
