import { isAt, QUOTE, type Source } from './characters.ts';

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
const ITEM = '(\\\\*["\'`])([A-Za-z][A-Za-z_-]{0,39})\\1';
/** At most 32 names, all in the same kind of quotes. */
const LIST = new RegExp(
  `\\[\\s{0,9}${ITEM}(?:\\s{0,9},\\s{0,9}\\1[A-Za-z][A-Za-z_-]{0,39}\\1){1,31},?\\s{0,9}\\]`,
  'y',
);
const NAME = /[A-Za-z][A-Za-z_-]*/g;
/** How far before a name its list may start. */
const MAX_DISTANCE = 400;
const BETWEEN = /[\w\s"'`\\,-]/;

/** Whether the text is a list of different names of fields, such as `['password', 'email']`, and not of values. */
export function isNameList(list: string): boolean {
  LIST.lastIndex = 0;
  if (!LIST.test(list) || LIST.lastIndex !== list.length) return false;
  const names = list.match(NAME) ?? [];
  return new Set(names).size === names.length && names.every(isFieldName);
}

/** `passwordConfirmation`, `first_name`. A password that contains such a word, such as `mypassword`, is none. */
function isFieldName(name: string): boolean {
  const words = name.split(/[_-]|(?<=[a-z])(?=[A-Z])/);
  return words.every((word) => FIELD_WORDS.has(word.toLowerCase()));
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
    while (start > limit && text[start] !== '[' && isBetween(source, start)) start--;
    if (text[start] !== '[') return false;
    LIST.lastIndex = start;
    if (!LIST.test(text)) return false;
    const end = LIST.lastIndex;
    if (!isNameList(text.slice(start, end))) return false;
    this.#end = end;
    return true;
  }
}

function isBetween(source: Source, at: number): boolean {
  return isAt(source, at, QUOTE) || BETWEEN.test(source.text[at] ?? '');
}
