import { machineText } from './machine.ts';
import type { Result, Table } from './part.ts';

/** Replaces what is between the markers of a part. The text around them is written by hand. */
export function fill(page: string, part: string, body: string): string {
  const [start, end] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`];
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`The page has no lines "${start}" and "${end}". Add them where the table belongs.`);
  return `${page.slice(0, from + start.length)}\n${body.trim()}\n${page.slice(to)}`;
}

/** The tables and plots of a part. Each part says where and when it was measured, because parts can be run alone. */
export function bodyOf(
  part: string,
  { tables, plots, compared = [], notes = [] }: Result,
  seconds: number,
): string {
  const images = plots.map(({ description }, i) => `![${description}](images/${imageName(part, i)})`);
  const measured = `*${machineText()}; ${[...compared, `${Math.ceil(seconds)} s`].join(', ')}.*`;
  return [...tables.map(tableText), ...images, ...notes, measured].join('\n\n');
}

export function imageName(part: string, index: number): string {
  return `bench-${part}${index === 0 ? '' : `-${index + 1}`}.svg`;
}

export function tableText({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isNumber = (i: number) => /^[-\d]/.test(rows.find((row) => row[i] !== '')?.[i] ?? '');
  return [line(head), line(head.map((_, i) => (isNumber(i) ? '--:' : '---'))), ...rows.map(line)].join('\n');
}
