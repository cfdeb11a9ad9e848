import { findMarkup } from '../body/markup.ts';
import { findParts } from '../body/multipart.ts';
import type { RedactRules } from '../rules.ts';
import { findStatements } from '../sql/in-text.ts';
import { findBase64 } from './base64.ts';
import { findCards } from './cards.ts';
import { decodeLayer, MAX_LAYERS } from './decode.ts';
import { findFormats } from './formats.ts';
import { byFormat, type Found } from './found.ts';
import { scanNames } from './scan.ts';
import {
  AMPERSAND,
  AT,
  BAR,
  BLANK,
  BRACE,
  CAPITAL,
  DASH,
  DIGITS,
  ESCAPE,
  LESS,
  LINE_BREAK,
  LONG_WORD,
  PLUS,
  QUOTE,
  SEPARATOR,
  SLASH,
  signsOf,
} from './signs.ts';
import { findTables } from './tables.ts';
import { findUnnamed } from './unnamed-values.ts';

/** What is next to a name, or after it. */
const NAMING = SEPARATOR | QUOTE | SLASH | DASH;
/** The shortest key, and the shortest user name and password of a URL. */
const MIN_FORMAT = 12;

/** What ends a value in a text, and in a URL or form is part of it. */
const ENDS_IN_TEXT = /[\s"'`<>]/g;
/** The same if it was encoded: then it is not the start of a fragment. */
const ENCODED_ENDS = { url: /[\s"'`<>#]/g, text: /[#<>]/g };

/**
 * Finds the secrets of a text, also those that are encoded. Takes linear time.
 * @param isUrl whether the text is a URL or a form
 */
export function findSecrets(text: string, rules: RedactRules, isUrl = false): Found[] {
  const found: Found[] = [];
  const signs = findPlain(text, rules, found);
  if (isUrl && (signs & (BLANK | QUOTE | LESS)) !== 0) findFlat(text, ENDS_IN_TEXT, rules, found);
  // A plus sign may be a blank.
  const spaced = isUrl && (signs & PLUS) !== 0 ? text.replaceAll('+', ' ') : text;
  if (spaced !== text) findPlain(spaced, rules, found);
  if ((signs & LONG_WORD) !== 0 && (signs & CAPITAL) !== 0)
    findBase64(
      text,
      (plain) => hasSecret(plain, rules),
      (from, to) => found.push(byFormat(from, to, 'base64')),
    );
  if ((signs & ESCAPE) !== 0 || ((signs & AMPERSAND) !== 0 && text.includes(';')))
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

/** Returns the signs of the text. */
function findPlain(text: string, rules: RedactRules, found: Found[]): number {
  const signs = signsOf(text);
  if ((signs & NAMING) !== 0) scanNames(text, rules, found);
  if (text.length >= MIN_FORMAT || (signs & BLANK) !== 0) findFormats(text, signs, rules, found);
  if ((signs & (BLANK | AT | BRACE)) !== 0) findUnnamed(text, rules, found);
  if ((signs & (BLANK | ESCAPE)) !== 0) findStatements(text, found);
  if ((signs & DIGITS) !== 0) findCards(text, found);
  if ((signs & LESS) !== 0) findMarkup(text, rules, found);
  if ((signs & LINE_BREAK) !== 0) findTables(text, (signs & BAR) !== 0, rules, found);
  if ((signs & SEPARATOR) !== 0 && text.includes('form-data')) findParts(text, rules, found);
  return signs;
}

function hasSecret(text: string, rules: RedactRules): boolean {
  const found: Found[] = [];
  findPlain(text, rules, found);
  return found.length > 0;
}
