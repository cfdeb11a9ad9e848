/** The fields that have postings, and the number of each in `postings.field`. */
export const FIELD = { dimension: 1, ip: 2, url: 3, trace: 4, parent: 5, user: 6, tag: 7 } as const;
export type Field = keyof typeof FIELD;

/** The resolution of the counts over time, in µs. */
export const MINUTE = 60_000_000;

/**
 * Minutes that a sealed segment counts together, if it is at least this many minutes long: the bins of a plot are longer than
 * a 60th of it. The counts of single minutes would be as many as the entries.
 */
export const COUNTED_TOGETHER: readonly (readonly [length: number, minutes: number])[] = [
  [60 * 60, 60],
  [10 * 60, 10],
];

/** Characters of a URL that are indexed. The index `urls_long` has the URLs that are longer, in bytes. */
export const INDEXED_LENGTH = 512;

/** Lines of details in a block. `entries.detail` is the block's id times this, plus the line. */
export const LINES_PER_BLOCK = 65_536;

/** This share of a segment's entries may have arrived before `early`. */
export const EARLY_SHARE = 0.02;
