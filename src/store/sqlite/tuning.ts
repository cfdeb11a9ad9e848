import type { Origin } from './catalog/catalog.ts';

/** How a book is opened for writing. */
export interface OpenSettings {
  /** What the book takes over from one that was deleted. */
  readonly origin?: Origin | null;
  /** Delete the oldest profiles if the disk is full. On by default. */
  readonly makesRoom?: boolean;
  /** Sync each write to the disk. Off by default: a power failure loses the last writes. */
  readonly durable?: boolean;
}

/** Sizes and limits of a book, chosen by measurement (docs/scale.md). Only tests use others. */
export const TUNING = {
  /**
   * A segment is full when it reaches one of these, or earlier if retention needs smaller ones. `text` is the characters of its entries,
   * details not included: a reader has all of them in memory. `age` is in milliseconds.
   */
  segment: { entries: 65_536, text: 16e6, bytes: 64e6, age: 24 * 3600 * 1000 },
  /** A segment that is an eighth of the book is full, unless it has fewer bytes than this: to start one takes some milliseconds and 100 KB. */
  smallestSegment: 262_144,
  /** A live segment with this many small blocks merges them. */
  smallBlocks: 64,
  /** A block is small with fewer entries and fewer bytes than this: merging has all of them in memory, decompressed. */
  smallBlock: { entries: 128, bytes: 16_384 },
  /** Entries scanned before the first check of the deadline. */
  firstScan: 512,
  /** About how many entries are scanned until a search can stop. It yields after those of each segment, so that others get a turn. */
  longestScan: 131_072,
  /** The newest matches whose users and tags a survey counts: to count those of ten million would take most of its time. */
  labelled: 200_000,
  /** Memory that a reader may use for segments that are not closed, in bytes. It always has at least one in memory. */
  readerMemory: 64e6,
  /** Memory that a reader may use for the columns of closed segments. */
  closedMemory: 32e6,
  /** A process that was killed loses the right to rewrite segments after this time. */
  lockMs: 10_000,
  /** Distinct values that clients can vary, per segment. All others are stored as OTHER. */
  distinct: {
    method: 64,
    host: 1000,
    route: 2000,
    operation: 2000,
    error: 1000,
    /** At most as many as of `error`: when a class is folded, so is its group. */
    errorGroup: 1000,
    /** Combinations of all dimensions. */
    combinations: 16_384,
    processes: 500,
  },
};

export type Tuning = Readonly<typeof TUNING>;
