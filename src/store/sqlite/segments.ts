/** A stretch of the book's time. Its entries arrived not before its start, and before the next one's. */
export interface Segment {
  readonly id: number;
  readonly start: number;
  /** The latest arrival in it. */
  latest: number;
  entries: number;
  /** How many of them wait to be posted. */
  unposted: number;
  urls: number;
  /** How many of its URLs the trigram index has. */
  readonly urls_indexed: number;
  agents: number;
}

/** The grain of the counts over time, in microseconds. */
export const MINUTE = 60_000_000;

/** Texts of a span have ids of their own range. */
export const TEXTS_PER_SEGMENT = 2 ** 24;

/** What entries are posted under, by the name of its column. */
export const FIELD = { shape: 1, ip: 2, url: 3, trace: 4, parent: 5 } as const;
export type Field = keyof typeof FIELD;
export const FIELDS = Object.keys(FIELD) as Field[];

/** The span a time lies in; a time before all of them is the first one's. */
export function segmentAt(spans: readonly Segment[], time: number): Segment | undefined {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.start ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return spans[Math.max(0, low - 1)];
}
