import { createLru } from '../../../lru.ts';
import type { Entry } from '../../../profile/entry.ts';
import type { Tokens } from '../../../profile/token.ts';
import type { Term } from '../../../search/criteria.ts';
import { matches } from '../../../search/matches.ts';

const MAX_AGE_MS = 60_000;
const MAX_CACHED = 256;

/** A sample of entries, used to estimate how common matches are. */
export interface Sample {
  /** The share of sampled entries that match all terms; 0 if none does. */
  share(terms: readonly Term[]): Promise<number>;
}

export interface SampleSource {
  newest(): Promise<readonly Entry[]>;
  /** Entries from across the book. Slower, so it is loaded in the background. */
  spread(): Promise<readonly Entry[]>;
}

export function createSample(source: SampleSource, seqOf: Tokens['seqOf']): Sample {
  let newest: Promise<readonly Entry[]> | null = null;
  let spread: readonly Entry[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  /** Cached, because each page, count and search repeats the same terms. */
  let shares = createLru<number>(MAX_CACHED);

  async function readSpread(): Promise<void> {
    spread = await source.spread();
    shares = createLru(MAX_CACHED);
  }

  function read(): Promise<readonly Entry[]> {
    const now = performance.now();
    if (!newest || now - readAt > MAX_AGE_MS) {
      readAt = now;
      shares = createLru(MAX_CACHED);
      newest = source.newest();
      newest.then(readSpread).catch(() => {
        newest = null;
      });
    }
    return newest;
  }

  return {
    async share(terms) {
      // The arrival time says nothing about how common an entry is.
      const filters = terms.filter(({ field }) => field !== 'time');
      const entries = [...(await read()), ...spread];
      const key = JSON.stringify(filters);
      let share = shares.get(key);
      if (share === undefined) {
        share =
          entries.filter((entry) => matches(entry, filters, seqOf)).length / Math.max(1, entries.length);
        shares.set(key, share);
      }
      return share;
    },
  };
}
