import { decodeText } from '../text/decode.ts';
import { AMBIGUOUS, COUNTED, NAMES, type Names, SECRET } from './names.ts';

const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Ids of MongoDB, and ULIDs. */
const ID = /^(?:[0-9a-f]{24}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/;
const NUMBER = /^[+-]?[\d.,:/TZ -]+$/;
/** Between the words of slugs, paths, codes and sentences. */
const SEPARATORS = /[\s._:/|@&'’"()#<>*,+=%-]+/;
const WORD =
  /^(?:(?:\p{Lu}{1,20}|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{2,40}(?:\p{Lu}[\p{Ll}\p{Lo}\p{M}]{2,40})*|\p{L})?\d{0,13}|\d{1,4}(?:\p{Lu}{1,20}|\p{Ll}{1,20})|\p{Lu}{1,4}\d{1,13}\p{Lu})$/u;
/** A value is judged by its start. */
const MAX_JUDGED = 1000;
const MIN_MIXED = 16;
const MIN_RANDOM = 20;
const RANDOM = /^[\w~+/=-]+$/;
/** Ids that libraries generate are shorter. */
const MIN_ID = 27;
const ENDS_WITH_ID = /id$/i;
const HEX = /^[0-9a-f]+$/i;

/** Ids with a prefix, as Stripe has them: `evt_1NG8Du2eZvKYlo2C`. The prefix of some says that they are secrets. */
const PREFIXED_ID = /^(?!tok|sess|key|sec|pat|[rs]k)[a-z]{2,6}_[A-Za-z0-9]+$/;
const KEY = /key\W*$/i;
/** Values that are never secrets, whatever their name. */
const LITERAL =
  /^(?:true|false|null|undefined|none|nil|yes|no|on|off|nan|enabled|disabled|required|optional|\[\]|\{\}|\(\)|""|''|\*+)$/i;
const COUNT = /^-?[\d.,_]{1,12}$/;
/** Codes and states of OAuth are at least this long. */
const MIN_OAUTH = 8;

/** Whether a value cannot be a secret, whatever its name. */
export function isHarmless(verdict: number, value: string): boolean {
  return value === '' || LITERAL.test(value) || (verdict === COUNTED && COUNT.test(value));
}

/** Whether the name of a value, or its look, makes it a secret. */
export function isSecretValue(name: string, value: string, { judge }: Pick<Names, 'judge'>): boolean {
  const verdict = judge(name);
  if (verdict === SECRET || verdict === COUNTED) return !isHarmless(verdict, value);
  return isLikelySecret(verdict, name, value);
}

/** Whether a code or a state of OAuth is a secret. `state=California` is not. */
export function isOAuthSecret(value: string): boolean {
  return value.length >= MIN_OAUTH && !isWords(value);
}

/** Whether the value of an ambiguous name looks like a secret. A `key` may be one, or the name of a field. */
export function isLikelySecret(verdict: number, name: string, value: string): boolean {
  return (verdict === AMBIGUOUS || (verdict === NAMES && KEY.test(name))) && looksSecret(value, name);
}

/** Whether a value looks like a secret: long, and neither words, a number nor an id. */
function looksSecret(encoded: string, name: string): boolean {
  const value = encoded.includes('%') ? decodeText(encoded) : encoded;
  const isId = value.length < MIN_ID || HEX.test(value) || PREFIXED_ID.test(value) || classesOf(value) < 3;
  if (isId && ENDS_WITH_ID.test(name)) return false;
  if (value.length < MIN_MIXED || UUID.test(value) || ID.test(value) || NUMBER.test(value)) return false;
  if (isWords(value)) return false;
  if (value.length >= MIN_RANDOM && (HEX.test(value) || RANDOM.test(value))) return true;
  return classesOf(value) >= 3;
}

function isWords(value: string): boolean {
  return value
    .slice(0, MAX_JUDGED)
    .split(SEPARATORS)
    .every((word) => WORD.test(word));
}

function classesOf(value: string): number {
  return (
    Number(/[a-z]/.test(value)) +
    Number(/[A-Z]/.test(value)) +
    Number(/\d/.test(value)) +
    Number(/[^\w\s]/.test(value))
  );
}

/** Segments of a path that a secret may follow. */
const BEFORE_SECRET = /reset|invit|confirm|verif|magic|share|unsubscribe|token|password|activat|callback/i;
const LOWERCASE = /^[a-z]*$/;
const MIN_DIGITS = 6;
const MIN_SHORT_LENGTH = 5;
const MIN_LENGTH = 8;
const MAX_WORD_LENGTH = 20;
/** Dates and numbers in a name are shorter. */
const MAX_TRAILING_DIGITS = 4;
const MAX_NUMBER_DIGITS = 8;
const ISBN = /^97[89]\d{10}$/;
const CONSONANTS = /[b-df-hj-np-tv-xz]{5}/i;
const MIXED_CASE = /[a-z].*[A-Z]|[A-Z].*[A-Z].*[a-z]/;
const CAMEL_CASE = /^(?:[A-Z]*|[a-z]+|[A-Z][a-z])(?:[A-Z][a-z]{2,})*[A-Z]{0,3}\d*$/;
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th|d|x|px|gb|mb)$/i;
/** No name is longer. */
const MAX_SEGMENT_LENGTH = 80;

/** Whether a secret may follow this part of a path. */
export function precedesSecret(path: string): boolean {
  return BEFORE_SECRET.test(path);
}

/** Whether a path segment looks like a token and not like a name: `9f8a7b6c`, but not `holiday-photos-2024`. */
export function looksRandom(segment: string): boolean {
  if (segment.length > MAX_SEGMENT_LENGTH) return true;
  // Most segments are words.
  if (LOWERCASE.test(segment)) return segment.length >= MIN_LENGTH && isUnpronounceable(segment);
  // A pattern such as `:token` or `{token}`.
  if (/[:{*(]/.test(segment)) return false;
  const plain = decodeText(segment);
  if (/^\d+$/.test(plain)) return plain.length >= MIN_DIGITS && !ISBN.test(plain);
  const words = plain.split(/[^\p{L}\p{N}]+/u);
  if (plain.length < MIN_LENGTH) return plain.length >= MIN_SHORT_LENGTH && words.some(isMixed);
  if (words.some((word) => isMixed(word) || isUnpronounceable(word) || isNumbered(word))) return true;
  // `holiday-photos` has one case in each word, `myDocument` has no separators.
  const isSlug = /[-_]/.test(plain);
  return words.some((word) => MIXED_CASE.test(word) && (isSlug || !CAMEL_CASE.test(word)));
}

/** Whether a sentence has a word that looks random. */
export function hasRandomWord(text: string): boolean {
  return text.split(/[\s"'`(){}[\]:*,;]+/).some((word) => word.length >= MIN_LENGTH && looksRandom(word));
}

/** Whether a word has digits before letters, as in no name. */
function isMixed(word: string): boolean {
  return (
    /\d[a-z]/i.test(word) && !ORDINAL.test(word) && (word.length > 3 || /[a-z]\d[a-z]|\d[a-z]\d/i.test(word))
  );
}

function isUnpronounceable(word: string): boolean {
  return word.length > MAX_WORD_LENGTH || CONSONANTS.test(word);
}

function isNumbered(word: string): boolean {
  const digits = ISBN.test(word) ? 0 : word.length - word.replace(/\d+$/, '').length;
  return digits > (digits === word.length ? MAX_NUMBER_DIGITS : MAX_TRAILING_DIGITS);
}
