import type { BatchFile } from './batch-files.ts';

/** What happened to the profiles of a queue in the spool, since its last report. */
export interface SpoolReport extends Counts {
  /** The profiles that are in the spool now. */
  readonly waiting: number;
  /** What all batches of this process take on the disk. */
  readonly bytes: number;
  /** Why the collector takes nothing now; `null` if it does. */
  readonly trouble: string | null;
  /** Why nothing can be put into the spool; `null` if it can. */
  readonly problem: string | null;
}

interface Counts {
  /** Taken over from processes that have ended. */
  readonly adopted: number;
  /** The spool was full, or the file was torn. */
  readonly dropped: number;
  /** By the collector. */
  readonly refused: number;
}

const NOTHING: Counts = { adopted: 0, dropped: 0, refused: 0 };

/** Counts profiles by the queue they come from: servers may share a writer thread. */
export interface SpoolLedger {
  count(queue: string, what: keyof Counts, profiles: number): void;
  /** The first queue that asks gets the batches of processes that have ended. */
  take(queue: string, files: Iterable<BatchFile>): Counts & { readonly waiting: number };
}

export function createSpoolLedger(): SpoolLedger {
  const counts = new Map<string, Counts>();
  const of = (queue: string) => counts.get(queue) ?? NOTHING;
  return {
    count(queue, what, profiles) {
      const before = of(queue);
      counts.set(queue, { ...before, [what]: before[what] + profiles });
    },
    take(queue, files) {
      const [own, left] = [of(queue), of('')];
      counts.delete(queue);
      counts.delete('');
      let waiting = 0;
      for (const file of files) {
        if (file.queue === '') file.queue = queue;
        if (file.queue === queue) waiting += file.count;
      }
      return {
        waiting,
        adopted: own.adopted + left.adopted,
        dropped: own.dropped + left.dropped,
        refused: own.refused + left.refused,
      };
    },
  };
}
