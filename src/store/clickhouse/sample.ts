import type { Entry } from '../../profile/entry.ts';
import type { Tokens } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import { matches } from '../../search/matches.ts';

const SIZE = 1000;
const KEPT_MS = 60_000;

/** Some of the newest entries: they tell what is common. */
export interface Sample {
  /** In which part of the entries all of these hold, as far as the sample tells: 0 for what is rare. */
  share(terms: readonly Term[]): Promise<number>;
}

export function createSample(
  readNewest: (limit: number) => Promise<readonly Entry[]>,
  seqOf: Tokens['seqOf'],
): Sample {
  let entries: Promise<readonly Entry[]> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  /** The same is asked again and again: page by page, by count and by search. */
  const shares = new Map<string, number>();

  function newest(): Promise<readonly Entry[]> {
    const now = performance.now();
    if (!entries || now - readAt > KEPT_MS) {
      readAt = now;
      shares.clear();
      entries = readNewest(SIZE);
      entries.catch(() => {
        entries = null;
      });
    }
    return entries;
  }

  return {
    async share(terms) {
      // When they arrived says nothing of how common they are.
      const asked = terms.filter(({ field }) => field !== 'time');
      const known = await newest();
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
