import { opensJson, redactJson } from './body/json.ts';
import { REDACTED } from './redacted.ts';
import { KNOWN_FORMATS_ONLY, type RedactRules } from './rules.ts';
import { redactText } from './text/text.ts';
import { isSecretValue } from './url.ts';

/** Redacts a named value, such as a note. */
export function redactField(key: string, text: string, rules: RedactRules): string {
  if (rules.isAllowed(key)) return redactText(text, KNOWN_FORMATS_ONLY);
  if (text !== '' && (rules.strict || isSecretValue(key, text, rules))) return REDACTED;
  return (opensJson(text) ? redactJson(text, rules) : null) ?? redactText(text, rules);
}
