import { decodeText } from './decode.ts';

/** Parts of a path before a segment that may be a secret. */
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
/** Longer segments are certainly not names. */
const MAX_SEGMENT_LENGTH = 80;

/** Whether a secret may follow in the path. */
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

/** Digits before letters, as no name has them. */
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
