import { REDACTED } from './redacted.ts';
import { applyReplacements, type Replacement } from './replacements.ts';
import type { RedactRules } from './rules.ts';

/** Attributes that name a field, and those with its value. */
const NAME = /^(?:id|property|itemprop)$/i;
const VALUE = /^(?:value|content|placeholder|data-value)$/i;
const TAG_START = /<[a-z][a-z0-9-]*/iy;
const ATTRIBUTE =
  /[\s/]*([^\s"'<>/=]{1,100})(?:\s{0,20}=\s{0,20}(?:"([^"]*)("?)|'([^']*)('?)|([^\s"'<>]+)))?/y;
const ANGLE = /[<>]/g;
const TAG_END = /[\s/]*>/y;
/** The most attributes of a tag that are read. */
const MAX_ATTRIBUTES = 50;

/**
 * Redacts the values of fields whose names are those of secrets: `<input name="csrf" value="…">`, `<meta name="csrf-token"
 * content="…">`, `<textarea name="secret">…</textarea>`. `isCut` means that the end of the text is missing.
 */
export function redactHtmlFields(text: string, isCut: boolean, rules: RedactRules): string {
  const replacements: Replacement[] = [];
  for (let at = text.indexOf('<'); at >= 0; ) {
    TAG_START.lastIndex = at;
    const [start] = TAG_START.exec(text) ?? [];
    const end = start === undefined ? at + 1 : redactTag(text, at + start.length, isCut, rules, replacements);
    at = text.indexOf('<', end);
  }
  return applyReplacements(text, replacements);
}

/** Returns where the attributes of the tag end. */
function redactTag(
  text: string,
  from: number,
  isCut: boolean,
  rules: RedactRules,
  replacements: Replacement[],
): number {
  const values: Replacement[] = [];
  let isSecret = false;
  let isContentSecret = false;
  let at = from;
  for (let n = 0; n < MAX_ATTRIBUTES; n++) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (!match) break;
    at = ATTRIBUTE.lastIndex;
    const [, name = '', double, doubleEnd = '', single, singleEnd = '', bare] = match;
    const value = double ?? single ?? bare ?? '';
    const to = at - doubleEnd.length - singleEnd.length;
    if (NAME.test(name)) isSecret ||= rules.isSecret(value);
    if (name.toLowerCase() === 'name') isContentSecret ||= rules.isSecret(value);
    if (VALUE.test(name) && value !== '') values.push({ from: to - value.length, to, by: REDACTED });
  }
  // The rest of the tag may have named it.
  ANGLE.lastIndex = at;
  const isOpen = isCut && !ANGLE.test(text);
  if (isSecret || isContentSecret || isOpen) replacements.push(...values);
  TAG_END.lastIndex = at;
  if (isContentSecret && TAG_END.test(text)) {
    const start = TAG_END.lastIndex;
    const found = text.indexOf('<', start);
    const end = found < 0 ? text.length : found;
    if (text.slice(start, end).trim() !== '') replacements.push({ from: start, to: end, by: REDACTED });
  }
  return at;
}
