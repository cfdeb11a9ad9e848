import type { Entry } from '../../../profile/entry.ts';
import type { Micros } from '../../../profile/time.ts';
import type { Seq } from '../../../profile/token.ts';
import { matches } from '../../../search/matches.ts';
import type { Reader } from './reader.ts';
import { searchBook } from './search.ts';

const MAX_AGE_MS = 60_000;
const NEWEST_ENTRIES = 500;
const SPREAD_POINTS = 8;
const ENTRIES_PER_POINT = 64;

/** Reads a sample of the book once a minute, to estimate how common matches are. */
export function createSample(reader: Reader): Reader['share'] {
  let newest: Promise<readonly Entry[]> | null = null;
  let spread: readonly Entry[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  /** Reads entries from across the book. This takes longer, so no search waits for it. */
  async function readSpread(): Promise<void> {
    const { entries, oldest, newest: last } = await reader.extent();
    const found: Entry[] = [];
    for (let n = 1; n <= SPREAD_POINTS && entries > NEWEST_ENTRIES; n++) {
      const time = Math.floor(oldest + ((last - oldest) * n) / (SPREAD_POINTS + 1)) as Micros;
      const cursor = { toward: 'older' as const, time, seq: 0 as Seq };
      found.push(...(await searchBook(reader, { terms: [], limit: ENTRIES_PER_POINT, cursor })).entries);
    }
    spread = found;
  }

  async function readNewest(): Promise<readonly Entry[]> {
    return (await searchBook(reader, { terms: [], limit: NEWEST_ENTRIES, cursor: null })).entries;
  }

  return async (terms) => {
    const now = performance.now();
    if (!newest || now - readAt > MAX_AGE_MS) {
      readAt = now;
      newest = readNewest();
      newest.then(readSpread).catch(() => {
        newest = null;
      });
    }
    // The arrival time says nothing about how common an entry is.
    const filters = terms.filter(({ field }) => field !== 'time');
    const entries = [...(await newest), ...spread];
    const found = entries.filter((entry) => matches(entry, filters, reader.seqOf));
    return found.length / Math.max(1, entries.length);
  };
}
