import { BREAK, isAt } from './characters.ts';
import { REDACTED } from './redacted.ts';

/** What stands where a text was cut. */
const CUT = '…cut';
/** So many times what is kept is read, so that no secret is cut in two and not known any more. */
const READ_FACTOR = 4;

/** At most `longest` characters of what `redact` makes of a text. */
export function redactAndCut(text: string, longest: number, redact: (text: string) => string): string {
  const most = longest * READ_FACTOR;
  const redacted = redact(text.length > most ? text.slice(0, most) : text);
  if (text.length <= most || redacted.length > longest) return cut(redacted, longest);
  // So much went that the end of what was read would show, and what stands there may be half a secret.
  return cut(redact(text.slice(0, partBoundary(text, most))) + CUT, longest);
}

/** A text that was cut before it came here may end in half a secret: its last word goes. */
export function redactCutWord(text: string): string {
  if (!text.endsWith(CUT)) return text;
  let start = text.length - CUT.length;
  while (start > 0 && !isAt(text, start - 1, BREAK)) start--;
  return text.slice(0, start) + REDACTED + CUT;
}

function cut(text: string, longest: number): string {
  return text.length > longest ? text.slice(0, longest - CUT.length) + CUT : text;
}

function partBoundary(text: string, before: number): number {
  let at = before;
  while (at > 0 && !'/?&#\n'.includes(text[at - 1] ?? '/')) at--;
  return at;
}
