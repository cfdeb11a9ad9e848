/** Long enough for a short name and value. */
const WORD = /(?<![\w+/-])[\w+/-]{24,}={0,2}/g;
const PRINTABLE = /^[\t\n\r -~]+$/;

/** Finds words that are the base64 of a text with a secret. */
export function findBase64(
  text: string,
  hasSecret: (plain: string) => boolean,
  add: (from: number, to: number) => void,
): void {
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const plain = Buffer.from(word, 'base64').toString('latin1');
    if (PRINTABLE.test(plain) && hasSecret(plain)) add(index, index + word.length);
  }
}
