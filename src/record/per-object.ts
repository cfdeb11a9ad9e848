/**
 * A value for each of many objects that live as long as a request, kept on the object, where the app does not list it.
 * In a `WeakMap`, V8 keeps the values of dead objects until the next full collection: the table is old, and what an
 * old object refers to is not freed with the young ones. An object that can't be extended gets no value.
 */
export class PerObject<Value> {
  readonly #key = Symbol('gatebook.value');

  get(object: object): Value | undefined {
    return (object as Record<symbol, Value | undefined>)[this.#key];
  }

  set(object: object, value: Value): void {
    Reflect.defineProperty(object, this.#key, { value, configurable: true, writable: true });
  }
}
