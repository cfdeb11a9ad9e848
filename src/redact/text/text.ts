import { REDACTED, type RedactRules } from '../rules.ts';
import { findSecrets } from './find-secrets.ts';
import { hideFound } from './found.ts';

const ESC = '\u001b';
/** The escape sequences of terminals, also as they are written in JSON and in inspected objects. */
const SEQUENCES = new RegExp(
  String.raw`${ESC}(?:\[[0-?]*[ -/]*[@-~]?)?|(?<!\\)\\+(?:x1b|u001b)\[[\d;]*[a-z]`,
  'gi',
);
const ESCAPE = new RegExp(`${ESC}|x1b|u001b`, 'i');

/** Redacts free text. If it fails, the whole text is redacted. */
export function redactText(text: string, rules: RedactRules): string {
  try {
    const plain = stripAnsi(text);
    return hideFound(plain, findSecrets(plain, rules), rules);
  } catch {
    return REDACTED;
  }
}

/** Removes the escape sequences of terminals, which may split a name from its value. */
export function stripAnsi(text: string): string {
  return ESCAPE.test(text) ? text.replace(SEQUENCES, '') : text;
}
