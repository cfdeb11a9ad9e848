/** Between two words: after small letters or digits before a capital, and before the last capital of several. */
const CAMEL_CASE = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/u;
const TRAILING_DIGITS = /(?<=\D)\d+$/;
const IS_LOWER = /^[a-z]+$/;
/** Operators of a query: `password[$gt]`. */
const OPERATOR = /(?<=[[.])\$\w+/g;
const ASCII = /^[\0-\x7F]*$/;

/** The words of a name, in lower case: `user[newPassword2]` has `user`, `new` and `password`. */
export function wordsOf(name: string): string[] {
  if (IS_LOWER.test(name)) return [name];
  return (ASCII.test(name) ? name : name.normalize('NFC'))
    .replace(OPERATOR, '')
    .replace(CAMEL_CASE, ' ')
    .toLowerCase()
    .split(SEPARATORS)
    .filter((word) => word !== '')
    .map((word) => word.replace(TRAILING_DIGITS, ''));
}
