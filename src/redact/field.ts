import { REDACTED } from './redacted.ts';
import { isSecretField, KNOWN_FORMATS_ONLY, type RedactRules } from './rules.ts';
import { redactStructures, redactValue } from './text.ts';

/** Redacts a named value, such as a note or a field of a form. */
export function redactField(key: string, text: string, rules: RedactRules): string {
  if (rules.isAllowed(key)) return redactValue(text, KNOWN_FORMATS_ONLY);
  return text !== '' && isSecretField(rules, key)
    ? REDACTED
    : redactValue(redactStructures(text, rules), rules);
}
