import { GatebookError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { backoff } from '../backoff.ts';

/** A store that is opened when it is first needed, and again after a failure. */
export interface LazyStore {
  /** After a failure it rejects with the same error until the backoff has passed. */
  store(): Promise<Store>;
  /** From now on nothing is opened any more. A store that is open, or being opened, stays usable. */
  stopOpening(): void;
  close(): Promise<void>;
}

export function createLazyStore(
  open: () => Promise<Store>,
  now: () => number = () => performance.now(),
): LazyStore {
  let opening: Promise<Store> | null = null;
  let retryAt = 0;
  let failures = 0;
  let stopped = false;

  function start(): Promise<Store> {
    retryAt = Number.POSITIVE_INFINITY;
    const started = open().catch((error: unknown) => {
      retryAt = now() + backoff(++failures);
      throw error;
    });
    // A failure may have no caller waiting for it; the next caller gets it.
    started.catch(() => {});
    return started;
  }

  return {
    store() {
      if (!stopped && now() >= retryAt) opening = start();
      return opening ?? Promise.reject(new GatebookError('store-closed', 'The book is closed.'));
    },
    stopOpening() {
      stopped = true;
    },
    async close() {
      stopped = true;
      const store = await opening?.catch(() => null);
      await store?.close();
    },
  };
}
