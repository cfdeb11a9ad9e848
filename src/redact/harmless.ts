import { opensJson } from './credentials.ts';
import type { RedactRules } from './rules.ts';
import { precedesSecret } from './secret-paths.ts';
import { portEnd } from './userinfo.ts';

/** What a character can be part of. */
const [DIGIT, JOIN, NAME_END, FIELD_END, PART_END, QUERY_START, ENCODING, BASE64_JSON, PREFIX_END, QUOTE] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
];
const CLASSES = new Uint8Array(65_536);
const MIN_CARD_DIGITS = 13;
const [COMMA, DASH, SLASH, B, C, G, H, R, U] = [44, 45, 47, 98, 99, 103, 104, 114, 117];
const TO_LOWER = 32;

function classify(characters: string, kind: number): void {
  for (const character of characters) CLASSES[character.charCodeAt(0)] = kind;
}
classify('0123456789', DIGIT);
classify(' \t+-', JOIN);
classify('=:', NAME_END);
classify('&;', FIELD_END);
classify('/,{}(<>\n', PART_END);
classify('?#', QUERY_START);
classify('%\\@', ENCODING);
classify('yw', BASE64_JSON);
classify('_', PREFIX_END);
classify('"\'`', QUOTE);

/**
 * Whether a text certainly contains no secret: a fast check that covers most texts in one pass. A text that fails it
 * may still be harmless.
 */
export function isHarmless(text: string, rules: RedactRules): boolean {
  return isHarmlessFrom(text, 0, false, rules);
}

/** The same for a URL: `host:port` is not a name and a value, and a name in the query extends to its `=`. */
export function isHarmlessUrl(url: string, rules: RedactRules): boolean {
  return isHarmlessFrom(url, url.startsWith('http://') ? 7 : url.startsWith('https://') ? 8 : 0, true, rules);
}

function isHarmlessFrom(text: string, from: number, isUrl: boolean, rules: RedactRules): boolean {
  const { length } = text;
  let digits = 0;
  /** The index after the last digit or separator of digits. */
  let digitsEnd = from;
  let nameAt = from;
  let inHost = isUrl && from > 0;
  let inQuery = false;
  let inPath = false;
  for (let at = from; at < length; at++) {
    const code = text.charCodeAt(at);
    const kind = CLASSES[code] ?? 0;
    if (kind === 0) continue;
    if (kind <= JOIN) {
      if (at > digitsEnd) digits = 0;
      digitsEnd = at + 1;
      if (kind === DIGIT ? ++digits >= MIN_CARD_DIGITS : startsUnnamedSecret(text, at)) return false;
      if (kind === JOIN && code !== DASH) inHost = false;
    } else if (kind === NAME_END) {
      if (inHost && portEnd(text, at) > at) continue;
      if (rules.strict || rules.isSuspect(text, nameAt, at)) return false;
      nameAt = at + 1;
    } else if (kind <= QUERY_START) {
      inHost = false;
      if (code === SLASH && !inPath) {
        if (precedesSecret(text.slice(at))) return false;
        inPath = true;
      }
      if (!inQuery || kind === FIELD_END) nameAt = at + 1;
      inQuery ||= isUrl && kind === QUERY_START;
    } else if (kind === ENCODING || isSuspect(text, at, kind)) return false;
    else if (kind === QUOTE) inHost = false;
  }
  return true;
}

function isSuspect(text: string, at: number, kind: number): boolean {
  if (kind === BASE64_JSON) return opensJson(text, at - 1);
  return kind === PREFIX_END ? endsGithubPrefix(text, at) : text.charCodeAt(at + 1) === COMMA;
}

/** Matches `--password`, `Bearer ` and `Basic `. */
function startsUnnamedSecret(text: string, at: number): boolean {
  if (text.charCodeAt(at + 1) === DASH) return true;
  const last = text.charCodeAt(at - 1) | TO_LOWER;
  if (last === R) return text.slice(Math.max(0, at - 6), at).toLowerCase() === 'bearer';
  return last === C && text.slice(Math.max(0, at - 5), at).toLowerCase() === 'basic';
}

/** Matches `gh?_` and `github_`. */
function endsGithubPrefix(text: string, at: number): boolean {
  if (text.charCodeAt(at - 2) === H) return text.charCodeAt(at - 3) === G;
  return text.charCodeAt(at - 1) === B && text.charCodeAt(at - 2) === U;
}
