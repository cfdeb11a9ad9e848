import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import type { Expired } from '../store.ts';

const HOUR = 3600e6;
const MAX_PRUNINGS = 1000;

/** Remembers when profiles were deleted: one record per hour, for the last 1,000 hours with deletions. */
export interface Prunings {
  /** Records that profiles up to this seq were deleted just now. */
  add(lastSeq: number): void;
  find(seq: Seq): Expired | null;
}

export function createPrunings(now: () => number = () => Date.now() * 1000): Prunings {
  // By ascending seq.
  const prunings: { readonly lastSeq: number; readonly expired: Micros }[] = [];
  const hourOf = (time: number) => Math.floor(time / HOUR);
  return {
    add(lastSeq) {
      const expired = now() as Micros;
      const lower = prunings.findLastIndex((pruning) => pruning.lastSeq <= lastSeq) + 1;
      const ofOtherHours = prunings
        .splice(0, lower)
        .filter((pruning) => hourOf(pruning.expired) !== hourOf(expired));
      // What was deleted before keeps its time.
      const isKnown = ofOtherHours.at(-1)?.lastSeq === lastSeq;
      prunings.unshift(...ofOtherHours, ...(isKnown ? [] : [{ lastSeq, expired }]));
      if (prunings.length > MAX_PRUNINGS) prunings.shift();
    },
    find(seq) {
      const pruning = prunings.find(({ lastSeq }) => seq <= lastSeq);
      return pruning ? { expired: pruning.expired } : null;
    },
  };
}
