import type { NumberRange } from '../../../search/criteria.ts';
import type { Extent } from './extent.ts';

/** The minimum number of entries in the first window. */
export const FIRST_WINDOW = 4096;
/** Entries in the first window when matches are rare; read well within a deadline. */
export const RARE_WINDOW = 16_000_000;
/** Each window is this many times longer than the one before. */
const GROWTH = 16;
/** A window that timed out is retried this many times shorter. */
const SHRINK = 32;

interface ScanWindowsOptions {
  readonly whole: NumberRange;
  readonly older: boolean;
  readonly extent: Extent;
  /** The estimated number of entries to scan; `null` for everything in one window. */
  readonly estimate: number | null;
  /** Entries in the smallest window. */
  readonly first: number;
}

/**
 * Divides the time range of a search into growing windows. The extent may be out of date: it only sets the size of the windows,
 * which together cover the whole range.
 */
export function createScanWindows({ whole, older, extent, estimate, first }: ScanWindowsOptions) {
  const { oldest, newest } = extent;
  const perEntry = (newest - oldest) / Math.max(1, extent.entries);
  let length = estimate === null ? Number.POSITIVE_INFINITY : perEntry * Math.max(first, estimate);
  let rest = whole;
  let window = whole;

  return {
    /** The next window; `null` when the whole range has been scanned. */
    next(): NumberRange | null {
      if (rest.from > rest.to) return null;
      if (older) {
        const from = Math.floor(Math.min(rest.to, newest) - length);
        window = { from: from > oldest ? Math.max(rest.from, from) : rest.from, to: rest.to };
      } else {
        const to = Math.ceil(Math.max(rest.from, oldest) + length);
        window = { from: rest.from, to: to < newest ? Math.min(rest.to, to) : rest.to };
      }
      return window;
    },
    /** Marks the last window as scanned. */
    done(): void {
      rest = older ? { from: rest.from, to: window.from - 1 } : { from: window.to + 1, to: rest.to };
      length *= GROWTH;
    },
    /** The last window timed out: the next one starts at the same point and is shorter. */
    shorten(): void {
      length = Math.min(length, newest - oldest) / SHRINK;
    },
    /** Makes the next window as short as possible. */
    shortest(): void {
      length = Math.min(length, perEntry * first);
    },
    /** The time up to which everything has been scanned. */
    searchedTo: (): number => (older ? rest.to + 1 : rest.from - 1),
  };
}
