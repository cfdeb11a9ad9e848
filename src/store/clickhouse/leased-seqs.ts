import type { Lease } from '../store.ts';

/** Older leases are forgotten, and their seqs looked up in the book. */
const MAX_LEASES = 4096;

/** The seqs leased by this store. An unused one cannot be in the book, so the writer need not check. */
export interface LeasedSeqs {
  add(lease: Lease): void;
  areUnused(seqs: readonly number[]): boolean;
  markUsed(seqs: readonly number[]): void;
}

interface Block extends Lease {
  readonly used: Uint8Array;
}

export function createLeasedSeqs(): LeasedSeqs {
  /** In ascending order, because later leases have higher seqs. */
  const blocks: Block[] = [];

  function blockOf(seq: number): Block | null {
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((blocks[middle]?.first ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    const block = blocks[low - 1];
    return block && seq < block.end ? block : null;
  }

  return {
    add({ first, end }) {
      blocks.push({ first, end, used: new Uint8Array(end - first) });
      if (blocks.length > MAX_LEASES) blocks.shift();
    },
    areUnused: (seqs) =>
      seqs.every((seq) => {
        const block = blockOf(seq);
        return block !== null && block.used[seq - block.first] === 0;
      }),
    markUsed(seqs) {
      for (const seq of seqs) {
        const block = blockOf(seq);
        if (block) block.used[seq - block.first] = 1;
      }
    },
  };
}
