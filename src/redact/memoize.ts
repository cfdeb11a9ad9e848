import { copyText } from '../format/cut-text.ts';
import { createLru } from '../lru.ts';

const MAX_CACHED = 500;
const MAX_CACHED_LENGTH = 32;

/** Caches the results of `compute` for short names: most requests have the same keys and headers. */
export function memoize<T extends NonNullable<unknown>>(compute: (name: string) => T): (name: string) => T {
  const cache = createLru<T>(MAX_CACHED);
  return (name) => {
    if (name.length > MAX_CACHED_LENGTH) return compute(name);
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const result = compute(name);
    cache.set(copyText(name), result);
    return result;
  };
}
