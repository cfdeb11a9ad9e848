import { GatebookError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import { backoff } from './backoff.ts';

/** A book that is opened when it is first needed, and again after a while when that failed. */
export interface LazyStore {
  store(): Promise<Store>;
  /** From now on nothing is opened any more; what is open, or just being opened, stays of use. */
  settle(): void;
  /** Closes the book if it is open. */
  close(): Promise<void>;
}

/** Opening may cost a thread and a disk's patience: whoever asks too soon after a failure is told that failure. */
export function createLazyStore(
  open: () => Promise<Store>,
  now: () => number = () => performance.now(),
): LazyStore {
  let opening: Promise<Store> | null = null;
  let againAt = 0;
  let failures = 0;
  let settled = false;

  function begin(): Promise<Store> {
    againAt = Number.POSITIVE_INFINITY;
    const begun = open().then(
      (store) => {
        failures = 0;
        return store;
      },
      (error: unknown) => {
        againAt = now() + backoff(++failures);
        throw error;
      },
    );
    // Nobody need be waiting when it fails: the next to ask is told.
    begun.catch(() => {});
    return begun;
  }

  return {
    store() {
      if (!settled && now() >= againAt) opening = begin();
      return opening ?? Promise.reject(new GatebookError('store-closed', 'This book was never opened.'));
    },
    settle() {
      settled = true;
    },
    async close() {
      settled = true;
      const store = await opening?.catch(() => null);
      await store?.close();
    },
  };
}
