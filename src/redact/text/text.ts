import { REDACTED } from '../redacted.ts';
import type { RedactRules } from '../rules.ts';
import { stripAnsi } from './ansi.ts';
import { findSecrets } from './find-secrets.ts';
import { explainer } from './found.ts';
import { applyReplacements } from './replacements.ts';

/** Redacts free text. If it fails, the whole text is redacted. */
export function redactText(text: string, rules: RedactRules): string {
  try {
    const plain = stripAnsi(text);
    const found = findSecrets(plain, rules);
    return found.length === 0 ? plain : applyReplacements(plain, found, [], explainer(rules));
  } catch {
    return REDACTED;
  }
}
