/** How many of some requests have a value. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

export function shareOf({ count, of }: Share): number {
  return of === 0 ? 0 : count / of;
}

/** What is called a difference is chance in at most this share of the searches. */
export const CHANCE = 0.01;

/** Terms of a sum that are this much smaller than it do not change it. */
const NEGLIGIBLE = 1e-12;

/**
 * How likely it is that chance alone gives `a` its share of a value, or a larger one, if requests of both sides have it equally often.
 * Fisher's exact test, which holds for few requests too.
 */
export function chanceOfMore(a: Share, b: Share): number {
  const all = a.of + b.of;
  const having = a.count + b.count;
  if (all === 0 || a.count * all <= having * a.of) return 1;
  const constant = logChoose(all, a.of);
  let sum = 0;
  for (let count = a.count; count <= Math.min(having, a.of); count++) {
    const term = Math.exp(logChoose(having, count) + logChoose(all - having, a.of - count) - constant);
    sum += term;
    if (term <= sum * NEGLIGIBLE) break;
  }
  return Math.min(1, sum);
}

function logChoose(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

const SMALL = 64;
const LOG_FACTORIALS = Array.from({ length: SMALL }, (_, n) => {
  let sum = 0;
  for (let i = 2; i <= n; i++) sum += Math.log(i);
  return sum;
});

function logFactorial(n: number): number {
  const known = LOG_FACTORIALS[n];
  if (known !== undefined) return known;
  // Stirling's series.
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * n) - 1 / (360 * n ** 3);
}

/**
 * How likely it is that chance alone makes a sample this much slower than another one, anywhere in its distribution.
 * The bound of Smirnov for one side.
 * @param lead how much larger the share of the other sample is that is done after the same time, at most
 */
export function chanceOfLead(lead: number, samples: readonly [number, number]): number {
  const [a, b] = samples;
  return a + b === 0 ? 1 : Math.exp((-2 * Math.max(0, lead) ** 2 * a * b) / (a + b));
}
