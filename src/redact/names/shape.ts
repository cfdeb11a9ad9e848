import { decodeText } from '../text/decode.ts';
import { AMBIGUOUS, COUNTED, NAMES } from './names.ts';

const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Ids of MongoDB, and ULIDs. */
const ID = /^(?:[0-9a-f]{24}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/;
const NUMBER = /^[+-]?[\d.,:/TZ -]+$/;
/** What separates the words of slugs, paths, codes and sentences. */
const SEPARATORS = /[\s._:/|@&'’"()#<>*,+=%-]+/;
const WORD =
  /^(?:(?:\p{Lu}{1,20}|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{2,40}(?:\p{Lu}[\p{Ll}\p{Lo}\p{M}]{2,40})*|\p{L})?\d{0,13}|\d{1,4}(?:\p{Lu}{1,20}|\p{Ll}{1,20})|\p{Lu}{1,4}\d{1,13}\p{Lu})$/u;
/** A value is judged by its start. */
const MAX_JUDGED = 1000;
const MIN_MIXED = 16;
const MIN_RANDOM = 20;
const RANDOM = /^[\w~+/=-]+$/;
/** Longer than those that libraries make. */
const MIN_ID = 27;
const ENDS_WITH_ID = /id$/i;
const HEX = /^[0-9a-f]+$/i;

/** As those of Stripe: `evt_1NG8Du2eZvKYlo2C`. */
const PREFIXED_ID = /^[a-z]{2,6}_[A-Za-z0-9]+$/;
const KEY = /key\W*$/i;
/** What is not a secret, whatever its name. */
const LITERAL =
  /^(?:true|false|null|undefined|none|nil|yes|no|on|off|nan|enabled|disabled|required|optional|\[\]|\{\}|\(\)|""|''|\*+)$/i;
const COUNT = /^-?[\d.,_]{1,12}$/;
/** Shorter codes and states are those of OAuth nowhere. */
const MIN_OAUTH = 8;

/** Whether a value is no secret although its name is that of one. */
export function isHarmless(verdict: number, value: string): boolean {
  return value === '' || LITERAL.test(value) || (verdict === COUNTED && COUNT.test(value));
}

/** Whether the code or state of a request that seems to be one of OAuth is a secret. `state=California` is not. */
export function isOAuthSecret(value: string): boolean {
  return value.length >= MIN_OAUTH && !isWords(value);
}

/** Whether a name that may be that of a secret has a value that looks like one. A key may be one, or the name of a field. */
export function isLikelySecret(verdict: number, name: string, value: string): boolean {
  return (verdict === AMBIGUOUS || (verdict === NAMES && KEY.test(name))) && looksSecret(value, name);
}

/** Whether a value looks like a secret: long, and neither words, a number, nor an id. Those of ids are long too. */
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
