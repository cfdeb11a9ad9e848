import { REDACTED } from '../redacted.ts';
import type { RedactRules } from '../rules.ts';
import type { Replacement } from './replacements.ts';

/** A secret in a text, and why it is one. */
export interface Found extends Replacement {
  readonly why: string;
  readonly name: string;
}

export const LOOKS_SECRET = 'looks like a secret, and is named ';
const FORMAT = 'format: ';
const MAX_FOUND = 1000;
const MAX_NAME = 64;
/** Without blanks: a longer text may contain the secret itself. */
const NAME = /^[\p{L}\p{N}_$.[\]-]*$/u;
const AROUND = /^[\s"'`[({./-]+|[\s"'`\])}./-]+$/g;

export function byName(from: number, to: number, name: string): Found {
  return { from, to, by: REDACTED, why: 'name: ', name };
}

/** For an ambiguous name. */
export function byLook(from: number, to: number, name: string): Found {
  return { from, to, by: REDACTED, why: LOOKS_SECRET, name };
}

export function byFormat(from: number, to: number, format: string): Found {
  return { from, to, by: REDACTED, why: FORMAT, name: format };
}

export function because(from: number, to: number, why: string): Found {
  return { from, to, by: REDACTED, why, name: '' };
}

/** After this many secrets, the rest of a text is hidden too: a client could send any number. */
export function hasTooMany(found: Found[], from: number, to: number): boolean {
  if (found.length <= MAX_FOUND) return false;
  found.push(because(from, to, 'too many secrets'));
  return true;
}

/** `name: token`, `format: JWT`, or another reason. */
export function reasonOf({ why, name }: Pick<Found, 'why' | 'name'>): string {
  const shown = name.replace(AROUND, '').slice(0, MAX_NAME);
  return why === FORMAT || NAME.test(shown) ? why + shown : 'name of a secret';
}

/** Passes on the reasons, if the rules have a listener. */
export function explainer({ explain }: RedactRules): ((found: Found) => void) | undefined {
  return explain && ((found) => explain(reasonOf(found)));
}
