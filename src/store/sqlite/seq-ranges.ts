import { GatebookError } from '../../errors.ts';

/** Consecutive seqs; both ends are inclusive. */
export type SeqRange = readonly [first: number, last: number];

/** The seqs of a batch as ranges, in order. Throws `seq-taken` if one occurs twice. */
export function seqRanges(entries: readonly { readonly seq: number }[]): SeqRange[] {
  const seqs = entries.map(({ seq }) => seq);
  for (let i = 1; i < seqs.length; i++)
    if ((seqs[i] ?? 0) <= (seqs[i - 1] ?? 0)) {
      seqs.sort((a, b) => a - b);
      break;
    }
  const ranges: [number, number][] = [];
  let range: [number, number] | undefined;
  for (const seq of seqs) {
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
