import type { Batch } from '../store.ts';

/** A commit of more would make readers decode more than they need. */
const MAX_PROFILES = 1000;

interface Waiting {
  readonly batch: Batch;
  readonly settle: (written: Promise<void>) => void;
}

/**
 * Writes the batches that come while one is written in one commit: a collector gets more of them in a second than a disk can sync.
 * If they can't be written together, each is written by itself.
 */
export function joinWrites(write: (batches: readonly Batch[]) => Promise<void>) {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const joined = takeJoined();
      const together = write(joined.map(({ batch }) => batch));
      const isWritten = await together.then(
        () => true,
        () => false,
      );
      for (const { batch, settle } of joined) {
        const alone = isWritten || joined.length === 1 ? together : write([batch]);
        settle(alone);
        await alone.catch(() => {});
      }
    }
    writing = null;
  }

  function takeJoined(): Waiting[] {
    let [profiles, count] = [0, 0];
    for (const { batch } of waiting) {
      profiles += batch.profiles.length;
      if (count > 0 && profiles > MAX_PROFILES) break;
      count++;
    }
    const joined = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return joined;
  }

  return {
    write: (batch: Batch) =>
      new Promise<void>((resolve) => {
        waiting.push({ batch, settle: resolve });
        writing ??= writeWaiting();
      }),
    /** Resolves when all that was written so far has succeeded or failed. */
    finish: async () => writing,
  };
}
