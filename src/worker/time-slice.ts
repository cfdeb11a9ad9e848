import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that yields between its steps. It is resumed with `true` to continue, `false` to finish early. */
export type Sliced<T> = Generator<void, T, boolean>;

/** Default deadline of a query. */
export const DEFAULT_DEADLINE_MS = 2000;
/** How long a query runs before others on the same thread get a turn. */
const SLICE_MS = 10;

/** Runs work in short slices until it is done, its deadline has passed or it is cancelled. */
export async function runInSlices<T>(
  work: Sliced<T>,
  deadline = DEFAULT_DEADLINE_MS,
  isCancelled: () => boolean,
): Promise<T> {
  const end = performance.now() + deadline;
  let sliceEnd = performance.now() + SLICE_MS;
  try {
    for (let step = work.next(); ; ) {
      if (step.done) return step.value;
      const now = performance.now();
      if (now > sliceEnd) {
        await nextTurn();
        sliceEnd = performance.now() + SLICE_MS;
      }
      step = work.next(now < end && !isCancelled());
    }
  } finally {
    // If isCancelled throws, the work still closes what it has open.
    work.return(undefined as never);
  }
}

/** Runs work to its end without a pause. */
export function runAtOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

export function isSliced(value: unknown): value is Sliced<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;
}
