import type { Entry } from '../../profile/entry.ts';
import type { Tokens } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import { matches } from '../../search/matches.ts';

const KEPT_MS = 60_000;

/** Some of the newest entries, and some of all times: they tell what is common. */
export interface Sample {
  /** In which part of the entries all of these hold, as far as the sample tells: 0 for what is rare. */
  share(terms: readonly Term[]): Promise<number>;
}

/** Where a sample comes from. */
export interface SampleSource {
  newest(): Promise<readonly Entry[]>;
  /** From here and there in the book. It takes longer, so that nobody waits for it. */
  spread(): Promise<readonly Entry[]>;
}

export function createSample(source: SampleSource, seqOf: Tokens['seqOf']): Sample {
  let newest: Promise<readonly Entry[]> | null = null;
  let spread: readonly Entry[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  /** The same is asked again and again: page by page, by count and by search. */
  const shares = new Map<string, number>();

  async function readSpread(): Promise<void> {
    spread = await source.spread();
    shares.clear();
  }

  function read(): Promise<readonly Entry[]> {
    const now = performance.now();
    if (!newest || now - readAt > KEPT_MS) {
      readAt = now;
      shares.clear();
      newest = source.newest();
      newest.then(readSpread).catch(() => {
        newest = null;
      });
    }
    return newest;
  }

  return {
    async share(terms) {
      // When they arrived says nothing of how common they are.
      const asked = terms.filter(({ field }) => field !== 'time');
      const known = [...(await read()), ...spread];
      const question = JSON.stringify(asked);
      let share = shares.get(question);
      if (share === undefined) {
        share = known.filter((entry) => matches(entry, asked, seqOf)).length / Math.max(1, known.length);
        shares.set(question, share);
      }
      return share;
    },
  };
}
