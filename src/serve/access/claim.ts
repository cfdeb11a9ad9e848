import type { Micros } from '../../profile/time.ts';
import type { Store } from '../../store/store.ts';

/** A login code that its key has signed. Times are in seconds. */
export interface SignedCode {
  readonly name: string;
  readonly issued: number;
  readonly expires: number;
}

/** Spends a login code. Resolves to `false` if it was spent before. */
export type Claim = (code: SignedCode) => Promise<boolean>;

/**
 * Spends login codes in the book, so that each works once in all of its processes. A store without `claim` can't say what other
 * processes have done: then a code works once in this process, and only if it was made after the process started.
 */
export function claimIn(store: () => Promise<Pick<Store, 'claim'>>): Claim {
  const spent = new Map<string, number>();
  const startedAt = Math.floor(performance.timeOrigin / 1000);

  return async ({ name, issued, expires }) => {
    const now = Date.now() / 1000;
    for (const [other, end] of spent) if (end <= now) spent.delete(other);
    // A link that is followed again and again does not reach the book.
    if (spent.has(name)) return false;
    const book = await store();
    if (book.claim) {
      const isMine = await book.claim(name, (expires * 1e6) as Micros);
      spent.set(name, expires);
      return isMine;
    }
    // Two requests may have waited for the store.
    if (spent.has(name)) return false;
    spent.set(name, expires);
    return issued > startedAt;
  };
}
