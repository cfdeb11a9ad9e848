import { BACKSLASH, BREAK, isAt, QUOTE, type Source, skip, WORD } from './characters.ts';

/** Words that names of fields are made of. */
const FIELD_WORDS = new Set(
  `access account active address admin age amount api app auth authorization avatar bearer birth body birthday category city
  client code comment company confirm confirmation confirmed consumer content cookie cookies count country created credential
  credentials csrf currency current customer date deleted description device display email enabled error event expires field
  fields file first full gender group hash header headers id image index ip item jwt key keys label language last level link
  locale login logo mail me message method middle mobile name new nick nickname number old order otp owner page parent
  passphrase passwd password path payload phone photo picture pin postal price private product profile provider proxy public
  quantity query refresh region remember repeat request reset response role roles salt scope secret session set sex sid sign
  signature size slug sso state status street subject surname tag tags tax telephone text time timezone title token tokens
  total type updated url user username users uuid verified version x xsrf zip`.split(/\s+/),
);
const MAX_NAMES = 32;
/** How far before a name its list may start. */
const MAX_DISTANCE = 400;
const BETWEEN = QUOTE | WORD | BREAK | BACKSLASH;

/**
 * The end of the list of different names of fields that starts here, such as `['password', 'email']`, or -1 if the list
 * has anything else. All names are in the same quotes.
 */
export function nameListEnd(source: Source, from: number): number {
  const { text } = source;
  const names: string[] = [];
  let at = skip(source, from + 1, BREAK);
  const quote = text.slice(at, skip(source, at, BACKSLASH) + 1);
  if (text[from] !== '[' || !isAt(source, at + quote.length - 1, QUOTE)) return -1;
  while (names.length < MAX_NAMES && text.startsWith(quote, at)) {
    const start = at + quote.length;
    const end = skip(source, start, WORD);
    const name = text.slice(start, end);
    if (names.includes(name) || !isFieldName(name) || !text.startsWith(quote, end)) return -1;
    names.push(name);
    at = skip(source, end + quote.length, BREAK);
    if (text[at] === ']') return at + 1;
    if (text[at] !== ',') return -1;
    at = skip(source, at + 1, BREAK);
  }
  return -1;
}

/** `passwordConfirmation`, `first_name`. A password that contains such a word, such as `mypassword`, is none. */
export function isFieldName(name: string): boolean {
  return name.split(/[_-]|(?<=[a-z])(?=[A-Z])/).every((word) => FIELD_WORDS.has(word.toLowerCase()));
}

/** Finds the lists of names in a text, from its start to its end. Reads no part of it more than twice. */
export class NameLists {
  #searched = 0;
  /** The end of the last list of names. */
  #end = 0;

  /** Whether the quoted word that starts here is an item of a list of names. The words are asked for in their order. */
  contains(source: Source, at: number): boolean {
    if (at < this.#end) return true;
    const { text } = source;
    const limit = Math.max(this.#searched, at - MAX_DISTANCE);
    this.#searched = at;
    let start = at - 1;
    while (start > limit && (isAt(source, start, BETWEEN) || text[start] === ',')) start--;
    this.#end = Math.max(0, nameListEnd(source, start));
    return this.#end > 0;
  }
}
