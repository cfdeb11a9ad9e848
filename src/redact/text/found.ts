import { REDACTED, type RedactRules } from '../rules.ts';

/** A part of a text and what replaces it. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** A secret in a text, and why it is one. */
export interface Found extends Replacement {
  readonly why: string;
  readonly name: string;
}

export const LOOKS_SECRET = 'looks like a secret, and is named ';
const FORMAT = 'format: ';
/** The text around secrets in these formats shows what they are. */
const CLEAR = new Set(['Bearer', 'Basic', 'OAuth', 'user and password']);
const MAX_FOUND = 1000;
const MAX_NAME = 64;
/** A name has no blanks. Other text may contain the secret itself. */
const NAME = /^[\p{L}\p{N}_$.[\]-]*$/u;
const AROUND = /^[\s"'`[({./-]+|[\s"'`\])}./-]+$/g;

export function byName(from: number, to: number, name: string): Found {
  return { from, to, by: REDACTED, why: 'name: ', name };
}

/** A value with an ambiguous name that looks like a secret. */
export function byLook(from: number, to: number, name: string): Found {
  return { from, to, by: REDACTED, why: LOOKS_SECRET, name };
}

/** `***JWT***`: the reader sees what was there. */
export function byFormat(from: number, to: number, format: string): Found {
  const isClear = CLEAR.has(format);
  return {
    from,
    to,
    by: isClear ? REDACTED : `${REDACTED}${format.replace(' ', '-')}${REDACTED}`,
    why: FORMAT,
    name: format,
  };
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

/** Replaces what was found, in any order, and passes on the reasons if the rules have a listener. */
export function hideFound(text: string, all: Found[], { explain, isAgain = false }: RedactRules): string {
  const found = isAgain ? all.filter(({ from }) => !text.startsWith(REDACTED, from)) : all;
  if (found.length === 0) return text;
  if (found.length > 1) found.sort((a, b) => a.from - b.from || b.to - a.to);
  return applyReplacements(text, found, explain && ((one) => explain(reasonOf(one))));
}

/** Applies replacements in the order of the text. Where they overlap, the first one counts for both. */
export function applyReplacements<Kind extends Replacement>(
  text: string,
  replacements: readonly Kind[],
  onReplaced?: (replacement: Kind) => void,
): string {
  const parts: string[] = [];
  let copied = 0;
  for (const next of replacements) {
    if (next.to <= copied) continue;
    if (next.from >= copied) {
      parts.push(text.slice(copied, next.from), next.by);
      onReplaced?.(next);
    }
    copied = next.to;
  }
  parts.push(text.slice(copied));
  // JSON takes twice the time for a text that was put together with `+`.
  return parts.join('');
}
