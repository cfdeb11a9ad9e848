import { textStart } from '../format/cut-text.ts';
import { REDACTED } from '../redact/rules.ts';
import { stripAnsi } from '../redact/text/find-secrets.ts';

/** Replaces a value, or several in a row. */
const VALUE = '…';

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '«': '»',
};
const SPACE = /[\s\p{Cc}]/u;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
/** A URL, or a path that starts as one. */
const ADDRESS = /(?:[a-z][a-z\d+.-]*:\/\/|\.{0,2}\/|~\/|[a-z]:\\)[^\s"'`()<>\p{Cc}]+/iuy;
const MAY_BE_ADDRESS = /[\\/]/;
const WORD = /[^\s"`“”‘«»()[\]{}<>,;=\p{Cc}]+/uy;
const PUNCTUATION = ".:!?'";
/** `name=value` */
const AFTER_NAME = /\w=$/;
/** A value and the separators after it. Another value there becomes part of it. */
const AFTER_VALUE = /…[\s,;:|/&.-]*$/;
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const DAY = '(?:Mon|Tue(?:s)?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? ';
const CLOCK = String.raw`\d{1,2}:\d\d(?::\d\d)?`;
/** Dates that have words, such as `Sat Nov 14 2026 09:05:07 GMT+0000 (Coordinated Universal Time)` and `9:05 AM`. */
const DATE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:${DAY})?(?:\d{1,2}[ -])?${MONTH}[ -]\d{1,4}(?:,?[ -]\d{4})?(?:,? ${CLOCK})?(?: GMT(?:[+-]\d{4}(?: \([^)\n]{0,60}\))?)?)?|${CLOCK} [AP]M)(?![\p{L}\d])`,
  'gu',
);
/** V8's message about text that is not JSON. It quotes the text without escaping quotes. */
const NOT_JSON = { start: 'Unexpected token ', end: ' is not valid JSON' } as const;
const MAX_WORD = 64;

/**
 * A message without the values in it: numbers, ids, dates, addresses, paths and everything that is quoted or in brackets. The
 * same error then has the same text each time. Takes time in proportion to the length of the message.
 */
export function withoutMessageValues(message: string, maxLength: number): string {
  const { start, end } = NOT_JSON;
  if (message.startsWith(start) && message.endsWith(end)) return start + VALUE + end;
  const text = stripAnsi(message).replace(DATE, VALUE);
  const unclosed = new Set<string>();
  let out = '';
  let at = 0;
  const addValue = () => {
    out = AFTER_VALUE.test(out) ? out.replace(AFTER_VALUE, VALUE) : out + VALUE;
  };
  while (at < text.length && out.length <= maxLength) {
    const char = text[at] ?? '';
    if (SPACE.test(char)) {
      at++;
      if (out !== '' && !out.endsWith(' ')) out += ' ';
      continue;
    }
    const closing = CLOSING[char];
    const closed = closing === undefined || unclosed.has(char) ? -1 : closingQuote(text, at + 1, closing);
    if (closed >= 0) {
      addValue();
      at = closed + 1;
    } else if (closing !== undefined) {
      // Not searched for again: there is none after this point.
      unclosed.add(char);
      out += char;
      at++;
    } else if (char === '{' || char === '[') {
      addValue();
      at = closingBracket(text, at) + 1;
    } else {
      const start = matchAt(WORD, text, at);
      const address = MAY_BE_ADDRESS.test(start) ? matchAt(ADDRESS, text, at) : '';
      const run = address || start || char;
      const word = IPV6.test(run) ? run : withoutPunctuation(run);
      at += word.length || run.length;
      if (address !== '' || isValue(word) || (word !== '' && AFTER_NAME.test(out))) addValue();
      else out += word === '' ? run.slice(0, maxLength) : word.replace(/\d+/g, VALUE);
    }
  }
  const whole = out.trim();
  return (whole.length <= maxLength ? whole : textStart(whole, maxLength - 1) + VALUE).toWellFormed();
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** A word without the marks after it. */
function withoutPunctuation(word: string): string {
  let end = word.length;
  while (end > 0 && PUNCTUATION.includes(word[end - 1] ?? '')) end--;
  return word.slice(0, end);
}

/** The position of the closing quote; -1 if there is none. An apostrophe inside of a word does not close. */
function closingQuote(text: string, from: number, quote: string): number {
  const isApostrophe = quote === "'" || quote === '’';
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    const isEscaped = text[at - 1] === '\\';
    if (!isEscaped && !(isApostrophe && ALPHANUMERIC.test(text[at + 1] ?? ''))) return at;
  }
  return -1;
}

/** The position of the closing bracket, or the end of the text. One in quotes does not close. */
function closingBracket(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return at;
  }
  return text.length;
}

const NUMBER = /^[+\-#$€£~.]*\d/;
const IPV6 = /^[\da-f.]*:[\da-f.]*:[\da-f:.]*(?:%\w+)?$/i;
const PATH = /[\\/].*[\d.\\/]|[\d.].*[\\/]/;

function isValue(word: string): boolean {
  if (word.length > MAX_WORD || NUMBER.test(word) || IPV6.test(word)) return true;
  if (word.includes('@') || word.includes(REDACTED) || word.includes(VALUE) || PATH.test(word)) return true;
  return word.split(/[^A-Za-z\d]+/).some(isId);
}

const HEX = /^[\da-f]+$/i;
const DIGIT = /\d/;
/** From letters to digits and back, and from a small letter to a capital one. */
const CHANGE = /[A-Za-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z])/g;

/** Whether a text without separators looks random. Words such as `sha256`, `Int32Array` and `facade` do not. */
export function isId(text: string): boolean {
  const hasDigit = DIGIT.test(text);
  if (HEX.test(text) && (text.length >= 8 || (text.length >= 6 && hasDigit))) return true;
  if (!hasDigit || text.length < 8) return false;
  return text.length >= 20 || (text.match(CHANGE)?.length ?? 0) >= 3;
}
