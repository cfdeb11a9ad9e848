import {
  BACKSLASH,
  BLANK,
  BREAK,
  DIGIT,
  isAt,
  isCharacter,
  OPENING,
  QUOTE,
  SLASH,
  type Source,
  skip,
  WORD,
} from './characters.ts';
import { bracketedEnd, parenthesizedEnd, quoteAt } from './quotes.ts';

const ERROR_NAME = /(?:Error|Exception|Rejection)$/;
const [MIN_ERROR_NAME, MAX_ERROR_NAME] = [5, 9];
const [N, R] = [110, 114];
/** How far after its name the stack of an error may start. */
const MAX_MESSAGE = 256;
/** The length of what is in angle brackets, except for bytes. */
const MAX_ANGLE = 64;
const FRAME = '    at ';
const NEWLINE = 10;

/**
 * The end of a value as util.inspect prints it: `Token { … }`, `[Object: null prototype] { … }`, `Map(1) { … }`,
 * `<ref *1> Token { … }`, `<Buffer …>`, `Some("…")`, an error with its stack. -1 if the value is not like that.
 */
export function inspectedEnd(source: Source, from: number): number {
  if (!isCharacter(source.text, from, '<')) return objectEnd(source, from);
  const end = angleEnd(source, from);
  // The object follows `<ref *1>`.
  return end >= 0 && isAt(source, end, BLANK) ? Math.max(end, objectEnd(source, end + 1)) : end;
}

/** The end of an object or list, with its name; of a call, or of an error. */
function objectEnd(source: Source, from: number): number {
  let at = from;
  if (isAt(source, from, WORD)) {
    const name = skip(source, from, WORD);
    if (isError(source, from, name)) return errorEnd(source, name);
    const isCall = opensCall(source, name);
    const end = isCall ? parenthesizedEnd(source, name) : name;
    at = prefixEnd(source, end);
    if (at < 0) return isCall ? end : -1;
  }
  return isAt(source, at, OPENING) ? bracketsEnd(source, at) : -1;
}

/** Whether a value that util.inspect prints starts here. Unlike inspectedEnd, it does not read the value. */
export function startsInspected(source: Source, from: number): boolean {
  const { text } = source;
  if (isAt(source, from, OPENING)) return true;
  if (isCharacter(text, from, '<')) return angleEnd(source, from) >= 0;
  const name = skip(source, from, WORD);
  return (
    name > from && (opensCall(source, name) || isError(source, from, name) || prefixEnd(source, name) >= 0)
  );
}

/** `Some("…")`, `Map(1)`. */
function opensCall(source: Source, at: number): boolean {
  const { text } = source;
  return isCharacter(text, at, '(') && isAt(source, at + 1, WORD | QUOTE | OPENING | BACKSLASH);
}

/** Where the brackets after `Token `, `Map(1) ` or `Token <[Object: null prototype] {}> ` start, or -1. */
function prefixEnd(source: Source, end: number): number {
  const { text } = source;
  if (!isAt(source, end, BLANK)) return -1;
  if (isAt(source, end + 1, OPENING)) return end + 1;
  const close = isCharacter(text, end + 1, '<') ? angleEnd(source, end + 1) : -1;
  return close >= 0 && isAt(source, close, BLANK) && isAt(source, close + 1, OPENING) ? close + 1 : -1;
}

/** The end of `[Tag] { … }`. */
function bracketsEnd(source: Source, from: number): number {
  const { text } = source;
  let end = bracketedEnd(source, from);
  while (isCharacter(text, end - 1, ']') && isAt(source, end, BLANK) && isAt(source, end + 1, OPENING))
    end = bracketedEnd(source, end + 1);
  return end;
}

/** The end of `<Buffer 61 62>`, `<ref *1>` or `<[Object: null prototype] {}>`, or -1. */
function angleEnd(source: Source, from: number): number {
  const { text } = source;
  if (!isAt(source, from + 1, OPENING) && !isAt(source, skip(source, from + 1, WORD), BLANK)) return -1;
  const close = text.slice(from, from + MAX_ANGLE).indexOf('>');
  if (close >= 0) return from + close + 1;
  return text.startsWith('<Buffer ', from) ? indexAfter(text, '>', from) : -1;
}

function isError(source: Source, from: number, end: number): boolean {
  const { text } = source;
  const last = text.charCodeAt(end - 1);
  // Most words fail here.
  if ((last !== R && last !== N) || end - from < MIN_ERROR_NAME) return false;
  if (!isCharacter(text, end, ':') && !isAt(source, end, BREAK)) return false;
  return ERROR_NAME.test(text.slice(Math.max(from, end - MAX_ERROR_NAME), end));
}

/** The end of an error: its message, its stack, and its properties in braces. */
function errorEnd(source: Source, from: number): number {
  const { text } = source;
  const frame = text.slice(from, from + MAX_MESSAGE).indexOf(FRAME);
  let end = lineEnd(text, frame < 0 ? from : from + frame);
  for (let next = skip(source, end, BREAK); text.startsWith('at ', next); next = skip(source, end, BREAK))
    end = lineEnd(text, next);
  return isCharacter(text, end - 1, '{') ? bracketedEnd(source, end - 1) : end;
}

export function lineEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) !== NEWLINE) end++;
  return end;
}

/** Whether a value that can only be that of a name starts here: quoted, in brackets, a number, or an inspected object. */
export function startsValue(source: Source, from: number): boolean {
  return quoteAt(source, from) >= 0 || isAt(source, from, DIGIT | SLASH) || startsInspected(source, from);
}

function indexAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + 1;
}
