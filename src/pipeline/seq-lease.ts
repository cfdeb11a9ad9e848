import type { Seq } from '../profile/token.ts';
import type { Lease } from '../store/store.ts';
import { backoff } from './backoff.ts';

const MIN_SIZE = 16;
const MAX_SIZE = 4096;
/** Old blocks are abandoned, so that seqs roughly follow time. */
const MAX_AGE_MS = 60_000;

interface Block {
  next: number;
  readonly end: number;
  readonly leasedAt: number;
}

export interface SeqLease {
  /** The next seq; `null` if there is no lease. Never waits. `now` is a value of `performance.now()`. */
  take(now?: number): Seq | null;
}

/**
 * Keeps seqs ready for requests as they start. The next block is leased before the current one runs out. Blocks grow with
 * the traffic and shrink without it, so that a quiet app does not use up the short tokens.
 */
export function createSeqLease(
  lease: (size: number) => Promise<Lease>,
  clock: () => number = () => performance.now(),
): SeqLease {
  let size = MIN_SIZE;
  let block: Block | null = null;
  let spare: Block | null = null;
  let leasing = false;
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;

  function refill(): void {
    if (leasing || spare || clock() < retryAt) return;
    leasing = true;
    lease(size).then(
      ({ first, end }) => {
        spare = { next: first, end, leasedAt: clock() };
        leasing = false;
        failures = 0;
      },
      // Profiles without a seq get one when they are written.
      () => {
        retryAt = clock() + backoff(++failures);
        leasing = false;
      },
    );
  }

  return {
    take(now = clock()) {
      if (block?.next === block?.end) {
        if (block) size = Math.min(MAX_SIZE, size * 2);
        block = spare;
        spare = null;
      }
      if (block && now - block.leasedAt > MAX_AGE_MS) {
        size = Math.max(MIN_SIZE, size / 2);
        block = null;
      }
      if (!block || block.end - block.next <= size / 2) refill();
      return block ? (block.next++ as Seq) : null;
    },
  };
}
