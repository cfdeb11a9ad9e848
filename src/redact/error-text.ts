import { CUT_MARK } from '../format/cut-text.ts';
import { redactBody } from './body/body.ts';
import { redactJson } from './body/json.ts';
import { redactCutWord } from './redact-and-cut.ts';
import { REDACTED } from './redacted.ts';
import type { RedactRules } from './rules.ts';
import { redactText } from './text/text.ts';

/** JSON, perhaps after the name of an error. */
const JSON_TEXT = /^([\w$.]{1,100}: )?(\s*[[{][\s\S]*)$/;

/** Redacts the message of an error. That of some libraries, such as Zod, is a list of errors as JSON. */
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
