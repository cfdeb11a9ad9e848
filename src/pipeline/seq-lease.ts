import type { Seq } from '../profile/token.ts';
import type { Lease } from '../store/store.ts';
import { backoff } from './backoff.ts';

const SMALLEST = 16;
const LARGEST = 4096;
/** A block kept for longer would give late requests early numbers. */
const KEPT_MS = 60_000;

interface Block {
  next: number;
  readonly end: number;
  readonly leasedAt: number;
}

export interface SeqLease {
  /** The next number of the lease in hand; `null` when there is none. Never waits. Now is what the caller's clock says. */
  take(at?: number): Seq | null;
}

/**
 * Numbers at hand for requests as they start. The next block is leased before the last runs out; blocks
 * grow with the traffic and shrink again without it, so that a quiet app does not use up the short tokens.
 */
export function createSeqLease(
  lease: (size: number) => Promise<Lease>,
  now: () => number = () => performance.now(),
): SeqLease {
  let size = SMALLEST;
  let block: Block | null = null;
  let spare: Block | null = null;
  let leasing = false;
  let failures = 0;
  let againAt = Number.NEGATIVE_INFINITY;

  function refill(): void {
    if (leasing || spare || now() < againAt) return;
    leasing = true;
    lease(size).then(
      ({ first, end }) => {
        spare = { next: first, end, leasedAt: now() };
        leasing = false;
        failures = 0;
      },
      // Without a lease profiles are numbered later; a request after a while asks again.
      () => {
        againAt = now() + backoff(++failures);
        leasing = false;
      },
    );
  }

  return {
    take(at = now()) {
      if (block?.next === block?.end) {
        if (block) size = Math.min(LARGEST, size * 2);
        block = spare;
        spare = null;
      }
      if (block && at - block.leasedAt > KEPT_MS) {
        size = Math.max(SMALLEST, size / 2);
        block = null;
      }
      if (!block || block.end - block.next <= size / 2) refill();
      return block ? (block.next++ as Seq) : null;
    },
  };
}
