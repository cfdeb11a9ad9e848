/** The sizes a book is kept and read in. They were measured (docs/book.md); only tests choose others. */
export interface Tuning {
  /** A span this full is followed by a new one: its part of the postings fits into the writer's cache. */
  readonly spanEntries: number;
  /** So many entries wait to be posted together. */
  readonly postedAtOnce: number;
  /** So few entries in the whole book that they are all looked at. */
  readonly rare: number;
  /** So few entries in a span that they are sorted rather than walked to. */
  readonly few: number;
  /** A span in which one in so many entries has the shape is walked. */
  readonly dense: number;
  /** So many entries are walked over before the first look at the clock, and at most between two. */
  readonly firstStride: number;
  readonly longestStride: number;
  /** So many URLs are read one by one before it is worth indexing them. */
  readonly urlBacklog: number;
  /** So many URLs are indexed, and so many entries pruned, while writes wait. */
  readonly urlsAtOnce: number;
  readonly prunedAtOnce: number;
}

export const TUNING: Tuning = {
  spanEntries: 262_144,
  postedAtOnce: 8192,
  rare: 512,
  few: 4096,
  dense: 8,
  firstStride: 512,
  longestStride: 32_768,
  urlBacklog: 4096,
  urlsAtOnce: 1024,
  prunedAtOnce: 125,
};
