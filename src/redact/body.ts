import { opensJson, redactJson } from './json.ts';
import { redactAndCut } from './redact-and-cut.ts';
import { REDACTED } from './redacted.ts';
import type { RedactRules } from './rules.ts';
import { redactText } from './text.ts';
import { redactQuery } from './url.ts';

export type BodyKind = 'json' | 'form' | 'text';

const MARK_LENGTH = 8;

/** Redacts a body. If it looks like JSON, it is read as JSON, whatever its type says: clients often send the wrong type. */
export function redactBody(text: string, kind: BodyKind, isCut: boolean, rules: RedactRules): string {
  try {
    const json = kind === 'json' || opensJson(text) ? redactJson(text, isCut, rules) : null;
    if (json !== null) return json;
    const redact = (part: string) =>
      kind === 'form' && !opensJson(text) ? redactQuery(part, rules) : redactText(part, rules);
    return isCut ? redactAndCut(text, text.length + MARK_LENGTH, redact, true) : redact(text);
  } catch {
    return REDACTED;
  }
}
