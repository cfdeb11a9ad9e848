import { types } from 'node:util';

/** How far a chain of prototypes is followed. */
const MAX_PROTOTYPES = 12;
const MAX_NAME_LENGTH = 100;

// Reads objects of the app without running its code: no getter is called, and no trap of a proxy.

/** The value of a property of the object or its prototypes; `undefined` if a getter has it. */
export function dataOf(object: object, key: string): unknown {
  let at: object | null = object;
  for (let n = 0; at !== null && n < MAX_PROTOTYPES && !types.isProxy(at); n++) {
    const property = Object.getOwnPropertyDescriptor(at, key);
    if (property) return property.value;
    at = Object.getPrototypeOf(at);
  }
  return undefined;
}

/** The value of a property of the object itself; `undefined` if a getter has it. */
export function ownData(object: object, key: string | number): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

/** Whether it is an error of any realm, such as that of `node:vm` or of a test runner. */
export function isError(value: unknown): value is Error {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return false;
  return types.isNativeError(value) || inherits(value, Error.prototype);
}

function inherits(object: object, prototype: object): boolean {
  let at: object | null = object;
  for (let n = 0; at !== null && n < MAX_PROTOTYPES && !types.isProxy(at); n++) {
    if (at === prototype) return true;
    at = Object.getPrototypeOf(at);
  }
  return false;
}

/** Whether it is an object without a class, of any realm. */
export function isPlain(object: object): boolean {
  const prototype = Object.getPrototypeOf(object);
  if (prototype === null || prototype === Object.prototype) return true;
  return !types.isProxy(prototype) && Object.getPrototypeOf(prototype) === null;
}

/** The name of the class of an object; `Object` if it is not known. */
export function className(object: object): string {
  const type = dataOf(object, 'constructor');
  const name = typeof type === 'function' && !types.isProxy(type) && dataOf(type, 'name');
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME_LENGTH) : 'Object';
}
