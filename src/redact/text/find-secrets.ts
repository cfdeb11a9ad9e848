import { findMarkup } from '../body/markup.ts';
import { findParts } from '../body/multipart.ts';
import { REDACTED, type RedactRules } from '../rules.ts';
import { findStatements } from '../sql/in-text.ts';
import {
  AMPERSAND,
  ANGLE,
  AT,
  BAR,
  BRACE,
  BREAK,
  CAPITAL,
  DASH,
  DIGITS,
  ESCAPE,
  kindsOf,
  LINE_BREAK,
  LONG_WORD,
  PLUS,
  QUOTE,
  SEPARATOR,
  SLASH,
} from './characters.ts';
import { decodeLayer, MAX_LAYERS } from './decode.ts';
import { findCards, findFormats } from './formats.ts';
import { byFormat, type Found, hideFound } from './found.ts';
import { findRepeats } from './repeats.ts';
import { scanNames } from './scan.ts';
import { findTables } from './tables.ts';
import { findUnnamed } from './unnamed-values.ts';

/** Separators beside or after a name. */
const NAMING = SEPARATOR | QUOTE | SLASH | DASH;
/** The shortest key, and the shortest user name and password of a URL. */
const MIN_FORMAT = 12;

/** Long enough for a short name and value in base64. */
const LONG = /(?<![\w+/-])[\w+/-]{24,}={0,2}/g;
const PRINTABLE = /^[\t\n\r -~]+$/;

/** Characters that end a value in text but are part of it in a URL or form. */
const ENDS_IN_TEXT = /[\s"'`<>]/g;
/** In encoded text, `#` does not start a fragment. */
const ENCODED_ENDS = { url: /[\s"'`<>#]/g, text: /[#<>]/g };

const ESC = '\u001b';
/** The escape sequences of terminals, also as they are written in JSON and in inspected objects. */
const SEQUENCES = new RegExp(
  String.raw`${ESC}(?:\[[0-?]*[ -/]*[@-~]?)?|(?<!\\)\\+(?:x1b|u001b)\[[\d;]*[a-z]`,
  'gi',
);
const HAS_SEQUENCE = new RegExp(`${ESC}|x1b|u001b`, 'i');

/** Redacts free text. */
export function redactText(text: string, rules: RedactRules): string {
  const plain = stripAnsi(text);
  const found = findSecrets(plain, rules);
  if (found.length > 0) findRepeats(plain, found);
  return hideFound(plain, found, rules);
}

/** Removes the escape sequences of terminals, which may split a name from its value. */
export function stripAnsi(text: string): string {
  return HAS_SEQUENCE.test(text) ? text.replace(SEQUENCES, '') : text;
}

/**
 * Finds the secrets of a text, also those that are encoded. Takes linear time.
 * @param isUrl whether the text is a URL or a form
 */
export function findSecrets(text: string, rules: RedactRules, isUrl = false): Found[] {
  const found: Found[] = [];
  const kinds = findPlain(text, rules, found);
  if (isUrl && (kinds & (BREAK | QUOTE | ANGLE)) !== 0) findFlat(text, ENDS_IN_TEXT, rules, found);
  // A plus sign may be a blank.
  const spaced = isUrl && (kinds & PLUS) !== 0 ? text.replaceAll('+', ' ') : text;
  if (spaced !== text) findPlain(spaced, rules, found);
  if ((kinds & LONG_WORD) !== 0 && (kinds & CAPITAL) !== 0) findBase64(text, rules, found);
  if ((kinds & ESCAPE) !== 0 || ((kinds & AMPERSAND) !== 0 && text.includes(';')))
    findEncoded(spaced, rules, isUrl, found);
  return found;
}

/** Removes one layer of encoding after the other. What is found there is mapped to its place in the text. */
function findEncoded(text: string, rules: RedactRules, isUrl: boolean, found: Found[]): void {
  let origin: Uint32Array | null = null;
  let plain = text;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const decoded = decodeLayer(plain);
    if (!decoded) return;
    const before: Uint32Array | null = origin;
    const places: Uint32Array = before ? decoded.origin.map((at) => before[at] ?? 0) : decoded.origin;
    const inside: Found[] = [];
    findPlain(decoded.text, rules, inside);
    findFlat(decoded.text, ENCODED_ENDS[isUrl ? 'url' : 'text'], rules, inside);
    for (const secret of inside)
      found.push({ ...secret, from: places[secret.from] ?? 0, to: places[secret.to] ?? text.length });
    origin = places;
    plain = decoded.text;
  }
}

function findFlat(text: string, ends: RegExp, rules: RedactRules, found: Found[]): void {
  const flat = text.replace(ends, '_');
  if (flat !== text) findPlain(flat, rules, found);
}

/** Returns the kinds of the characters of the text. */
function findPlain(text: string, rules: RedactRules, found: Found[]): number {
  const kinds = kindsOf(text);
  if ((kinds & NAMING) !== 0) scanNames(text, rules, found);
  if (text.length >= MIN_FORMAT || (kinds & BREAK) !== 0) findFormats(text, kinds, rules, found);
  if ((kinds & (BREAK | AT | BRACE | BAR)) !== 0) findUnnamed(text, rules, found);
  // With a value hidden, the quotes of a statement may not be in pairs any more.
  const isHidden = rules.isAgain === true && text.includes(REDACTED);
  if ((kinds & (BREAK | ESCAPE)) !== 0 && !isHidden) findStatements(text, found);
  if ((kinds & DIGITS) !== 0) findCards(text, found);
  if ((kinds & ANGLE) !== 0) findMarkup(text, rules, found);
  if ((kinds & LINE_BREAK) !== 0) findTables(text, (kinds & BAR) !== 0, rules, found);
  if ((kinds & SEPARATOR) !== 0 && text.includes('form-data')) findParts(text, rules, found);
  return kinds;
}

/** Finds words that are the base64 of a text with a secret. */
function findBase64(text: string, rules: RedactRules, found: Found[]): void {
  for (const { index, 0: word } of text.matchAll(LONG)) {
    const plain = Buffer.from(word, 'base64').toString('latin1');
    const inside: Found[] = [];
    if (PRINTABLE.test(plain)) findPlain(plain, rules, inside);
    if (inside.length > 0) found.push(byFormat(index, index + word.length, 'base64'));
  }
}
