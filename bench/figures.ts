/** The p-th part of some measurements, 0.5 for the median. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
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
  /** What it may be at most, or at least. */
  readonly most?: number;
  readonly least?: number;
}

function isMet({ value, most, least }: Figure): boolean {
  return (most === undefined || value <= most) && (least === undefined || value >= least);
}

/** Every figure on a line of its own, then all of them in one; with `--assert` a missed one fails the run. */
export function report(title: string, figures: readonly Figure[], assert: boolean): void {
  console.log(`\n${title}`);
  for (const figure of figures) {
    const bound =
      figure.most !== undefined
        ? `at most ${figure.most}`
        : figure.least !== undefined
          ? `at least ${figure.least}`
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
