import { GatebookError } from '../../../errors.ts';

/** Consecutive seqs; both ends are inclusive. */
export type SeqRange = readonly [first: number, last: number];

/** The seqs of a batch as ranges, in order. Throws `seq-taken` if one occurs twice. */
export function seqRanges(entries: readonly { readonly seq: number }[]): SeqRange[] {
  return sortedRanges(Float64Array.from(entries, ({ seq }) => seq));
}

/** Sorts seqs, and returns them as ranges. Throws `seq-taken` if one occurs twice. */
export function sortedRanges(seqs: Float64Array): SeqRange[] {
  const ranges: [number, number][] = [];
  let range: [number, number] | undefined;
  for (const seq of seqs.sort()) {
    if (range && seq === range[1]) throw seqTaken();
    if (range && seq === range[1] + 1) range[1] = seq;
    else {
      range = [seq, seq];
      ranges.push(range);
    }
  }
  return ranges;
}

export function seqTaken(): GatebookError {
  return new GatebookError(
    'seq-taken',
    'The batch holds a seq that the book already has. Lease each seq once.',
  );
}
