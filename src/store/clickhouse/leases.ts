import { GatebookError } from '../../errors.ts';
import { SEQ_END, type Seq } from '../../profile/token.ts';
import type { Lease } from '../store.ts';
import type { Engine } from './engine.ts';

/** Each writer of a cluster has numbers of its own: writer w those from w * 2^36. */
export const WRITER_RANGE = 2 ** 36;
/** So many numbers are claimed at once: a claim costs a few round trips, and what is left of it a gap. */
const CLAIMED_AT_ONCE = 1024;
/** What is left of a claim after this long is not used: late requests would get early numbers. */
const KEPT_MS = 60_000;
const MOST_TRIES = 1000;

export interface Leases {
  take(size: number): Promise<Lease>;
}

interface Claim extends Lease {
  readonly claimedAt: number;
}

/**
 * ClickHouse can't count up. But of several inserts under one token it keeps the first: whoever finds its own
 * claim in the table owns the numbers, all others look for the next.
 */
export function createLeases(engine: Engine, writer: number): Leases {
  const from = writer * WRITER_RANGE;
  const end = Math.min(SEQ_END, from + WRITER_RANGE);
  let left: Claim | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function claim(size: number): Promise<Claim> {
    const claim = crypto.randomUUID();
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const [[next] = []] = await engine.read(
        'SELECT max(end) FROM leases WHERE first >= {from:UInt64} AND first < {end:UInt64}',
        { from, end },
      );
      const first = Math.max(from, Number(next));
      if (first + size > end) break;
      await engine.insert({
        table: 'leases',
        columns: ['first', 'end', 'claim'],
        rows: [JSON.stringify([first, first + size, claim])],
        token: `lease-${first}`,
        sync: true,
      });
      const [[owner] = []] = await engine.read(
        'SELECT claim FROM leases WHERE first = {first:UInt64} LIMIT 1',
        {
          first,
        },
      );
      if (owner === claim) return { first: first as Seq, end: first + size, claimedAt: performance.now() };
    }
    throw new GatebookError(
      'store-failed',
      `${engine.name} has no numbers left for writer ${writer}. Name another with ?writer=.`,
    );
  }

  async function next(size: number): Promise<Lease> {
    const usable =
      left && left.end - left.first >= size && performance.now() - left.claimedAt < KEPT_MS ? left : null;
    const block = usable ?? (await claim(Math.max(size, CLAIMED_AT_ONCE)));
    left = { ...block, first: (block.first + size) as Seq };
    return { first: block.first, end: block.first + size };
  }

  return {
    take(size) {
      const taken = last.then(() => next(size));
      last = taken.catch(() => {});
      return taken;
    },
  };
}
