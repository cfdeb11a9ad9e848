import type { NumberRange } from '../../search/criteria.ts';
import type { Extent } from './extent.ts';

/** The first look goes over so many entries at least. */
export const FIRST_WINDOW = 4096;
/** For what is rare it goes over so many: it is read in less than a deadline. */
export const RARE_WINDOW = 16_000_000;
/** Each that found too little is followed by one so much longer. */
const LONGER = 16;
/** A look that took too long is tried again so much shorter. */
const SHORTER = 32;

/** The time a search goes through, in looks that grow: what is looked at next, and what is left. */
export interface ScanWindows {
  /** `null` when all of it was looked at. */
  next(): NumberRange | null;
  /** The last look is done. */
  done(): void;
  /** The last look took too long: the next is a shorter one from the same place. */
  shorten(): void;
  /** As short as a look can be. */
  shortest(): void;
  /** Up to where all was looked at. */
  searchedTo(): number;
}

export interface ScanWindowsOptions {
  readonly whole: NumberRange;
  readonly older: boolean;
  readonly extent: Extent;
  /** How many entries are thought to be needed; `null` to look at everything at once. */
  readonly estimate: number | null;
  /** The fewest entries that are worth a look. */
  readonly first: number;
}

/** What was found a moment ago to be the book's extent only guides the looks: together they leave nothing out. */
export function createScanWindows({ whole, older, extent, estimate: entries, first }: ScanWindowsOptions): ScanWindows {
  const { oldest, newest } = extent;
  const perEntry = (newest - oldest) / Math.max(1, extent.entries);
  let span = entries === null ? Number.POSITIVE_INFINITY : perEntry * Math.max(first, entries);
  let rest = whole;
  let look = whole;

  return {
    next() {
      if (rest.from > rest.to) return null;
      if (older) {
        const from = Math.floor(Math.min(rest.to, newest) - span);
        look = { from: from > oldest ? Math.max(rest.from, from) : rest.from, to: rest.to };
      } else {
        const to = Math.ceil(Math.max(rest.from, oldest) + span);
        look = { from: rest.from, to: to < newest ? Math.min(rest.to, to) : rest.to };
      }
      return look;
    },
    done() {
      rest = older ? { from: rest.from, to: look.from - 1 } : { from: look.to + 1, to: rest.to };
      span *= LONGER;
    },
    shorten() {
      span = Math.min(span, newest - oldest) / SHORTER;
    },
    shortest() {
      span = Math.min(span, perEntry * first);
    },
    searchedTo: () => (older ? rest.to + 1 : rest.from - 1),
  };
}
