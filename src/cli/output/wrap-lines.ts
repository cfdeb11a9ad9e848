import { stripVTControlCharacters } from 'node:util';
import type { Terminal } from './terminal.ts';
import { textWidth } from './text-width.ts';

/** The name of a fact, before its value. */
const LABEL = /^\S.{0,11}? {2,}/;
const INDENT = 4;

/**
 * Breaks lines that are wider than the terminal between words. They go on below the value of a fact, or indented. Only a word that
 * is wider than a line is left to the terminal.
 */
export function wrapLines(lines: readonly string[], { columns }: Terminal): string[] {
  if (columns === null) return [...lines];
  return lines.flatMap((line) => (widthOf(line) <= columns ? [line] : wrapLine(line, columns)));
}

function wrapLine(line: string, columns: number): string[] {
  const start = LABEL.exec(line)?.[0] ?? / */.exec(line)?.[0] ?? '';
  const indent = line.startsWith(' ') || start === '' ? start.length + INDENT : start.length;
  const wrapped: string[] = [];
  let current = start;
  for (const word of line.slice(start.length).split(/(?<=[^ ])(?= )/)) {
    const width = widthOf(word.trimStart());
    const fits = lastColumn(current, columns) + widthOf(word) <= columns || indent + width > columns;
    if (fits || current === start) current += word;
    else {
      wrapped.push(current);
      current = ' '.repeat(indent) + word.trimStart();
    }
  }
  return [...wrapped, current];
}

/** The column where a text ends after the terminal has wrapped it. */
function lastColumn(text: string, columns: number): number {
  return ((widthOf(text) - 1) % columns) + 1;
}

/** Without the characters of colours. */
function widthOf(text: string): number {
  return textWidth(stripVTControlCharacters(text));
}
