import type { Micros } from '../../../profile/time.ts';
import type { NumberRange } from '../../../search/criteria.ts';
import { overlapOf } from '../../../search/time-bounds.ts';
import { DEFAULT_DEADLINE_MS } from '../../../worker/time-slice.ts';
import type { QueryOptions } from '../../store.ts';
import type { ReadOptions } from '../engine/engine.ts';
import { isTimeout } from '../engine/failure.ts';
import type { Binder } from './binder.ts';
import type { Extent } from './extent.ts';

/** Entries in the first window, which measures the speed. */
const FIRST_WINDOW = 4_000_000;
/** The share of the remaining time that one window may take. */
const TIME_SHARE = 0.7;
/** A window that timed out is retried this many times shorter. */
const SHRINK = 16;
/** The minimum time left for a retry. */
const MIN_RETRY_MS = 5;

export function binNumber(binder: Binder, { from, step }: { from: number; step: number }): string {
  return `intDiv(toUnixTimestamp64Micro(time) - ${binder.bind('Int64', from)}, ${binder.bind('Int64', step)})`;
}

/** The time range of the book within the limits of the terms; `null` if it is empty. */
export function coveredRange({ entries, oldest, newest }: Extent, bounds: NumberRange): NumberRange | null {
  return entries === 0 ? null : overlapOf({ from: oldest, to: newest }, bounds);
}

/**
 * Counts all entries of a time range, newest first, in windows that fit into the remaining time.
 * @param start the time when the query started, by `performance.now()`
 * @returns from which time on the entries were counted when time ran out, or `null` if all were
 */
export async function countInWindows(
  { from: earliest, to: latest }: NumberRange,
  { entries, oldest, newest }: Extent,
  start: number,
  { deadline = DEFAULT_DEADLINE_MS, signal }: QueryOptions,
  countWindow: (window: NumberRange, options: ReadOptions) => Promise<void>,
): Promise<Micros | null> {
  let length = Math.ceil(((newest - oldest) / entries) * FIRST_WINDOW);
  for (let end = latest; ; ) {
    const begin = Math.max(earliest, end - length);
    const left = deadline - (performance.now() - start);
    const windowStart = performance.now();
    try {
      await countWindow({ from: begin, to: end }, { timeout: left * TIME_SHARE, ...(signal && { signal }) });
    } catch (error) {
      if (!isTimeout(error) && !signal?.aborted) throw error;
      if (signal?.aborted || left * (1 - TIME_SHARE) < MIN_RETRY_MS) return (end + 1) as Micros;
      length = Math.ceil((end - begin) / SHRINK);
      continue;
    }
    if (begin === earliest) return null;
    if (signal?.aborted) return begin as Micros;
    const took = performance.now() - windowStart;
    // Fit the next window into half of the remaining time.
    length = Math.max(1, Math.floor((length * (left - took)) / (2 * took)));
    end = begin - 1;
  }
}
