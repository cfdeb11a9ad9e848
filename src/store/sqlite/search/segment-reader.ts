import type { Profile } from '../../../profile/profile.ts';
import type { NumberColumn, SegmentRows } from '../columns/segment-rows.ts';
import type { DimensionFigures } from './dimensions.ts';
import type { ParsedTerms } from './parse-terms.ts';

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

/** A part of a search in one segment, short enough to check the deadline after it. */
export interface Part {
  /** The number of entries to go through. 0 if it only is there to check the deadline. */
  readonly entries: number;
  readonly rows: SegmentRows;
  readonly figures: DimensionFigures;
  /** The rows that match, in reading order. Loads these columns too. */
  matches(columns: readonly NumberColumn[]): Int32Array;
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
  /** The number of entries that arrived before this time. */
  entriesBefore(time: number): number;
  /** The time of the entry that has this many before it. */
  timeOfEntry(place: number): number;
  /** @param last the block that was decoded last */
  get(seq: number, last?: DecodedBlock): Profile | null;
}
