/** The durations of several replays, in microseconds. */
export interface Distribution {
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** `null` without values. A percentile is the smallest value that is at least as large as that share of all. */
export function distributionOf(values: readonly number[]): Distribution | null {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  if (sorted.length === 0) return null;
  return { min: at(0), p50: at(0.5), p95: at(0.95), max: at(1) };
}
