import { GatebookError } from '../../errors.ts';
import { SEQ_END, type Seq } from '../../profile/token.ts';
import type { Lease } from '../store.ts';
import { type Engine, insertOnce } from './engine/engine.ts';

/** Seqs per writer of a cluster: writer w starts at w * 2^36. */
export const WRITER_RANGE = 2 ** 36;
/** Seqs per claim. A claim costs a few round trips; its unused seqs become a gap. */
const CLAIM_SIZE = 1024;
/** The rest of an older claim is discarded, so that late requests do not get low seqs. */
const MAX_CLAIM_AGE_MS = 60_000;
const MAX_ATTEMPTS = 1000;

interface Claim extends Lease {
  readonly claimedAt: number;
}

/**
 * ClickHouse has no atomic counter, but of several inserts under one token it keeps only the first. The process that
 * finds its own claim in the table owns the seqs; the others claim the next block.
 */
export function createLeases(engine: Engine, writer: number): (size: number) => Promise<Lease> {
  const from = writer * WRITER_RANGE;
  const end = Math.min(SEQ_END, from + WRITER_RANGE);
  let rest: Claim | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  async function claim(size: number): Promise<Claim> {
    const id = crypto.randomUUID();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const [[next] = []] = await engine.read(
        'SELECT max(end) FROM leases WHERE first >= {from:UInt64} AND first < {end:UInt64}',
        { from, end },
      );
      const first = Math.max(from, Number(next));
      if (first + size > end) break;
      await insertOnce(engine, 'leases', { first, end: first + size, claim: id }, `lease-${first}`);
      const [[owner] = []] = await engine.read(
        'SELECT claim FROM leases WHERE first = {first:UInt64} LIMIT 1',
        { first },
      );
      if (owner === id) return { first: first as Seq, end: first + size, claimedAt: performance.now() };
    }
    throw new GatebookError(
      'store-failed',
      `${engine.name} has no seqs left for writer ${writer}. Choose another with ?writer=N in the storage URL.`,
    );
  }

  async function next(size: number): Promise<Lease> {
    const reusable =
      rest && rest.end - rest.first >= size && performance.now() - rest.claimedAt < MAX_CLAIM_AGE_MS
        ? rest
        : null;
    const block = reusable ?? (await claim(Math.max(size, CLAIM_SIZE)));
    rest = { ...block, first: (block.first + size) as Seq };
    return { first: block.first, end: block.first + size };
  }

  return (size) => {
    const lease = queue.then(() => next(size));
    queue = lease.catch(() => {});
    return lease;
  };
}
