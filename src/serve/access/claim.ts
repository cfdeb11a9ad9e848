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

  function claimHere({ name, issued, expires }: SignedCode): boolean {
    const now = Date.now() / 1000;
    for (const [other, end] of spent) if (end <= now) spent.delete(other);
    if (issued <= Math.floor(performance.timeOrigin / 1000) || spent.has(name)) return false;
    spent.set(name, expires);
    return true;
  }

  return async (code) => {
    const book = await store();
    return book.claim ? book.claim(code.name, (code.expires * 1e6) as Micros) : claimHere(code);
  };
}
