import type { Tokens } from '../../profile/token.ts';
import type { Criteria, NumberRange, Term } from '../../search/criteria.ts';
import { DEFAULT_DEADLINE_MS } from '../../worker/time-slice.ts';
import type { QueryOptions } from '../store.ts';
import { type Engine, isTimeout, type ReadOptions } from './engine.ts';
import { createExtentCache, type Extent } from './extent.ts';
import { clipToBounds, parseTerms } from './parse-terms.ts';
import { createSample, type Sample, type SampleSource } from './sample.ts';
import { createScanWindows, FIRST_WINDOW, RARE_WINDOW } from './scan-windows.ts';

/** The engine, with what is known of the book by heart. */
export interface Reader {
  readonly engine: Engine;
  readonly seqOf: Tokens['seqOf'];
  readonly extent: () => Promise<Extent>;
  readonly sample: Sample;
  /** The fewest entries that are worth a look. */
  readonly firstWindow: number;
}

export interface ReaderOptions {
  readonly engine: Engine;
  readonly seqOf: Tokens['seqOf'];
  readonly firstWindow: number;
  sampleSource(reader: Reader): SampleSource;
}

export function createReader({ engine, seqOf, firstWindow: firstLook, sampleSource }: ReaderOptions): Reader {
  const reader: Reader = {
    engine,
    seqOf,
    firstWindow: firstLook,
    extent: createExtentCache(engine),
    sample: { share: (terms) => sample.share(terms) },
  };
  const sample = createSample(sampleSource(reader), seqOf);
  return reader;
}

/** So much of the time that is left a look may take: a shorter one must fit in behind it. */
const SHARE = 0.7;

export interface Scan extends Pick<Criteria, 'terms' | 'cursor'> {
  /** How many matches are wanted, the nearest first; `null` for any: the engine itself stops when it has enough. */
  readonly wanted: number | null;
  /** Looks at one stretch of time; says whether that is enough. */
  readWindow(stretch: NumberRange, options: ReadOptions): Promise<boolean>;
}

/**
 * Goes through the time in looks that grow, so that a page costs what it reads; all at once where an index leads to a
 * few. Says how far it came when time ran out; `null` when it found enough, or all.
 */
export async function scan(
  reader: Reader,
  { terms, cursor, wanted, readWindow: look }: Scan,
  { deadline = DEFAULT_DEADLINE_MS, signal }: QueryOptions = {},
): Promise<number | null> {
  const start = performance.now();
  const looks = createScanWindows({
    whole: clipToBounds(parseTerms(terms, reader.seqOf), besideCursor(cursor)),
    older: cursor?.toward !== 'newer',
    extent: await reader.extent(),
    estimate: await entriesNeeded(reader, terms, wanted),
    first: reader.firstWindow,
  });
  let done = 0;
  for (let stretch = looks.next(); stretch; stretch = looks.next()) {
    const left = deadline - (performance.now() - start);
    const isOver = left <= 0 || signal?.aborted === true;
    if (isOver && done > 0) return looks.searchedTo();
    // However short the time: whoever goes on from here gets further.
    if (isOver) {
      looks.shortest();
      stretch = looks.next() ?? stretch;
    }
    const options = isOver ? {} : { within: left * SHARE, ...(signal && { signal }) };
    try {
      if (await look(stretch, options)) return null;
    } catch (error) {
      if (!isTimeout(error) && !signal?.aborted) throw error;
      looks.shorten();
      continue;
    }
    looks.done();
    done++;
  }
  return null;
}

/** How many entries it takes, twice over; `null` to look at all at once: an index finds what is rare. */
async function entriesNeeded(
  { sample, seqOf, firstWindow: firstLook }: Reader,
  terms: readonly Term[],
  wanted: number | null,
): Promise<number | null> {
  const { indexed, selective: named } = parseTerms(terms, seqOf);
  const rareLook = RARE_WINDOW * (firstLook / FIRST_WINDOW);
  if (named) return null;
  if (wanted === null) return indexed ? null : rareLook;
  if (terms.length === 0) return 2 * wanted;
  const share = await sample.share(terms);
  if (share > 0) return (2 * wanted) / share;
  return indexed ? null : rareLook;
}

/** The stretch of time that lies behind the place a page goes on from. */
function besideCursor(cursor: Criteria['cursor']): NumberRange {
  const from = Number.MIN_SAFE_INTEGER;
  const to = Number.MAX_SAFE_INTEGER;
  if (!cursor) return { from, to };
  return cursor.toward === 'older' ? { from, to: cursor.time } : { from: cursor.time, to };
}
