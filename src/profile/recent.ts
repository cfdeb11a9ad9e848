/** Values by the keys that were asked for last: at least `most` of them, at most twice as many. */
export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function createRecent<Value extends NonNullable<unknown>>(most: number): Recent<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  function set(key: string, value: Value): void {
    if (young.size >= most) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    set,
    get(key) {
      const known = young.get(key);
      if (known !== undefined) return known;
      const again = old.get(key);
      if (again !== undefined) set(key, again);
      return again;
    },
  };
}
