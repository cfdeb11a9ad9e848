/** A range of the book's time: its entries arrived at or after `start`, and before the next segment's `start`. */
export interface Segment {
  readonly id: number;
  readonly start: number;
  /** The latest arrival in it. */
  latest: number;
  entries: number;
  /** Entries whose postings are not written yet. */
  pending: number;
  urls: number;
  /** URLs that are in the trigram index. */
  readonly urls_indexed: number;
  agents: number;
}

/** The resolution of the counts over time, in µs. */
export const MINUTE = 60_000_000;

/** Size of the id range that each segment has for its URLs and for its agents. */
export const TEXTS_PER_SEGMENT = 2 ** 24;

/** The columns that have postings, and the number of each in `postings.field`. */
export const FIELD = { dimension: 1, ip: 2, url: 3, trace: 4, parent: 5 } as const;
export type Field = keyof typeof FIELD;
export const FIELDS = Object.keys(FIELD) as Field[];

/** The segment that contains a time. A time before all segments belongs to the first one. */
export function segmentAt(segments: readonly Segment[], time: number): Segment | undefined {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((segments[middle]?.start ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return segments[Math.max(0, low - 1)];
}
