import type { Entry } from '../../profile/entry.ts';
import type { Tokens } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import { matches } from '../../search/matches.ts';

const SIZE = 2000;
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

  function newest(): Promise<readonly Entry[]> {
    const now = performance.now();
    if (!entries || now - readAt > KEPT_MS) {
      readAt = now;
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
      const found = known.filter((entry) => matches(entry, asked, seqOf)).length;
      return known.length === 0 ? 0 : found / known.length;
    },
  };
}
