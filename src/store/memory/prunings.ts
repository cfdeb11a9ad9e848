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
  // Ascending in both seq and time.
  const prunings: { readonly lastSeq: number; readonly expired: Micros }[] = [];
  return {
    add(lastSeq) {
      const expired = now() as Micros;
      const last = prunings.at(-1);
      if (last && lastSeq <= last.lastSeq) return;
      if (last && Math.floor(last.expired / HOUR) === Math.floor(expired / HOUR)) prunings.pop();
      prunings.push({ lastSeq, expired });
      if (prunings.length > MAX_PRUNINGS) prunings.shift();
    },
    find(seq) {
      const pruning = prunings.find(({ lastSeq }) => seq <= lastSeq);
      return pruning ? { expired: pruning.expired } : null;
    },
  };
}
