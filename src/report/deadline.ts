import type { QueryOptions } from '../store/store.ts';

/** The time that several queries share. */
export interface Deadline {
  readonly isOver: boolean;
  /** Aborts when the time is over, for what has no deadline of its own. */
  readonly signal: AbortSignal;
  /** The options of the next query. It has what is left, and at most `most` milliseconds. */
  options(most?: number): Required<QueryOptions>;
}

export function createDeadline(millis: number, signal: AbortSignal): Deadline {
  const end = performance.now() + millis;
  const over = AbortSignal.any([signal, AbortSignal.timeout(millis)]);
  const left = () => Math.max(0, end - performance.now());
  return {
    get isOver() {
      return over.aborted || left() === 0;
    },
    signal: over,
    options: (most = Number.POSITIVE_INFINITY) => ({ signal, deadline: Math.min(most, left()) }),
  };
}
