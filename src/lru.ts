/** A cache of the most recently used keys. */
export interface Lru<Value, Key = string> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/**
 * Creates a cache that keeps at least the `capacity` most recently used keys, and at most twice as many.
 * Two generations replace the linked list of an exact LRU: when the young one is full, it becomes the old one, and
 * keys that are not used again are dropped with it.
 */
export function createLru<Value extends NonNullable<unknown>, Key = string>(
  capacity: number,
): Lru<Value, Key> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();

  function set(key: Key, value: Value): void {
    if (young.size >= capacity && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    set,
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const oldValue = old.get(key);
      if (oldValue !== undefined) set(key, oldValue);
      return oldValue;
    },
  };
}
