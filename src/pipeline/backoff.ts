const STEPS_MS = [250, 500, 1000, 2000, 5000];

/** How long to wait after so many failures in a row. */
export function backoff(failures: number): number {
  return STEPS_MS[Math.max(0, Math.min(failures, STEPS_MS.length) - 1)] ?? 0;
}
