import { stripAnsi } from './ansi.ts';
import { redactCards } from './cards.ts';
import { AMPERSAND, BREAK, HOST_END, isCharacterAt, PUNCTUATION, QUOTE } from './characters.ts';
import { isHarmless } from './harmless.ts';
import { REDACTED } from './redacted.ts';
import type { RedactRules } from './rules.ts';
import { findHidden, Scan } from './scan.ts';
import { SPECIAL_MARKS } from './special-values.ts';
import { mayContainStatement, redactStatements } from './sql-in-text.ts';
import { redactTables } from './tables.ts';

/** In free text a plus sign is literal; in a value it may encode a space. */
const ENCODED = /[%\\]/;

/**
 * Redacts free text: values after the name of a secret, URL credentials, JWTs, PEM blocks, GitHub tokens and card
 * numbers, encoded or not. If it fails, the whole text is redacted.
 */
export function redactText(text: string, rules: RedactRules): string {
  try {
    return redactScanned(redactStructures(text, rules), rules);
  } catch {
    return REDACTED;
  }
}

/** The same for text without statements and tables. */
export function redactScanned(text: string, rules: RedactRules): string {
  try {
    const visible = redactVisible(text, rules);
    return ENCODED.test(visible) && hidesSecret(visible, rules) ? redactHidden(text, rules) : visible;
  } catch {
    return REDACTED;
  }
}

/** The same for a single value, which is redacted completely if a secret remains hidden in it. */
export function redactValue(value: string, rules: RedactRules): string {
  const visible = redactVisible(value, rules);
  if (!hidesSecret(visible, rules)) return visible;
  const redacted = redactHidden(value, rules);
  return hidesSecret(redacted, rules) ? REDACTED : redacted;
}

/** Replaces statements by their fingerprints and redacts tables, which are not read word by word. */
export function redactStructures(original: string, rules: RedactRules): string {
  const text = redactTables(stripAnsi(original), rules);
  if (!mayContainStatement(text)) return text;
  return redactStatements(text, (statement) => new Scan(statement, rules, 'visible').find());
}

/** Whether decoding the text reveals a secret. */
function hidesSecret(text: string, rules: RedactRules): boolean {
  return findHidden(text, rules) !== 'nothing';
}

function redactVisible(text: string, rules: RedactRules): string {
  if (typeof text !== 'string') return REDACTED;
  return isHarmless(text, rules) && !isSpecial(text)
    ? text
    : redactCards(new Scan(text, rules, 'visible').run());
}

function isSpecial(text: string): boolean {
  return text.includes('</') || SPECIAL_MARKS.some((mark) => text.includes(mark));
}

function redactHidden(text: string, rules: RedactRules): string {
  return redactHiddenParts(redactCards(new Scan(text, rules, 'hidden').run()), rules);
}

/** Checks parts between spaces and slashes: the single words of `https:%2F%2Fbob:…@host` reveal nothing. */
function redactHiddenParts(text: string, rules: RedactRules): string {
  let out = '';
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const end = partEnd(text, at);
    const part = text.slice(at, end);
    if (part.includes('%') && hidesSecret(part, rules)) {
      out += text.slice(copied, at) + REDACTED;
      copied = end;
    }
    at = end + 1;
  }
  return out + text.slice(copied);
}

/** Quotes and brackets end a host, but may occur inside a value. */
function partEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length) {
    if (
      isCharacterAt(text, end, BREAK | AMPERSAND | HOST_END) &&
      !isCharacterAt(text, end, QUOTE | PUNCTUATION)
    )
      break;
    end++;
  }
  return end;
}
