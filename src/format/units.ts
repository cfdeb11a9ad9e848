/** `3.1 ms`, `420 µs`, `12.4 s` */
export function formatDuration(micros: number): string {
  if (micros < 1000) return `${micros} µs`;
  if (micros < 1_000_000) return `${threeDigits(micros / 1000)} ms`;
  return `${threeDigits(micros / 1_000_000)} s`;
}

/** `512 B`, `1.5 kB`, `12 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${threeDigits(bytes / 1000)} kB`;
  return `${threeDigits(bytes / 1_000_000)} MB`;
}

const COUNT = new Intl.NumberFormat('en');

/** `10,000+` */
export function formatCount({ matches, capped }: { matches: number; capped: boolean }): string {
  return `${COUNT.format(matches)}${capped ? '+' : ''}`;
}

const THREE_DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: false });

function threeDigits(value: number): string {
  return THREE_DIGITS.format(value);
}
