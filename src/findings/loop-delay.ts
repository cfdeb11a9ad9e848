import type { Deadline } from '../report/deadline.ts';
import type { NumberRange, Term } from '../search/criteria.ts';
import type { Store } from '../store/store.ts';
import { readSample } from './in-common/sample.ts';

/** How long the event loop was held up during requests, from a sample of details. */
export interface LoopDelay {
  /** In microseconds. */
  readonly p99: number;
  /** The details that say it. */
  readonly sampled: number;
  /** The longest over time, in {@link BINS} bins of the range. */
  readonly bins: readonly number[];
}

const BINS = 30;
/** Entries of each stretch of time: one figure needs fewer than a cause. */
const READ = 60;

/** `null` if no detail says it. */
export async function readLoopDelay(
  book: Store,
  terms: readonly Term[],
  range: NumberRange,
  deadline: Deadline,
): Promise<LoopDelay | null> {
  const sample = await readSample(book, terms, range, deadline, READ);
  const bins = Array<number>(BINS).fill(0);
  const delays = sample.flatMap(({ entry, detail }) => {
    const delay = detail?.loopDelay;
    if (delay === undefined) return [];
    const bin = Math.floor(((entry.time - range.from) / (range.to - range.from + 1)) * BINS);
    bins[bin] = Math.max(bins[bin] ?? 0, delay);
    return [delay];
  });
  if (delays.length === 0) return null;
  delays.sort((a, b) => a - b);
  return { p99: delays[Math.ceil(delays.length * 0.99) - 1] ?? 0, sampled: delays.length, bins };
}
