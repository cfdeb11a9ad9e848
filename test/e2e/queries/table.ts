import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED, LOADS, type Load, type Outcome } from './cell.ts';
import type { Library } from './libraries.ts';

export interface Row {
  readonly library: Library;
  readonly version: string;
  readonly cells: Partial<Record<Load, Outcome>>;
}

const FILE = join(import.meta.dirname, '../../../docs/instrumentation.md');
const START = '<!-- Written by npm run e2e:queries -- --full -->\n';
const END = '<!-- End of the table -->';

/** Replaces the table in docs/instrumentation.md. */
export function writeTable(rows: readonly Row[]): void {
  const text = readFileSync(FILE, 'utf8');
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) throw new Error(`${FILE} has no place for the table.`);
  writeFileSync(FILE, text.slice(0, start + START.length) + tableOf(rows) + text.slice(end));
}

function tableOf(rows: readonly Row[]): string {
  const head = ['library', 'version', ...LOADS, BUNDLED, 'duration, at most'];
  const lines = rows.map(({ library: { name, driver }, version, cells }) => {
    const outcomes = LOADS.map((load) => cells[load]);
    const worst = Math.max(...outcomes.map((outcome) => outcome?.difference ?? Number.NaN));
    const difference = Number.isNaN(worst) ? '' : `${worst.toFixed(2)} ms`;
    const title = driver ? `\`${name}\` with \`${driver.slice(0, driver.lastIndexOf('@'))}\`` : `\`${name}\``;
    return [title, version, ...outcomes.map(cellText), cellText(cells[BUNDLED]), difference];
  });
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`);
  return `\nNode ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}.\n\n${table.join('')}\n`;
}

function cellText(outcome: Outcome | undefined): string {
  if (!outcome) return '';
  return outcome.faults.length === 0
    ? 'yes'
    : outcome.faults.map((fault) => fault.split('\n', 1)[0]).join('; ');
}
