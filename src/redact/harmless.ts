import type { RedactRules } from './rules.ts';
import { opensJson } from './tokens.ts';
import { portEnd } from './userinfo.ts';

/** What a character may be the sign of. */
const [DIGIT, JOIN, NAME_END, FIELD_END, PART_END, QUERY_START, ENCODING, JSON_SIGN, MARK_END, QUOTE] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
];
const SIGNS = new Uint8Array(65_536);
const MIN_CARD_DIGITS = 13;
const [COMMA, DASH, B, C, G, H, R, U] = [44, 45, 98, 99, 103, 104, 114, 117];
const LOWER = 32;

function sign(characters: string, meaning: number): void {
  for (const character of characters) SIGNS[character.charCodeAt(0)] = meaning;
}
sign('0123456789', DIGIT);
sign(' \t+-', JOIN);
sign('=:', NAME_END);
sign('&;', FIELD_END);
sign('/,{}()<>\n', PART_END);
sign('?#', QUERY_START);
sign('%\\@', ENCODING);
sign('yw', JSON_SIGN);
sign('_', MARK_END);
sign('"\'`', QUOTE);

/**
 * Whether a text holds nothing that the redaction could take: the common case, told by one quick look at each
 * character. What it calls harmless is; the rest has to be read.
 */
export function isHarmless(text: string, rules: RedactRules): boolean {
  return isHarmlessFrom(text, 0, false, rules);
}

/** A URL's host is no name, whatever its port; and in a query a name goes on up to its `=`, whatever it holds. */
export function isHarmlessUrl(url: string, rules: RedactRules): boolean {
  return isHarmlessFrom(url, url.startsWith('http://') ? 7 : url.startsWith('https://') ? 8 : 0, true, rules);
}

function isHarmlessFrom(text: string, from: number, isUrl: boolean, rules: RedactRules): boolean {
  const { length } = text;
  let digits = 0;
  /** Behind the last digit, or what may stand between two. */
  let joined = from;
  let nameAt = from;
  let inHost = isUrl && from > 0;
  let inQuery = false;
  for (let at = from; at < length; at++) {
    const code = text.charCodeAt(at);
    const meaning = SIGNS[code] ?? 0;
    if (meaning === 0) continue;
    if (meaning <= JOIN) {
      if (at > joined) digits = 0;
      joined = at + 1;
      if (meaning === DIGIT ? ++digits >= MIN_CARD_DIGITS : startsUnnamedSecret(text, at)) return false;
      if (meaning === JOIN && code !== DASH) inHost = false;
    } else if (meaning === NAME_END) {
      if (inHost && portEnd(text, at) > at) continue;
      if (rules.strict || rules.isSuspect(text.slice(nameAt, at))) return false;
      nameAt = at + 1;
    } else if (meaning <= QUERY_START) {
      inHost = false;
      if (!inQuery || meaning === FIELD_END) nameAt = at + 1;
      inQuery ||= isUrl && meaning === QUERY_START;
    } else if (meaning === ENCODING || isSuspectSign(text, at, meaning)) return false;
    else if (meaning === QUOTE) inHost = false;
  }
  return true;
}

function isSuspectSign(text: string, at: number, meaning: number): boolean {
  if (meaning === JSON_SIGN) return opensJson(text, at - 1);
  return meaning === MARK_END ? endsMark(text, at) : text.charCodeAt(at + 1) === COMMA;
}

/** `--password`, `Bearer ` or `Basic `. */
function startsUnnamedSecret(text: string, at: number): boolean {
  if (text.charCodeAt(at + 1) === DASH) return true;
  const last = text.charCodeAt(at - 1) | LOWER;
  if (last === R) return text.slice(Math.max(0, at - 6), at).toLowerCase() === 'bearer';
  return last === C && text.slice(Math.max(0, at - 5), at).toLowerCase() === 'basic';
}

/** `gh?_` or `github_`. */
function endsMark(text: string, at: number): boolean {
  if (text.charCodeAt(at - 2) === H) return text.charCodeAt(at - 3) === G;
  return text.charCodeAt(at - 1) === B && text.charCodeAt(at - 2) === U;
}
