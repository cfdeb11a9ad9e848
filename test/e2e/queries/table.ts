import { replaceTable } from '../../support/docs-table.ts';
import { BUNDLED, LOADS, type Load, type Outcome } from './cell.ts';
import type { Library } from './libraries.ts';

export interface Row {
  readonly library: Library;
  readonly version: string;
  readonly cells: Partial<Record<Load, Outcome>>;
}

/** Replaces the table in docs/instrumentation.md. */
export function writeTable(rows: readonly Row[]): void {
  const head = ['library', 'version', ...LOADS, BUNDLED, 'duration, at most'];
  replaceTable('instrumentation.md', 'npm run e2e:queries -- --full', head, () => rows.map(cellsOf));
}

function cellsOf({ library: { name, driver }, version, cells }: Row): string[] {
  const outcomes = LOADS.map((load) => cells[load]);
  const worst = Math.max(...outcomes.map((outcome) => outcome?.difference ?? Number.NaN));
  const difference = Number.isNaN(worst) ? '' : `${worst.toFixed(2)} ms`;
  const title = driver ? `\`${name}\` with \`${driver.slice(0, driver.lastIndexOf('@'))}\`` : `\`${name}\``;
  return [title, version, ...outcomes.map(cellText), cellText(cells[BUNDLED]), difference];
}

function cellText(outcome: Outcome | undefined): string {
  if (!outcome) return '';
  return outcome.faults.length === 0
    ? 'yes'
    : outcome.faults.map((fault) => fault.split('\n', 1)[0]).join('; ');
}
