import type { Lease } from '../store.ts';

/** So many leases are remembered: what is older is looked up in the book. */
const REMEMBERED = 4096;

/** The numbers leased here: those not used yet can't be in the book, and need not be looked for. */
export interface LeasedSeqs {
  add(lease: Lease): void;
  areUnused(seqs: readonly number[]): boolean;
  markUsed(seqs: readonly number[]): void;
}

interface Block extends Lease {
  readonly used: Uint8Array;
}

export function createLeasedSeqs(): LeasedSeqs {
  /** In ascending order: later leases have higher numbers. */
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
      if (blocks.length > REMEMBERED) blocks.shift();
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
