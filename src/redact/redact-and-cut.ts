import { CUT_MARK, cutText } from '../format/cut-text.ts';
import { BREAK, isAt } from './characters.ts';
import { REDACTED } from './redacted.ts';

/** Redaction reads this many times the kept length, so that the cut does not split a secret it would recognize. */
const READ_FACTOR = 4;

/** Redacts a text, then cuts the result to `maxLength` characters, including the mark. */
export function redactAndCut(text: string, maxLength: number, redact: (text: string) => string): string {
  const maxRead = maxLength * READ_FACTOR;
  const redacted = redact(text.length > maxRead ? text.slice(0, maxRead) : text);
  if (text.length <= maxRead || redacted.length > maxLength) return cutWithMark(redacted, maxLength);
  // So much was redacted that the end of the part read would be kept, and it may be half a secret.
  return cutWithMark(redact(text.slice(0, partBoundary(text, maxRead))) + CUT_MARK, maxLength);
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

/** The last index up to `before` where a part of a URL or a line starts. */
function partBoundary(text: string, before: number): number {
  let at = before;
  while (at > 0 && !'/?&#\n'.includes(text[at - 1] ?? '/')) at--;
  return at;
}
