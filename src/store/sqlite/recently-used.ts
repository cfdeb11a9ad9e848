/** Adds to a map of recently used values. The oldest one beyond `max` is closed. */
export function keep<T>(
  map: Map<string, T>,
  key: string,
  value: T,
  max: number,
  close: (value: T) => void,
): void {
  map.set(key, value);
  const [oldest] = map;
  if (map.size <= max || !oldest) return;
  map.delete(oldest[0]);
  close(oldest[1]);
}

/** Takes a value out of such a map; with `keep`, it is the one that was used last. */
export function take<T>(map: Map<string, T>, key: string): T | undefined {
  const value = map.get(key);
  map.delete(key);
  return value;
}
