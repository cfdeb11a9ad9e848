/** Sizes and limits of a book, chosen by measurement (docs/book.md). Only tests use others. */
export interface Tuning {
  /** A new segment begins after this many entries. The postings of one segment fit into the writer's cache. */
  readonly entriesPerSegment: number;
  /** Postings are written for this many entries at a time. */
  readonly entriesPerPostingsBatch: number;
  /** If a criterion has at most this many entries in the whole book, the search reads all of them. */
  readonly rareLimit: number;
  /** If at most this many entries of a segment match, the search sorts them instead of scanning the segment. */
  readonly fewLimit: number;
  /** A segment in which at least one in this many entries matches is scanned. */
  readonly denseRatio: number;
  /** Entries scanned before the first check of the deadline. */
  readonly firstScan: number;
  /** Maximum number of entries scanned between two checks of the deadline. */
  readonly longestScan: number;
  /** The same where each entry may have a URL of 8 KB that must be read. */
  readonly longestUrlScan: number;
  /** Indexing starts when this many URLs are not indexed. Until then a search reads them one by one. */
  readonly urlBacklog: number;
  /** URLs, and bytes of them, indexed in one transaction. */
  readonly urlsPerStep: number;
  readonly bytesPerStep: number;
  /** Entries pruned in one transaction. */
  readonly prunedPerStep: number;
  /** Distinct values that clients can vary, per segment. All others are stored as OTHER. */
  readonly distinct: {
    readonly method: number;
    readonly host: number;
    readonly route: number;
    readonly error: number;
    /** Combinations of all dimensions. */
    readonly combinations: number;
    /** Combinations in the whole book: readers have all of them in memory. */
    readonly combinationsInBook: number;
  };
}

export const TUNING: Tuning = {
  entriesPerSegment: 262_144,
  entriesPerPostingsBatch: 8192,
  rareLimit: 512,
  fewLimit: 4096,
  denseRatio: 8,
  firstScan: 512,
  longestScan: 32_768,
  longestUrlScan: 1024,
  urlBacklog: 4096,
  urlsPerStep: 1024,
  bytesPerStep: 65_536,
  prunedPerStep: 125,
  distinct: {
    method: 64,
    host: 1000,
    route: 2000,
    error: 1000,
    combinations: 16_384,
    combinationsInBook: 65_536,
  },
};
