import { CUT_MARK } from '../../format/cut-text.ts';
import { redactAndCut, redactOpen } from '../redact-and-cut.ts';
import { REDACTED } from '../redacted.ts';
import type { RedactRules } from '../rules.ts';
import { redactText } from '../text/text.ts';
import { redactQuery } from '../url.ts';
import { opensJson, redactJson } from './json.ts';

export type BodyKind = 'json' | 'form' | 'text';

/** Redacts a body. What looks like JSON is read as JSON, whatever its type says: clients often send the wrong type. */
export function redactBody(text: string, kind: BodyKind, isCut: boolean, rules: RedactRules): string {
  try {
    if (!isCut && (kind === 'json' || opensJson(text)))
      return redactJson(text, rules) ?? redactLines(text, rules);
    const isForm = kind === 'form' && !opensJson(text);
    const redact = (part: string) => (isForm ? redactQuery(part, rules) : redactText(part, rules));
    return isCut ? redactAndCut(text, text.length + CUT_MARK.length, redact, true) : redact(text);
  } catch {
    return REDACTED;
  }
}

/** Redacts a line of a log, which may be JSON. */
export function redactLine(text: string, rules: RedactRules): string {
  const last = text.charCodeAt(text.length - 1);
  const json = (last === 125 || last === 93) && opensJson(text) ? redactJson(text, rules) : null;
  return json ?? redactText(text, rules);
}

/** One JSON text in each line, or text. */
function redactLines(text: string, rules: RedactRules): string {
  const lines = text.split('\n');
  const isJson = lines.every((line) => line.trim() === '' || opensJson(line));
  const redacted =
    isJson && lines.length > 1
      ? lines.map((line) => (line.trim() === '' ? line : redactJson(line, rules)))
      : [null];
  return redacted.includes(null) ? redactOpen(text, (part) => redactText(part, rules)) : redacted.join('\n');
}
