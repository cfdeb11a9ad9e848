import { REDACTED } from '../redacted.ts';
import type { RedactRules } from '../rules.ts';
import { stripAnsi } from './ansi.ts';
import { findSecrets } from './find-secrets.ts';
import { hideFound } from './found.ts';

/** Redacts free text. If it fails, the whole text is redacted. */
export function redactText(text: string, rules: RedactRules): string {
  try {
    const plain = stripAnsi(text);
    return hideFound(plain, findSecrets(plain, rules), rules);
  } catch {
    return REDACTED;
  }
}
