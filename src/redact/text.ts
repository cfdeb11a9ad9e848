import { redactCards } from './cards.ts';
import { AMPERSAND, BREAK, HOST_END, isAt, PUNCTUATION, QUOTE } from './characters.ts';
import { isHarmless } from './harmless.ts';
import { WITHHELD } from './redacted.ts';
import { DEFAULT_RULES, type RedactRules } from './rules.ts';
import { hiddenIn, Scan } from './scan.ts';

/** In a sentence a plus is one; in a value it may be a space. */
const ENCODED = /[%\\]/;

/**
 * Free text without its secrets: values behind a secret's name, URL userinfo, JWTs, PEM blocks, GitHub
 * tokens, card numbers, encoded or not. Should it ever lose its way, the whole text goes.
 */
export function redactText(text: string, rules: RedactRules = DEFAULT_RULES): string {
  try {
    const visible = withoutVisible(text, rules);
    return ENCODED.test(visible) && hides(visible, rules) ? withoutHidden(text, rules) : visible;
  } catch {
    return WITHHELD;
  }
}

/** The same for one value: if it still hides a secret when its parts hide none, all of it goes. */
export function redactValue(value: string, rules: RedactRules): string {
  const visible = withoutVisible(value, rules);
  if (!hides(visible, rules)) return visible;
  const open = withoutHidden(value, rules);
  return hides(open, rules) ? WITHHELD : open;
}

function hides(text: string, rules: RedactRules): boolean {
  return hiddenIn(text, rules) !== 'nothing';
}

function withoutVisible(text: string, rules: RedactRules): string {
  if (typeof text !== 'string') return WITHHELD;
  return isHarmless(text, rules) ? text : redactCards(new Scan(text, rules, 'visible').redacted());
}

function withoutHidden(text: string, rules: RedactRules): string {
  return withoutHiddenParts(redactCards(new Scan(text, rules, 'hidden').redacted()), rules);
}

/** Word by word, `https:%2F%2Fbob:…@host` shows nothing. Between spaces and slashes it does. */
function withoutHiddenParts(text: string, rules: RedactRules): string {
  let out = '';
  let kept = 0;
  for (let at = 0; at < text.length; ) {
    const end = partEnd(text, at);
    const part = text.slice(at, end);
    if (part.includes('%') && hides(part, rules)) {
      out += text.slice(kept, at) + WITHHELD;
      kept = end;
    }
    at = end + 1;
  }
  return out + text.slice(kept);
}

/** A quote or a bracket ends a host, but may stand in the midst of a value. */
function partEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length) {
    if (isAt(text, end, BREAK | AMPERSAND | HOST_END) && !isAt(text, end, QUOTE | PUNCTUATION)) break;
    end++;
  }
  return end;
}
