/** Sizes and limits of a book, chosen by measurement (docs/scale.md). Only tests use others. */
export interface Tuning {
  /** A segment is full when it reaches one of these, or earlier if retention needs smaller ones. */
  readonly segment: {
    readonly entries: number;
    /** Characters of its entries, details not included: a reader has all of them in memory. */
    readonly text: number;
    readonly bytes: number;
    /** In milliseconds. */
    readonly age: number;
  };
  /** A segment that is an eighth of the book is full, unless it has fewer bytes than this: to start one takes some milliseconds and 100 KB. */
  readonly smallestSegment: number;
  /** A live segment with this many small blocks merges them. */
  readonly smallBlocks: number;
  /** A block is small with fewer entries and fewer bytes than this: merging has all of them in memory, decompressed. */
  readonly smallBlock: { readonly entries: number; readonly bytes: number };
  /** Entries scanned before the first check of the deadline. */
  readonly firstScan: number;
  /** Maximum number of entries scanned between two checks of the deadline. */
  readonly longestScan: number;
  /** The newest matches whose users and tags a survey counts: to count those of ten million would take most of its time. */
  readonly labelled: number;
  /** Memory that a reader may use for segments that are not sealed, in bytes. One is always in memory. */
  readonly readerMemory: number;
  /** The same for sealed segments: the columns that were read. */
  readonly sealedMemory: number;
  /** A process that was killed loses the right to rewrite segments after this time. */
  readonly lockMs: number;
  /** Distinct values that clients can vary, per segment. All others are stored as OTHER. */
  readonly distinct: {
    readonly method: number;
    readonly host: number;
    readonly route: number;
    readonly operation: number;
    readonly error: number;
    /** Not more than of `error`: what folds a class folds its group too. */
    readonly errorGroup: number;
    /** Combinations of all dimensions. */
    readonly combinations: number;
    readonly processes: number;
  };
}

export const TUNING: Tuning = {
  segment: { entries: 65_536, text: 24e6, bytes: 64e6, age: 24 * 3600 * 1000 },
  smallestSegment: 262_144,
  smallBlocks: 64,
  smallBlock: { entries: 128, bytes: 16_384 },
  firstScan: 512,
  longestScan: 32_768,
  labelled: 200_000,
  readerMemory: 96e6,
  sealedMemory: 32e6,
  lockMs: 10_000,
  distinct: {
    method: 64,
    host: 1000,
    route: 2000,
    operation: 2000,
    error: 1000,
    errorGroup: 1000,
    combinations: 16_384,
    processes: 500,
  },
};
