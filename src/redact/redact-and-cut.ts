import { CUT_MARK, cutText } from '../format/cut-text.ts';
import { BREAK, DIGIT, isCharacterAt } from './characters.ts';
import { REDACTED } from './redacted.ts';

/** Redaction reads this many times the kept length, so that the cut does not split a secret it would recognize. */
const READ_FACTOR = 4;

/**
 * Redacts a text, then cuts the result to `maxLength` characters, including the mark. `wasCut` means that the end of
 * the text is missing.
 */
export function redactAndCut(
  text: string,
  maxLength: number,
  redact: (text: string) => string,
  wasCut = false,
): string {
  const maxRead = maxLength * READ_FACTOR;
  if (!wasCut && text.length <= maxRead) return cutWithMark(redact(text), maxLength);
  // The last part may be half a secret. An `@` in the missing end would make what precedes it a password.
  const redacted = redact(`${text.slice(0, partBoundary(text, Math.min(text.length, maxRead)))}@`);
  return cutWithMark((redacted.endsWith('@') ? redacted.slice(0, -1) : redacted) + CUT_MARK, maxLength);
}

/** Cuts a URL that is not redacted yet, and marks it: redaction then drops what the cut has split. */
export function cutUrl(url: string, maxLength: number): string {
  return cutText(url, maxLength);
}

/** Redacts the last word of a text that was cut before redaction, because it may be half a secret. */
export function redactCutWord(text: string): string {
  if (!text.endsWith(CUT_MARK)) return text;
  let start = text.length - CUT_MARK.length;
  while (start > 0 && !isCharacterAt(text, start - 1, BREAK)) start--;
  return text.slice(0, start) + REDACTED + CUT_MARK;
}

function cutWithMark(text: string, maxLength: number): string {
  return text.length > maxLength ? cutText(text, maxLength - CUT_MARK.length) : text;
}

/** The last index up to `before` where a part of a URL, a word or a line starts. Card numbers may contain spaces. */
function partBoundary(text: string, before: number): number {
  for (let at = before; at > 0; at--) {
    const character = text[at - 1] ?? '/';
    if ('/?&#\n'.includes(character) || (character === ' ' && !isCharacterAt(text, at - 2, DIGIT))) return at;
  }
  return 0;
}
