import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const END = '<!-- End of the table -->';

/** Replaces the table that an npm script writes in a file of docs/. `rowsAfter` gets the rows as they are, without the head. */
export function replaceTable(
  name: string,
  script: string,
  head: readonly string[],
  rowsAfter: (rows: readonly (readonly string[])[]) => readonly (readonly string[])[],
): void {
  const file = join(import.meta.dirname, '../../docs', name);
  const text = readFileSync(file, 'utf8');
  const mark = `<!-- Written by ${script} -->\n`;
  const start = text.indexOf(mark) + mark.length;
  const end = text.indexOf(END);
  if (start < mark.length || end < start) throw new Error(`${file} has no place for the table.`);
  const rows = rowsAfter(rowsIn(text.slice(start, end)));
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  const title = `\nNode ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}.\n\n`;
  writeFileSync(file, `${text.slice(0, start)}${title}${table}\n${text.slice(end)}`);
}

function rowsIn(table: string): string[][] {
  const lines = table.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | '));
}
