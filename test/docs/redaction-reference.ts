import {
  ABOUT,
  AMBIGUOUS_ALONE,
  AMBIGUOUS_ENDINGS,
  COUNTED_WORDS,
  SECRET_ALONE,
  SECRET_ENDINGS,
  SECRET_SEQUENCES,
  SECRET_WORDS,
} from '../../src/redact/names/name-table.ts';
import { FORMATS } from '../../src/redact/text/formats.ts';

const list = (names: readonly string[]) => [...new Set(names)].map((name) => `\`${name}\``).join(', ');

/** What names and forms of values are those of secrets. */
export function redactionReference(): string {
  const formats = [...new Set(FORMATS.map(({ name }) => name))];
  return [
    `- A name with one of these words: ${list(SECRET_WORDS)}. A name that is ${list(SECRET_ALONE)}.`,
    `- A name with these words in this order, also written as one word (\`apikey\`): ${list(SECRET_SEQUENCES)}.`,
    `- A word that ends with ${list(SECRET_ENDINGS)}.`,
    `- ${list(COUNTED_WORDS)}, unless the value is a number.`,
    `- A name that ends with ${list(AMBIGUOUS_ENDINGS)}, or is ${list(AMBIGUOUS_ALONE)}, if the value looks like a secret: 16 characters of mixed kinds or more, or 20 that look random. Words, numbers, short codes and UUIDs are kept, and so are most ids. In a request or answer of OAuth, a \`code\` and a \`state\` are hidden if one of them has 8 characters or more and is not made of words: \`code=SPRING24&state=CA\` is kept.`,
    `- The same if one of these words follows that of a secret, as in \`tokenType\`: ${list(ABOUT)}.`,
    `- Values with these forms: ${formats.join(', ')}, user and password of a URL, card numbers.`,
    '',
  ].join('\n');
}
