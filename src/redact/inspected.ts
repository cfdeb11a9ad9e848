import { BACKSLASH, BLANK, BREAK, DIGIT, isAt, OPENING, QUOTE, SLASH, skip, WORD } from './characters.ts';
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
export function inspectedEnd(text: string, from: number): number {
  let at = from;
  if (text[at] === '<') {
    const end = angleEnd(text, at);
    if (end < 0 || !isAt(text, end, BLANK) || !isAt(text, end + 1, WORD | OPENING)) return end;
    at = end + 1;
  }
  if (isAt(text, at, WORD)) {
    const name = skip(text, at, WORD);
    if (isError(text, at, name)) return errorEnd(text, name);
    const isCall = opensCall(text, name);
    const end = isCall ? parenthesizedEnd(text, name) : name;
    at = prefixEnd(text, end);
    if (at < 0) return isCall ? end : -1;
  }
  return isAt(text, at, OPENING) ? bracketsEnd(text, at) : -1;
}

/** Whether a value that util.inspect prints starts here. Unlike inspectedEnd, it does not read the value. */
export function startsInspected(text: string, from: number): boolean {
  if (isAt(text, from, OPENING)) return true;
  if (text[from] === '<') return angleEnd(text, from) >= 0;
  const name = skip(text, from, WORD);
  return name > from && (opensCall(text, name) || isError(text, from, name) || prefixEnd(text, name) >= 0);
}

/** `Some("…")`, `Map(1)`. */
function opensCall(text: string, at: number): boolean {
  return text[at] === '(' && isAt(text, at + 1, WORD | QUOTE | OPENING | BACKSLASH);
}

/** Where the brackets after `Token `, `Map(1) ` or `Token <[Object: null prototype] {}> ` start, or -1. */
function prefixEnd(text: string, end: number): number {
  if (!isAt(text, end, BLANK)) return -1;
  if (isAt(text, end + 1, OPENING)) return end + 1;
  const close = text[end + 1] === '<' ? angleEnd(text, end + 1) : -1;
  return close >= 0 && isAt(text, close, BLANK) && isAt(text, close + 1, OPENING) ? close + 1 : -1;
}

/** The end of `[Tag] { … }`. */
function bracketsEnd(text: string, from: number): number {
  let end = bracketedEnd(text, from);
  while (text[end - 1] === ']' && isAt(text, end, BLANK) && isAt(text, end + 1, OPENING))
    end = bracketedEnd(text, end + 1);
  return end;
}

/** The end of `<Buffer 61 62>`, `<ref *1>` or `<[Object: null prototype] {}>`, or -1. */
function angleEnd(text: string, from: number): number {
  if (!isAt(text, from + 1, OPENING) && !isAt(text, skip(text, from + 1, WORD), BLANK)) return -1;
  const close = text.slice(from, from + MAX_ANGLE).indexOf('>');
  if (close >= 0) return from + close + 1;
  return text.startsWith('<Buffer ', from) ? indexAfter(text, '>', from) : -1;
}

function isError(text: string, from: number, end: number): boolean {
  const last = text.charCodeAt(end - 1);
  // Most words fail here.
  if ((last !== R && last !== N) || end - from < MIN_ERROR_NAME) return false;
  if (text[end] !== ':' && !isAt(text, end, BREAK)) return false;
  return ERROR_NAME.test(text.slice(Math.max(from, end - MAX_ERROR_NAME), end));
}

/** The end of an error: its message, its stack, and its properties in braces. */
function errorEnd(text: string, from: number): number {
  const frame = text.slice(from, from + MAX_MESSAGE).indexOf(FRAME);
  let end = lineEnd(text, frame < 0 ? from : from + frame);
  for (let next = skip(text, end, BREAK); text.startsWith('at ', next); next = skip(text, end, BREAK))
    end = lineEnd(text, next);
  return text[end - 1] === '{' ? bracketedEnd(text, end - 1) : end;
}

export function lineEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) !== NEWLINE) end++;
  return end;
}

/** Whether a value that can only be that of a name starts here: quoted, in brackets, a number, or an inspected object. */
export function startsValue(text: string, from: number): boolean {
  return quoteAt(text, from) >= 0 || isAt(text, from, DIGIT | SLASH) || startsInspected(text, from);
}

function indexAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + 1;
}
