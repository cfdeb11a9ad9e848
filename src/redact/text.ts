import { redactCards } from './cards.ts';
import { AMPERSAND, BREAK, HOST_END, isAt, PUNCTUATION, QUOTE } from './characters.ts';
import { isHarmless } from './harmless.ts';
import { REDACTED } from './redacted.ts';
import { DEFAULT_RULES, type RedactRules } from './rules.ts';
import { findHidden, Scan } from './scan.ts';

/** In a sentence a plus is one; in a value it may be a space. */
const ENCODED = /[%\\]/;

/**
 * Free text without its secrets: values behind a secret's name, URL userinfo, JWTs, PEM blocks, GitHub
 * tokens, card numbers, encoded or not. Should it ever lose its way, the whole text goes.
 */
export function redactText(text: string, rules: RedactRules = DEFAULT_RULES): string {
  try {
    const visible = redactVisible(text, rules);
    return ENCODED.test(visible) && hidesSecret(visible, rules) ? redactHidden(text, rules) : visible;
  } catch {
    return REDACTED;
  }
}

/** The same for one value: if it still hides a secret when its parts hide none, all of it goes. */
export function redactValue(value: string, rules: RedactRules): string {
  const visible = redactVisible(value, rules);
  if (!hidesSecret(visible, rules)) return visible;
  const open = redactHidden(value, rules);
  return hidesSecret(open, rules) ? REDACTED : open;
}

function hidesSecret(text: string, rules: RedactRules): boolean {
  return findHidden(text, rules) !== 'nothing';
}

function redactVisible(text: string, rules: RedactRules): string {
  if (typeof text !== 'string') return REDACTED;
  return isHarmless(text, rules) ? text : redactCards(new Scan(text, rules, 'visible').redacted());
}

function redactHidden(text: string, rules: RedactRules): string {
  return redactHiddenParts(redactCards(new Scan(text, rules, 'hidden').redacted()), rules);
}

/** Word by word, `https:%2F%2Fbob:…@host` shows nothing. Between spaces and slashes it does. */
function redactHiddenParts(text: string, rules: RedactRules): string {
  let out = '';
  let kept = 0;
  for (let at = 0; at < text.length; ) {
    const end = partEnd(text, at);
    const part = text.slice(at, end);
    if (part.includes('%') && hidesSecret(part, rules)) {
      out += text.slice(kept, at) + REDACTED;
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
