import { type ClassifyPart, memoizeParts } from '../remember.ts';
import { decodeText } from '../text/decode.ts';
import {
  ABOUT,
  AMBIGUOUS_ALONE,
  AMBIGUOUS_ENDINGS,
  COUNTED_WORDS,
  MESSAGE_KEYS,
  NAME_KEYS,
  SECRET_ALONE,
  SECRET_ENDINGS,
  SECRET_SEQUENCES,
  SECRET_WORDS,
  STATEMENT_VALUE_KEYS,
  VALUE_KEYS,
} from './name-table.ts';

/** What a name says about its value. */
export const PLAIN = 0;
/** The value is a secret if it looks like one. */
export const AMBIGUOUS = 1;
export const SECRET = 2;
/** The value is a name. */
export const NAMES = 3;
/** The value belongs to a name next to it. */
export const VALUE = 4;
/** The value is a list of parameters of a statement. */
export const STATEMENT_VALUES = 5;
/** The value is a secret unless it is a number. */
export const COUNTED = 6;
/** The value is a message that may repeat a secret. */
export const MESSAGE = 7;

export type Verdict = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export interface Names {
  /** The verdict on a name, which may be a part of a text. */
  readonly judge: ClassifyPart;
  isSecret(name: string): boolean;
  isAllowed(name: string): boolean;
}

const LONGEST_SEQUENCE = 4;
const ENDING = new RegExp(`(?:${SECRET_ENDINGS.join('|')})$`);
const WORDS = new Set(SECRET_WORDS);
const SEQUENCES = new Set(SECRET_SEQUENCES);
const JOINED = new Set(SECRET_SEQUENCES.map((sequence) => sequence.replaceAll(' ', '')));
const ABOUT_WORDS = new Set(ABOUT);
const COUNTED_SET = new Set(COUNTED_WORDS);
const ENDS_AMBIGUOUS = new Set(AMBIGUOUS_ENDINGS);
const PLURAL = /(?<=[a-z]{2})(?<!sse)s$/;
const MAX_NAME = 128;

/** Names that decide about the fields beside them. */
const ROLES = new Map<string, Verdict>([
  ...NAME_KEYS.map((key) => [key, NAMES] as const),
  ...VALUE_KEYS.map((key) => [key, VALUE] as const),
]);
const SPECIAL = new Map<string, Verdict>([
  ...STATEMENT_VALUE_KEYS.map((key) => [key, STATEMENT_VALUES] as const),
  ...MESSAGE_KEYS.map((key) => [key, MESSAGE] as const),
]);

/** @param add patterns of words that are secrets too; @param allow those that are not */
export function createNames(add: readonly string[], allow: readonly string[]): Names {
  const added = add.map(toPattern);
  const allowed = allow.map(toPattern);
  const matches = (patterns: readonly RegExp[], words: readonly string[]) =>
    patterns.length > 0 && patterns.some((pattern) => pattern.test(` ${words.join(' ')} `));

  function judge(name: string): Verdict {
    const words = wordsOf(decodeText(name.slice(-MAX_NAME)));
    if (matches(allowed, words)) return PLAIN;
    if (matches(added, words)) return SECRET;
    return judgeWords(words);
  }
  const remembered = memoizeParts(judge);
  return {
    judge: remembered,
    isSecret: (name) => [SECRET, COUNTED].includes(remembered(name)),
    isAllowed: (name) => allowed.length > 0 && matches(allowed, wordsOf(decodeText(name))),
  };
}

/** Matches the words of a pattern, one after the other, anywhere in a name. `*` at the end matches any ending. */
function toPattern(text: string): RegExp {
  const words = wordsOf(text);
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[ ]?');
  return new RegExp(` ${escaped}${text.endsWith('*') ? '\\S*' : ''} `, 'u');
}

function judgeWords(words: readonly string[]): Verdict {
  const [only] = words;
  const last = words.at(-1);
  if (only === undefined || last === undefined) return PLAIN;
  const joined = words.join('');
  if (WORDS.has(joined) || JOINED.has(joined)) return SECRET;
  const end = secretEnd(words);
  if (end === words.length || (words.length === 1 && SECRET_ALONE.includes(only))) return SECRET;
  if (end > 0) return ABOUT_WORDS.has(words[end] ?? '') || ABOUT_WORDS.has(last) ? AMBIGUOUS : SECRET;
  if (words.some((word) => COUNTED_SET.has(word))) return COUNTED;
  const role = ROLES.get(last) ?? (words.length === 1 ? SPECIAL.get(only) : undefined);
  if (role !== undefined) return role;
  return ENDS_AMBIGUOUS.has(last) || (words.length === 1 && AMBIGUOUS_ALONE.includes(only))
    ? AMBIGUOUS
    : PLAIN;
}

/** The index after the last word that names a secret; 0 if there is none. */
function secretEnd(words: readonly string[]): number {
  for (let end = words.length; end > 0; end--) {
    const word = words[end - 1] ?? '';
    if (COUNTED_SET.has(word)) continue;
    const one = word.replace(PLURAL, '');
    if (WORDS.has(word) || WORDS.has(one) || JOINED.has(one) || ENDING.test(one)) return end;
    for (let length = 2; length <= LONGEST_SEQUENCE && length <= end; length++)
      if (SEQUENCES.has([...words.slice(end - length, end - 1), one].join(' '))) return end;
  }
  return 0;
}

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
