import { because, type Found } from './found.ts';

/** Shorter values, and plain words, are in texts by chance. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 200;
const WORD = /^[A-Z]?[a-z]+$/;
const AROUND = /^[\s"'`\\]+|[\s"'`\\,;]+$/g;
/** Values that are looked for: a client could send any number. */
const MAX_VALUES = 20;

/** Finds what was found once in the rest of the text too: `value: X, message: "X is too long"`. */
export function findRepeats(text: string, found: Found[]): void {
  const values = new Set<string>();
  for (const { from, to } of found.slice(0, MAX_VALUES))
    if (to - from <= MAX_LENGTH) values.add(text.slice(from, to).replace(AROUND, ''));
  for (const value of values) {
    if (value.length < MIN_LENGTH || WORD.test(value)) continue;
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
      found.push(because(at, at + value.length, 'repeats a secret'));
  }
}
