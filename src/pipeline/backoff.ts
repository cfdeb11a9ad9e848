/** A full disk is written to again within five seconds, even if two of these add up. */
const DELAYS_MS = [250, 500, 1000, 2000];

/** Milliseconds to wait before the next attempt, after this many failures in a row. */
export function backoff(failures: number): number {
  return DELAYS_MS[Math.max(0, Math.min(failures, DELAYS_MS.length) - 1)] ?? 0;
}
