import { copyText } from './format/cut-text.ts';

/** A cache of the most recently used keys. */
interface Lru<Value, Key = string> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  /** The value of a key; makes it if it is not known. */
  getOrMake(key: Key, make: () => Value): Value;
}

/**
 * Creates a cache that keeps at least the `capacity` most recently used keys, and at most about twice as many.
 * Two generations replace the linked list of an exact LRU: when the young one is full, it becomes the old one, and
 * keys that are not used again are dropped with it.
 * @param sizeOf how much of the capacity a value takes
 */
export function createLru<Value extends NonNullable<unknown>, Key = string>(
  capacity: number,
  sizeOf: (value: Value) => number = () => 1,
): Lru<Value, Key> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  let size = 0;

  function set(key: Key, value: Value): void {
    const known = young.get(key);
    if (known !== undefined) size -= sizeOf(known);
    else if (size >= capacity) {
      old = young;
      young = new Map();
      size = 0;
    }
    young.set(key, value);
    size += sizeOf(value);
  }

  function get(key: Key): Value | undefined {
    const value = young.get(key);
    if (value !== undefined) return value;
    const oldValue = old.get(key);
    if (oldValue !== undefined) set(key, oldValue);
    return oldValue;
  }

  function getOrMake(key: Key, make: () => Value): Value {
    const known = get(key);
    if (known !== undefined) return known;
    const made = make();
    set(key, made);
    return made;
  }

  return { get, set, getOrMake };
}

/** Remembers what was computed for the last texts. One longer than `maxLength` is computed each time. */
export function memoize<Value extends NonNullable<unknown>>(
  compute: (text: string) => Value,
  {
    capacity,
    maxLength = Number.POSITIVE_INFINITY,
  }: { readonly capacity: number; readonly maxLength?: number },
): (text: string) => Value {
  const known = createLru<Value>(capacity);
  return (text) => {
    const existing = text.length <= maxLength ? known.get(text) : undefined;
    if (existing !== undefined) return existing;
    const value = compute(text);
    if (text.length <= maxLength) known.set(copyText(text), value);
    return value;
  };
}

/** With fewer slots, texts that share one would displace each other for ever. */
const SLOTS_PER_TEXT = 8;

/**
 * Creates a check whether a text came before, as far as that is known. A cache that asks it keeps only what comes again: what comes once
 * displaces nothing, and costs little more than its hash.
 * @param capacity of the cache
 */
export function createRepeatCheck(capacity: number): (text: string) => boolean {
  const slots = 2 ** Math.ceil(Math.log2(capacity * SLOTS_PER_TEXT));
  /** The hash of the last text of each slot. */
  const last = new Int32Array(slots);
  return (text) => {
    const hash = hashOf(text, 0, text.length);
    const slot = slotOf(hash, slots);
    const isRepeated = last[slot] === hash;
    last[slot] = hash;
    return isRepeated;
  };
}

/** A hash of a part of a text. It is quick, and anybody can make texts with the same one. */
export function hashOf(text: string, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

/** @param slots a power of two */
export function slotOf(hash: number, slots: number): number {
  return (hash ^ (hash >>> 15)) & (slots - 1);
}
