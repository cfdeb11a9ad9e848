import { setImmediate as others } from 'node:timers/promises';
import { DEFAULT_DEADLINE } from './store.ts';

/** Work that pauses between its parts, for whoever runs it to look at the clock: `true` goes on, `false` ends it. */
export type Paced<T> = Generator<void, T, boolean>;

/** How long a question may keep the others waiting. */
const SLICE_MS = 10;

/** Runs a question until it is answered, its time is up or nobody wants to know any more. */
export async function pace<T>(
  work: Paced<T>,
  deadline = DEFAULT_DEADLINE,
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

export function isPaced(value: unknown): value is Paced<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;
}
