import { matchesPattern, type Pattern } from '../../../search/pattern.ts';

/** Tests texts, one at a time or many that are joined by newlines. */
export interface TextTest {
  readonly isMatch: (text: string) => boolean;
  /** Finds the places in joined texts where one may match. `null` if each text must be tested. */
  readonly places: RegExp | null;
}

/** An expression finds these in either case, many times faster than a comparison of each text. */
const ASCII = /^[ -~]*$/;

/** Whether a text matches one of the patterns. */
export function patternTest(patterns: readonly Pattern[]): TextTest {
  const tests = patterns.map(testOf);
  const [first] = tests;
  const parts = patterns.map(longestPart);
  return {
    isMatch: first && tests.length === 1 ? first : (text) => tests.some((test) => test(text)),
    places: parts.every((part) => part !== '' && ASCII.test(part)) ? placesOf(parts) : null,
  };
}

function testOf(pattern: Pattern): (text: string) => boolean {
  const [part = '', ...others] = pattern.parts;
  const isWhole = pattern.match === 'whole' && others.length === 0;
  if ((pattern.match !== 'contains' && !isWhole) || !ASCII.test(part))
    return (text) => matchesPattern(pattern, text);
  const expression = new RegExp(escaped(part), 'i');
  // Lower case does not change the length.
  return isWhole
    ? (text) => text.length === part.length && expression.test(text)
    : (text) => expression.test(text);
}

/** Whether a text is one of these. */
export function equalityTest(texts: readonly string[]): TextTest {
  const known = new Set(texts);
  const isPlain = texts.every((text) => text !== '' && ASCII.test(text));
  return { isMatch: (text) => known.has(text), places: isPlain ? placesOf(texts) : null };
}

function longestPart({ parts }: Pattern): string {
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

function placesOf(texts: readonly string[]): RegExp {
  return new RegExp(texts.map(escaped).join('|'), 'gi');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
