import { DAY } from '../profile/time.ts';
/**
 * A histogram of durations: `counts[i]` requests took as long as step `first + i` of {@link DURATION_STEPS}. The first and the last
 * count are not 0. Histograms are exact to add up, and `percentileOf` is within 1 % of the true value.
 */
export interface Durations {
  readonly first: number;
  readonly counts: readonly number[];
}

const RATIO = 1.02;

/**
 * The shortest duration of each step, in µs: all whole numbers up to 50, then each 2 % longer than the one before. What took
 * longer than a day counts as a day.
 */
export const DURATION_STEPS: readonly number[] = createSteps();

function createSteps(): number[] {
  const steps = [0];
  for (let next = 1; next <= DAY; next = Math.floor(next * RATIO) + 1) steps.push(next);
  return steps;
}

/** Durations below this, in µs, have their steps in a table. A second table has the steps of each multiple of 1,024 µs. */
const LOOKED_UP = 65_536;
const COARSE_BITS = 10;
let lookedUp: { readonly short: Uint16Array; readonly coarse: Uint16Array } | null = null;

/** The last step that is not longer than this duration. */
export function durationStep(duration: number): number {
  lookedUp ??= {
    short: Uint16Array.from({ length: LOOKED_UP }, (_, short) => findStep(short)),
    coarse: Uint16Array.from({ length: LOOKED_UP }, (_, multiple) => findStep(multiple * 2 ** COARSE_BITS)),
  };
  if (duration >= 0 && duration < LOOKED_UP) return lookedUp.short[Math.floor(duration)] as number;
  if (!(duration >= 0 && duration < LOOKED_UP * 2 ** COARSE_BITS)) return findStep(duration);
  const step = lookedUp.coarse[duration >>> COARSE_BITS] as number;
  // These steps are wider than 1,024, so at most the next one has begun.
  return duration < (DURATION_STEPS[step + 1] as number) ? step : step + 1;
}

function findStep(duration: number): number {
  let low = 0;
  let high = DURATION_STEPS.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((DURATION_STEPS[middle] ?? 0) <= duration) low = middle;
    else high = middle;
  }
  return low;
}

/** How many requests a histogram counts. */
export function timedRequests({ counts }: Pick<Durations, 'counts'>): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * The duration that this share of the requests does not exceed, in µs, within 1 %; `null` if there are none.
 * @param share between 0 and 1: 0.5 for the median
 */
export function percentileOf({ first, counts }: Durations, share: number): number | null {
  let rest = Math.max(1, Math.ceil(timedRequests({ counts }) * share));
  for (const [at, count] of counts.entries()) {
    rest -= count;
    if (rest <= 0) return middleOf(first + at);
  }
  return null;
}

/** The value with the smallest relative distance to both ends of a step. */
function middleOf(step: number): number {
  const shortest = DURATION_STEPS[step] ?? DAY;
  const longest = (DURATION_STEPS[step + 1] ?? shortest + 1) - 1;
  return shortest === longest ? shortest : (2 * shortest * longest) / (shortest + longest);
}
