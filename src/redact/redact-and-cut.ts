import { CUT_MARK, cutText } from '../format/cut-text.ts';
import { REDACTED } from './rules.ts';
import { BREAK, DIGIT, isAt } from './text/characters.ts';

/** Redaction reads this many times the kept length, so that the cut splits no secret that it would recognize. */
const READ_FACTOR = 4;
const MAX_TAGS = 20;
const QUOTED = /"[^"]*"|'[^']*'/g;

/**
 * Redacts a text, then cuts the result to `maxLength` characters, including the mark.
 * @param wasCut whether the end of the text is missing
 */
export function redactAndCut(
  text: string,
  maxLength: number,
  redact: (text: string) => string,
  wasCut = false,
): string {
  const maxRead = maxLength * READ_FACTOR;
  if (!wasCut && text.length <= maxRead) return cutWithMark(redact(text), maxLength);
  // The last part may be half a secret.
  const start = text.slice(0, partBoundary(text, Math.min(text.length, maxRead)));
  return cutWithMark(redactOpen(start, redact) + CUT_MARK, maxLength);
}

/** Redacts a text whose end is missing. An `@` there would make what precedes it a password. */
export function redactOpen(text: string, redact: (text: string) => string): string {
  const redacted = redact(`${text}@`);
  return redacted.endsWith('@') ? redacted.slice(0, -1) : redacted;
}

/** Redacts the last word of a text that was cut before redaction, because it may be half a secret. */
export function redactCutWord(text: string): string {
  if (!text.endsWith(CUT_MARK)) return text;
  let start = text.length - CUT_MARK.length;
  while (start > 0 && !isAt(text, start - 1, BREAK)) start--;
  return text.slice(0, start) + REDACTED + CUT_MARK;
}

function cutWithMark(text: string, maxLength: number): string {
  return text.length > maxLength ? cutText(text, maxLength - CUT_MARK.length) : text;
}

/** The last index up to `before` where a word, a line, a field or a part of a URL starts, outside of a tag. */
function partBoundary(text: string, before: number): number {
  let at = before;
  while (at > 0 && !startsPart(text, at)) at--;
  // The attributes that describe a value may be missing, and a value may contain angle brackets.
  for (let left = MAX_TAGS; left > 0; left--) {
    const tag = text.lastIndexOf('<', at - 1);
    if (tag < 0 || !/[a-z]/i.test(text[tag + 1] ?? '')) return at;
    if (text.slice(tag, at).replace(QUOTED, '').includes('>')) return at;
    at = tag;
  }
  return at;
}

/** Card numbers may contain spaces. */
function startsPart(text: string, at: number): boolean {
  const before = text[at - 1] ?? '/';
  return '/?&#\n,'.includes(before) || (before === ' ' && !isAt(text, at - 2, DIGIT));
}
