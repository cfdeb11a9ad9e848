import { redactCards } from './redact-cards.ts';
import { AMPERSAND, BREAK, HOST_END, isAt, PUNCTUATION, QUOTE } from './redact-characters.ts';
import { isHarmless } from './redact-harmless.ts';
import { DEFAULT_RULES, type RedactRules } from './redact-rules.ts';
import { hiddenIn, Scan } from './redact-scan.ts';
import { WITHHELD } from './redacted.ts';

/** They end a host, but stand in the midst of values. */
const NO_END = QUOTE | PUNCTUATION;

/**
 * Free text without its secrets: values behind a secret's name, URL userinfo, JWTs, PEM blocks, GitHub
 * tokens, card numbers, encoded or not. Should it ever lose its way, the whole text goes.
 */
export function redactText(text: string, rules: RedactRules = DEFAULT_RULES): string {
  try {
    return redactFreely(text, rules);
  } catch {
    return WITHHELD;
  }
}

/** The same for one value: what was encoded in parts only shows its secrets as a whole. */
export function redactValue(value: string, rules: RedactRules): string {
  return withholdHidden(redactFreely(value, rules), rules);
}

export function withholdHidden(text: string, rules: RedactRules): string {
  return hiddenIn(text, rules) === 'nothing' ? text : WITHHELD;
}

function redactFreely(text: string, rules: RedactRules): string {
  if (typeof text !== 'string') return WITHHELD;
  if (isHarmless(text, rules)) return text;
  return withholdHiddenParts(redactCards(new Scan(text, rules, true).redacted()), rules);
}

/** Word by word, `https:%2F%2Fbob:…@host` shows nothing. Between spaces and slashes it does. */
function withholdHiddenParts(text: string, rules: RedactRules): string {
  if (!text.includes('%')) return text;
  let out = '';
  let kept = 0;
  for (let at = 0; at < text.length; at++) {
    const end = partEnd(text, at);
    if (end > at) {
      const part = text.slice(at, end);
      if (part.includes('%') && withholdHidden(part, rules) !== part) {
        out += text.slice(kept, at) + WITHHELD;
        kept = end;
      }
    }
    at = end;
  }
  return out + text.slice(kept);
}

function partEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && (!isAt(text, end, BREAK | AMPERSAND | HOST_END) || isAt(text, end, NO_END)))
    end++;
  return end;
}
