import type { Entry, ProcessInfo } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { GroupTally } from '../group-tally.ts';
import type { GroupBy } from '../groups.ts';
import type { LabelFacet } from '../survey.ts';
import type { ParsedTerms } from './parse-terms.ts';
import type { Dimensions } from './rows.ts';

/** The part of the listing that a search covers, and its direction. */
export interface Window {
  readonly toward: 'older' | 'newer';
  /** Times of arrival, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** Set if all of it is read, and not only until a page is full. */
  readonly isWhole: boolean;
  /** The position to continue from, if the search has a cursor. */
  readonly after: { readonly time: number; readonly seq: number } | null;
}

/** The start and the width of the bins that entries are counted in, in µs. */
export interface Bins {
  readonly from: number;
  readonly step: number;
}

export interface Cell {
  readonly bin: number;
  readonly dimensions: Dimensions;
  readonly entries: number;
}

/** The entries of one process, and how many of them are error stages. */
export interface ProcessCount {
  readonly process: ProcessInfo;
  readonly entries: number;
  readonly stages: number;
}

/** The entries with a user or tag, and how many of them are error stages. */
export interface LabelCount {
  readonly facet: LabelFacet;
  readonly value: string;
  readonly entries: number;
  readonly stages: number;
}

/** Entries counted by bin and dimensions, by process, and by user and tag. */
export interface Counts {
  readonly cells: readonly Cell[];
  readonly processes: readonly ProcessCount[];
  /** `null` if they were not to be counted. */
  readonly labels: readonly LabelCount[] | null;
}

/** A part of a search in one segment, short enough to check the deadline after it. */
export interface Part {
  /** The first matches, in reading order. */
  read(limit: number): Entry[];
  count(cap: number): number;
  /** The slowest matches that took at least this long, in any order. */
  slowest(limit: number, shortest: number): readonly Entry[];
  tally(bins: Bins, withLabels: boolean): Counts;
  /** Adds the matches to a tally. */
  group(by: GroupBy, tally: GroupTally): void;
  /** The time of the first entry after this part, in reading order. `null` if there is none. */
  readonly next: number | null;
}

/** The lines of a block of details that was read, to read more of it. */
export interface DecodedBlock {
  id: number;
  lines: readonly string[];
}

/** Reads one segment. */
export interface SegmentReader {
  readonly entries: number;
  readonly earliest: number;
  readonly latest: number;
  /** The parts of a search, in reading order. Parts without a match may be left out. */
  parts(parsed: ParsedTerms, window: Window): Generator<Part>;
  /** @param last the block that was decoded last */
  get(seq: number, last?: DecodedBlock): Profile | null;
}
