import { BLANK, BREAK, isAt, skip } from './characters.ts';
import { lineEnd } from './inspected.ts';

/** A list item or a quote may precede a key. */
const BEFORE_KEY = /^(?:- *)?["']?$/;
const HEADER = /[|>][-+\d]{0,2}[ \t]*\r?\n/y;

/** The end of a YAML block (`|` or `>` and the indented lines after it) that starts here, or -1. */
export function blockEnd(text: string, from: number): number {
  return startsBlock(text, from) ? indentedEnd(text, lineEnd(text, from) + 1, indentAt(text, from)) : -1;
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
export function nestedEnd(text: string, nameStart: number, newline: number): number {
  const start = lineStart(text, nameStart);
  const indent = skip(text, start, BLANK) - start;
  if (!BEFORE_KEY.test(text.slice(start + indent, nameStart))) return -1;
  const next = skip(text, newline, BREAK);
  if (next - lineStart(text, next) <= indent || text.startsWith('at ', next)) return -1;
  return indentedEnd(text, newline + 1, indent);
}

function indentedEnd(text: string, from: number, indent: number): number {
  let end = from;
  while (end < text.length) {
    const start = skip(text, end, BLANK);
    const isEmpty = isAt(text, start, BREAK);
    if (!isEmpty && start - end <= indent) break;
    end = Math.min(text.length, lineEnd(text, start) + 1);
  }
  return end > from && text[end - 1] === '\n' ? end - 1 : end;
}

function indentAt(text: string, at: number): number {
  const start = lineStart(text, at);
  return skip(text, start, BLANK) - start;
}

function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start - 1] !== '\n') start--;
  return start;
}
