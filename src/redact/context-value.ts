import { DASH, isAt, isCharacter, type Source } from './characters.ts';
import { optionValue } from './command-options.ts';
import type { RedactRules } from './rules.ts';
import { type Range, specialValue } from './special-values.ts';
import { elementValue } from './xml.ts';

const [COLON, LESS, BACKSLASH] = [58, 60, 92];

/** The range of a value that is secret because of the word at `at` and what is around it, or `null`. */
export function contextValue(source: Source, at: number, end: number, rules: RedactRules): Range | null {
  const { text } = source;
  const before = text.charCodeAt(at - 1);
  const special = specialValue(source, before === BACKSLASH ? at + 1 : at, end, rules);
  if (special) return special;
  if (isAt(source, at, DASH)) return optionValue(source, at, end);
  if (before !== LESS && before !== COLON) return null;
  const isElement = isCharacter(text, end, '>') || isCharacter(text, end, ' ');
  return isElement && rules.isSecret(text, at, end) ? elementValue(text, at, end) : null;
}
