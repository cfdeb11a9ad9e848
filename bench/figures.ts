/** The p-quantile of the values; 0.5 is the median. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

/** The median and the quartiles of repeated measurements. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Limits, checked with `--assert`. */
  readonly max?: number;
  readonly min?: number;
}

function isMet({ value, max, min }: Figure): boolean {
  return (max === undefined || value <= max) && (min === undefined || value >= min);
}

/** Prints each figure on its own line, then all in one line. With `assert`, a missed limit fails the run. */
export function report(title: string, figures: readonly Figure[], assert: boolean): void {
  console.log(`\n${title}`);
  for (const figure of figures) {
    const bound =
      figure.max !== undefined
        ? `at most ${figure.max}`
        : figure.min !== undefined
          ? `at least ${figure.min}`
          : '';
    const verdict = bound === '' ? '' : isMet(figure) ? 'met' : 'MISSED';
    console.log(`  ${figure.name.padEnd(46)} ${text(figure).padStart(14)}  ${bound.padEnd(18)} ${verdict}`);
  }
  console.log(`${title}: ${figures.map((figure) => `${figure.name} ${text(figure)}`).join(', ')}`);
  if (assert && !figures.every(isMet)) process.exitCode = 1;
}

function text({ value, unit }: Figure): string {
  const digits = value >= 100 ? 0 : value >= 1 ? 1 : 3;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits, useGrouping: true })} ${unit}`.trim();
}
