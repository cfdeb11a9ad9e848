import type { Spread } from '../figures.ts';

/** Three significant digits at most, because no figure here is more exact. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** The median, then the quartiles if there are several values. */
export function spreadText({ median, low, high }: Spread): string {
  if (low === high) return numberText(median);
  return `${numberText(median)} (${numberText(low)} to ${numberText(high)})`;
}
