const LINK = Symbol('gatebook.link');

type Method = (this: unknown, ...args: unknown[]) => unknown;
/** The function that an observer calls next. It changes when an observer below is removed. */
interface Link {
  next: Method;
}
type Observer = Method & { readonly [LINK]?: Link };

/**
 * Calls `onCall` before each call of a method. Returns a function that removes the observer: in any order, if several
 * books observe the same method. If another library has wrapped the method since, its wrapper stays.
 */
export function observeMethod<Target extends object>(
  target: Target,
  name: keyof Target & string,
  onCall: (self: unknown, args: readonly unknown[]) => void,
): () => void {
  const holder = target as Record<string, unknown>;
  const link: Link = { next: holder[name] as Method };
  let isOn = true;
  const observer: Observer = function (this: unknown, ...args) {
    if (isOn) onCall(this, args);
    return Reflect.apply(link.next, this, args);
  };
  Object.defineProperty(observer, LINK, { value: link });
  holder[name] = observer;

  return () => {
    isOn = false;
    if (holder[name] === observer) {
      if (Object.getPrototypeOf(target)?.[name] === link.next) delete holder[name];
      else holder[name] = link.next;
      return;
    }
    let above = (holder[name] as Observer)[LINK];
    while (above && above.next !== observer) above = (above.next as Observer)[LINK];
    if (above) above.next = link.next;
  };
}
