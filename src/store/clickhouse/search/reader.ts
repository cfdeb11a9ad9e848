import type { Tokens } from '../../../profile/token.ts';
import type { Criteria, NumberRange, Term } from '../../../search/criteria.ts';
import { DEFAULT_DEADLINE_MS } from '../../../worker/time-slice.ts';
import type { QueryOptions } from '../../store.ts';
import type { Engine, ReadOptions } from '../engine/engine.ts';
import { isTimeout } from '../engine/failure.ts';
import type { Extent } from './extent.ts';
import { type ParsedTerms, parseTerms } from './parse-terms.ts';
import { createScanWindows, FIRST_WINDOW, RARE_WINDOW } from './scan-windows.ts';

/** The engine, and what is known about the book. */
export interface Reader {
  readonly engine: Engine;
  readonly seqOf: Tokens['seqOf'];
  /** Entries in the smallest scan window. */
  readonly firstWindow: number;
  extent(): Promise<Extent>;
  /** The share of the entries that match all terms, estimated from a sample. */
  share(terms: readonly Term[]): Promise<number>;
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
  const parsed = parseTerms(terms, reader.seqOf);
  const windows = createScanWindows({
    whole: rangeBeyond(parsed, cursor),
    older: cursor?.toward !== 'newer',
    extent: await reader.extent(),
    estimate: await estimateEntries(reader, parsed, terms, needed),
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
  { share, firstWindow }: Reader,
  { indexed, selective }: ParsedTerms,
  terms: readonly Term[],
  needed: number | null,
): Promise<number | null> {
  if (selective) return null;
  if (needed !== null) {
    const matching = terms.length === 0 ? 1 : await share(terms);
    if (matching > 0) return (2 * needed) / matching;
  }
  return indexed ? null : RARE_WINDOW * (firstWindow / FIRST_WINDOW);
}

function rangeBeyond({ from, to }: ParsedTerms, cursor: Criteria['cursor']): NumberRange {
  if (!cursor) return { from, to };
  return cursor.toward === 'older'
    ? { from, to: Math.min(to, cursor.time) }
    : { from: Math.max(from, cursor.time), to };
}
