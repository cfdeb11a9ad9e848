import { setImmediate as others } from 'node:timers/promises';

/** Work that pauses between its parts, for whoever runs it to look at the clock: `true` goes on, `false` ends it. */
export type Sliced<T> = Generator<void, T, boolean>;

/** How long a query may take unless its caller says otherwise. */
export const DEFAULT_DEADLINE_MS = 2000;
/** How long a question may keep the others waiting. */
const SLICE_MS = 10;

/** Runs a question until it is answered, its time is up or nobody wants to know any more. */
export async function runInSlices<T>(
  work: Sliced<T>,
  deadline = DEFAULT_DEADLINE_MS,
  isCancelled: () => boolean,
): Promise<T> {
  const end = performance.now() + deadline;
  let slice = performance.now() + SLICE_MS;
  for (let step = work.next(); ; ) {
    if (step.done) return step.value;
    const now = performance.now();
    if (now > slice) {
      await others();
      slice = performance.now() + SLICE_MS;
    }
    step = work.next(now < end && !isCancelled());
  }
}

export function isSliced(value: unknown): value is Sliced<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;
}
