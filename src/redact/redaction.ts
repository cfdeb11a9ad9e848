import type { Header } from '../profile/profile.ts';
import { redactCutWord } from './cut.ts';
import { createRedactHeader } from './headers.ts';
import { parseRedactionOptions, type RedactionOptions } from './options.ts';
import { REDACTED } from './redacted.ts';
import { isSecretField, KNOWN_FORMATS_ONLY } from './rules.ts';
import { redactText, redactValue } from './text.ts';
import { redactUrl } from './url.ts';

export type { RedactionOptions } from './options.ts';

/** Takes the secrets out of what was recorded. Nothing it is given makes it throw: what it can't read, it withholds. */
export interface Redaction {
  /** An absolute URL, or a request's target. At most 8,192 characters come out. */
  url(text: string): string;
  header(name: string, value: string): Header;
  /** A log line, the message of an exception: whatever people write. */
  text(text: string): string;
  /** A value with a name of its own: a note, the field of a form. */
  value(key: string, text: string): string;
}

/** Throws a `bad-option` when the options can't be meant. */
export function createRedaction(options?: RedactionOptions): Redaction {
  const rules = parseRedactionOptions(options);
  return {
    url: (text) => redactUrl(text, rules),
    header: createRedactHeader(rules),
    text: (text) => (text === '' ? '' : safely(() => redactText(redactCutWord(text), rules))),
    value: (key, text) =>
      safely(() => {
        if (rules.isAllowed(key)) return redactValue(text, KNOWN_FORMATS_ONLY);
        return text !== '' && isSecretField(rules, key) ? REDACTED : redactValue(text, rules);
      }),
  };
}

function safely(redact: () => string): string {
  try {
    return redact();
  } catch {
    return REDACTED;
  }
}
