import type { Tokens } from '../../../profile/token.ts';
import type { Criteria, NumberRange, Term } from '../../../search/criteria.ts';
import { DEFAULT_DEADLINE_MS } from '../../../worker/time-slice.ts';
import type { QueryOptions } from '../../store.ts';
import { type Engine, isTimeout, type ReadOptions } from '../engine/engine.ts';
import { createExtentCache, type Extent } from './extent.ts';
import { clipToBounds, parseTerms } from './parse-terms.ts';
import { createSample, type Sample, type SampleSource } from './sample.ts';
import { createScanWindows, FIRST_WINDOW, RARE_WINDOW } from './scan-windows.ts';

/** The engine, with the cached extent and sample of the book. */
export interface Reader {
  readonly engine: Engine;
  readonly seqOf: Tokens['seqOf'];
  readonly extent: () => Promise<Extent>;
  readonly sample: Sample;
  /** Entries in the smallest scan window. */
  readonly firstWindow: number;
}

export interface ReaderOptions {
  readonly engine: Engine;
  readonly seqOf: Tokens['seqOf'];
  readonly firstWindow: number;
  sampleSource(reader: Reader): SampleSource;
}

export function createReader({ engine, seqOf, firstWindow, sampleSource }: ReaderOptions): Reader {
  const reader: Reader = {
    engine,
    seqOf,
    firstWindow,
    extent: createExtentCache(engine),
    sample: { share: (terms) => sample.share(terms) },
  };
  const sample = createSample(sampleSource(reader), seqOf);
  return reader;
}

/** The share of the remaining time that one window may take, so that a smaller one can follow. */
const TIME_SHARE = 0.7;

export interface Scan extends Pick<Criteria, 'terms' | 'cursor'> {
  /** How many matches are needed, nearest first; `null` if the query itself stops at its limit. */
  readonly needed: number | null;
  /** Reads one time window. Resolves to true when there are enough matches. */
  readWindow(window: NumberRange, options: ReadOptions): Promise<boolean>;
}

/**
 * Scans the book in growing time windows, so that the cost of a page does not depend on the size of the book. Where an
 * index finds few entries, one window covers everything. Returns how far the scan got when time ran out, or `null` when
 * it is complete.
 */
export async function scan(
  reader: Reader,
  { terms, cursor, needed, readWindow }: Scan,
  { deadline = DEFAULT_DEADLINE_MS, signal }: QueryOptions = {},
): Promise<number | null> {
  const start = performance.now();
  const windows = createScanWindows({
    whole: clipToBounds(parseTerms(terms, reader.seqOf), rangeAfter(cursor)),
    older: cursor?.toward !== 'newer',
    extent: await reader.extent(),
    estimate: await estimateEntries(reader, terms, needed),
    first: reader.firstWindow,
  });
  let done = 0;
  for (let window = windows.next(); window; window = windows.next()) {
    const left = deadline - (performance.now() - start);
    const outOfTime = left <= 0 || signal?.aborted === true;
    if (outOfTime && done > 0) return windows.searchedTo();
    // Scan at least one window, so that the next page makes progress.
    if (outOfTime) {
      windows.shortest();
      window = windows.next() ?? window;
    }
    const options: ReadOptions = outOfTime ? {} : { timeout: left * TIME_SHARE, ...(signal && { signal }) };
    try {
      if (await readWindow(window, options)) return null;
    } catch (error) {
      if (!isTimeout(error) && !signal?.aborted) throw error;
      windows.shorten();
      continue;
    }
    windows.done();
    done++;
  }
  return null;
}

/** Twice the estimated number of entries to scan; `null` for all at once, when an index finds the matches. */
async function estimateEntries(
  { sample, seqOf, firstWindow }: Reader,
  terms: readonly Term[],
  needed: number | null,
): Promise<number | null> {
  const { indexed, selective } = parseTerms(terms, seqOf);
  const rareWindow = RARE_WINDOW * (firstWindow / FIRST_WINDOW);
  if (selective) return null;
  if (needed === null) return indexed ? null : rareWindow;
  if (terms.length === 0) return 2 * needed;
  const share = await sample.share(terms);
  if (share > 0) return (2 * needed) / share;
  return indexed ? null : rareWindow;
}

/** The time range on the far side of the cursor. */
function rangeAfter(cursor: Criteria['cursor']): NumberRange {
  const from = Number.MIN_SAFE_INTEGER;
  const to = Number.MAX_SAFE_INTEGER;
  if (!cursor) return { from, to };
  return cursor.toward === 'older' ? { from, to: cursor.time } : { from: cursor.time, to };
}
