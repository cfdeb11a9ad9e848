const STEPS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** `3 min ago`, and `in 2 h` when clocks disagree; both in milliseconds. */
export function ago(then: number, now: number): string {
  const seconds = Math.round(Math.abs(now - then) / 1000);
  const [size, unit] = STEPS.find(([step]) => seconds >= step) ?? [1, 's'];
  if (seconds === 0) return 'just now';
  const amount = `${Math.floor(seconds / size)} ${unit}`;
  return then > now ? `in ${amount}` : `${amount} ago`;
}
