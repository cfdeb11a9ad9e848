import { CUT_MARK } from '../format/cut-text.ts';
import { redactHtmlFields } from './html-fields.ts';
import { opensJson, redactJson } from './json.ts';
import { redactAndCut } from './redact-and-cut.ts';
import { REDACTED } from './redacted.ts';
import type { RedactRules } from './rules.ts';
import { redactText } from './text.ts';
import { redactQuery } from './url.ts';

export type BodyKind = 'json' | 'form' | 'text';

const ESCAPED = /\\u00[2-7]/;
const ELEMENT = /<([A-Za-z][\w:.-]{0,63})/g;
/** How many elements that are still open are looked for. */
const MAX_OPEN = 50;

/** Redacts a body. If it looks like JSON, it is read as JSON, whatever its type says: clients often send the wrong type. */
export function redactBody(text: string, kind: BodyKind, isCut: boolean, rules: RedactRules): string {
  try {
    const json = kind === 'json' || opensJson(text) ? redactJson(text, isCut, rules) : null;
    if (json !== null) return json;
    // Text is not searched for all that JSON can hide in escapes.
    if (opensJson(text) && ESCAPED.test(text)) return REDACTED;
    if (kind === 'form' && !opensJson(text))
      return redactPart(text, isCut, (part) => redactQuery(part, rules));
    const closing = isCut ? closingTags(text, rules) : '';
    return redactPart(redactHtmlFields(text, isCut, rules), isCut, (part) =>
      withoutEnd(redactText(part + closing, rules), closing),
    );
  } catch {
    return REDACTED;
  }
}

function redactPart(text: string, isCut: boolean, redact: (part: string) => string): string {
  return isCut ? redactAndCut(text, text.length + CUT_MARK.length, redact, true) : redact(text);
}

/** The end tags that were cut off of elements with the name of a secret: without them, their content would not be redacted. */
function closingTags(text: string, rules: RedactRules): string {
  const open = new Set<string>();
  for (const [, name = ''] of text.matchAll(ELEMENT)) {
    if (open.size < MAX_OPEN && rules.isSecret(name)) open.add(name);
  }
  return [...open]
    .filter((name) => text.lastIndexOf(`<${name}`) > text.lastIndexOf(`</${name}`))
    .map((name) => `</${name}>`)
    .join('');
}

function withoutEnd(text: string, end: string): string {
  return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;
}
