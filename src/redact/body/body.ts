import { CUT_MARK } from '../../format/cut-text.ts';
import { isSecretValue } from '../names/shape.ts';
import { redactAndCut, redactCutWord, redactOpen } from '../redact-and-cut.ts';
import { KNOWN_FORMATS_ONLY, REDACTED, type RedactRules } from '../rules.ts';
import { redactText } from '../text/find-secrets.ts';
import { redactQuery } from '../url.ts';
import { opensJson, redactJson } from './json.ts';

/** JSON, perhaps after the name of an error. */
const JSON_TEXT = /^([\w$.]{1,100}: )?(\s*[[{][\s\S]*)$/;

export type BodyKind = 'json' | 'form' | 'text';

/** Redacts a body. Text that looks like JSON is read as JSON whatever its type, because clients often send the wrong one. */
export function redactBody(text: string, kind: BodyKind, isCut: boolean, rules: RedactRules): string {
  if (!isCut && (kind === 'json' || opensJson(text)))
    return redactJson(text, rules) ?? redactLines(text, rules);
  const isForm = kind === 'form' && !opensJson(text);
  const redact = (part: string) => (isForm ? redactQuery(part, rules) : redactText(part, rules));
  return isCut ? redactAndCut(text, text.length + CUT_MARK.length, redact, true) : redact(text);
}

/** Redacts a line of a log, which may be JSON. */
export function redactLine(text: string, rules: RedactRules): string {
  const last = text.charCodeAt(text.length - 1);
  const json = (last === 125 || last === 93) && opensJson(text) ? redactJson(text, rules) : null;
  return json ?? redactText(text, rules);
}

/** Redacts lines that are JSON each, or any other text. */
function redactLines(text: string, rules: RedactRules): string {
  const lines = text.split('\n');
  const isJson = lines.every((line) => line.trim() === '' || opensJson(line));
  const redacted =
    isJson && lines.length > 1
      ? lines.map((line) => (line.trim() === '' ? line : redactJson(line, rules)))
      : [null];
  return redacted.includes(null) ? redactOpen(text, (part) => redactText(part, rules)) : redacted.join('\n');
}

/** Redacts a named value, such as a note. */
export function redactField(key: string, text: string, rules: RedactRules): string {
  if (rules.isAllowed(key)) return redactText(text, KNOWN_FORMATS_ONLY);
  if (text !== '' && (rules.strict || isSecretValue(key, text, rules))) return REDACTED;
  return (opensJson(text) ? redactJson(text, rules) : null) ?? redactText(text, rules);
}

/** Redacts the message of an error. Some libraries, such as Zod, write a list of errors as JSON. */
export function redactErrorText(text: string, rules: RedactRules): string {
  const [, title = '', json = ''] = JSON_TEXT.exec(text) ?? [];
  if (json === '') return redactText(redactCutWord(text), rules);
  const isCut = text.endsWith(CUT_MARK);
  return title + redactBody(isCut ? json.slice(0, -CUT_MARK.length) : json, 'text', isCut, rules);
}

/** Redacts the fields of an error, which are JSON. */
export function redactErrorFields(json: string, rules: RedactRules): string {
  return redactJson(json, rules) ?? JSON.stringify(REDACTED);
}
