import { decodeText } from '../text/decode.ts';
import { AMBIGUOUS, NAMES } from './names.ts';

const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Ids of MongoDB, and ULIDs. */
const ID = /^(?:[0-9a-f]{24}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/;
const NUMBER = /^[+-]?[\d.,:/TZ -]+$/;
/** What separates the words of slugs, paths, codes and sentences. */
const SEPARATORS = /[\s._:/|@&'’"()#<>*,+=%-]+/;
const WORD =
  /^(?:\p{Lu}{1,20}|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{2,40}(?:\p{Lu}[\p{Ll}\p{Lo}\p{M}]{2,40})*|\p{L})?\d{0,8}$/u;
/** A value is judged by its start. */
const MAX_JUDGED = 1000;
const MIN_MIXED = 16;
const MIN_RANDOM = 20;
const RANDOM = /^[\w~+/=-]+$/;
/** Longer than those that libraries make. */
const MIN_ID = 27;
const ENDS_WITH_ID = /id$/i;
const HEX = /^[0-9a-f]+$/i;

const KEY = /key\W*$/i;

/** Whether a name that may be that of a secret has a value that looks like one. A key may be one, or the name of a field. */
export function isLikelySecret(verdict: number, name: string, value: string): boolean {
  return (verdict === AMBIGUOUS || (verdict === NAMES && KEY.test(name))) && looksSecret(value, name);
}

/** Whether a value looks like a secret: long, and neither words, a number, nor an id. Those of ids are long too. */
function looksSecret(encoded: string, name: string): boolean {
  const value = encoded.includes('%') ? decodeText(encoded) : encoded;
  if (ENDS_WITH_ID.test(name) && (value.length < MIN_ID || HEX.test(value) || classesOf(value) < 3))
    return false;
  if (value.length < MIN_MIXED || UUID.test(value) || ID.test(value) || NUMBER.test(value)) return false;
  if (
    value
      .slice(0, MAX_JUDGED)
      .split(SEPARATORS)
      .every((word) => WORD.test(word))
  )
    return false;
  if (value.length >= MIN_RANDOM && (HEX.test(value) || RANDOM.test(value))) return true;
  return classesOf(value) >= 3;
}

function classesOf(value: string): number {
  return (
    Number(/[a-z]/.test(value)) +
    Number(/[A-Z]/.test(value)) +
    Number(/\d/.test(value)) +
    Number(/[^\w\s]/.test(value))
  );
}
