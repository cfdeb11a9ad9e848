import { BLANK, BREAK, isAt, type Source, skip } from './characters.ts';
import { lineEnd } from './inspected.ts';

/** A list item or a quote may precede a key. */
const BEFORE_KEY = /^(?:- *)?["']?$/;
const HEADER = /[|>][-+\d]{0,2}[ \t]*\r?\n/y;

/** The end of a YAML block (`|` or `>` and the indented lines after it) that starts here, or -1. */
export function blockEnd(source: Source, from: number): number {
  const { text } = source;
  return startsBlock(text, from) ? indentedEnd(source, lineEnd(text, from) + 1, indentAt(source, from)) : -1;
}

export function startsBlock(text: string, from: number): boolean {
  if (text[from] !== '|' && text[from] !== '>') return false;
  HEADER.lastIndex = from;
  return HEADER.test(text);
}

/**
 * The end of the indented lines after a YAML key at the end of its line, or -1 if there are none. The lines of a stack
 * trace are not values.
 */
export function nestedEnd(source: Source, nameStart: number, newline: number): number {
  const { text } = source;
  const start = lineStart(text, nameStart);
  const indent = skip(source, start, BLANK) - start;
  if (!BEFORE_KEY.test(text.slice(start + indent, nameStart))) return -1;
  const next = skip(source, newline, BREAK);
  if (next - lineStart(text, next) <= indent || text.startsWith('at ', next)) return -1;
  return indentedEnd(source, newline + 1, indent);
}

function indentedEnd(source: Source, from: number, indent: number): number {
  const { text } = source;
  let end = from;
  while (end < text.length) {
    const start = skip(source, end, BLANK);
    const isEmpty = isAt(source, start, BREAK);
    if (!isEmpty && start - end <= indent) break;
    end = Math.min(text.length, lineEnd(text, start) + 1);
  }
  return end > from && text[end - 1] === '\n' ? end - 1 : end;
}

function indentAt(source: Source, at: number): number {
  const { text } = source;
  const start = lineStart(text, at);
  return skip(source, start, BLANK) - start;
}

function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start - 1] !== '\n') start--;
  return start;
}
