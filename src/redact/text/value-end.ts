import { indexAfter } from '../sql/tokens.ts';
import { BLANK, BREAK, CLOSING, isAt, MAX_NAME, matchEnd, OPENING, QUOTE, skip, WORD } from './characters.ts';

const [NEWLINE, BACKSLASH] = [10, 92];
/** `Token {`, `Map(1) {`, `[Object: null prototype] {`, `<ref *1> Token {`, `Some(`: how util.inspect begins a value. */
const INSPECTED =
  /(?:<[^<>\n]{1,40}> )?(?:[A-Za-z_$][\w$.]{0,63}(?:\(\d{0,9}\))?(?: <[^<>\n]{0,60}>)?(?: \[[^[\]\n]{0,60}\])? (?=[[{])|\[[^[\]\n]{1,60}\] (?=\{)|[A-Za-z_$][\w$.]{0,63}(?=\(["'`{[\w]))/y;
/** An error with its stack, and the start of its fields. */
const ERROR =
  /(?:[A-Za-z_$][\w$]{0,60}?)?(?:Error|Exception)(?: \[\w{1,40}\])?(?::[^\n]*)?(?:\n\s+at [^\n]*)+/y;
const BYTES = /<(?:Buffer|[A-Z]\w{0,30})(?: [0-9a-f]{2})*[^>\n]{0,40}>/y;
/** util.inspect writes a long text in several lines: `'one\n' +\n  'two'`. */
const JOINED = /\s{0,4}\+\s{1,200}(?=["'`])/y;
/** Another name and its separator: ` user=`, `, "user":`. */
const NEXT_NAME = /(?<![\s,;])[\s,;]{1,8}["']?[\p{L}_$][\w$.-]{0,63}["']?(?:=|:(?=[\s"'[{\d]))/uy;
const NEXT_PAIR = /&[\w$.[\]-]{1,64}=/y;
/** After a bracket or quote that closes what the value is in. */
const AFTER_CLOSING = /[\s,;.)}\]'"`\\]|$/y;
/** `string(12) "…"` */
const PHP_STRING = /string\(\d{1,9}\) "/y;
const BLOCK = /[|>][+-]?\d?[ \t]*(?=\r?\n)/y;

/** The rest of a quoted text with an inner quote that is not escaped: `"ab"cd"`. */
const INNER_DOUBLE = /(?<=")\w[^"=:,\n]{0,63}"(?!\w)/y;
const INNER_SINGLE = /(?<=')\w[^'=:,\n]{0,63}'(?!\w)/y;

/** How a value is written, by the text around its name. */
export interface Place {
  readonly name: number;
  /** The name is quoted, as in JSON. */
  readonly isQuoted: boolean;
  /** The name follows `?`, `&` or `#`, or is an option of a command: a blank ends the value. */
  readonly isQuery: boolean;
  /** The value is the rest of the line, even if other names follow. */
  readonly isLine: boolean;
}

/** The end of a value: of its quotes, of its brackets, or else of the line. */
export function valueEnd(text: string, from: number, place: Place): number {
  if (isAt(text, from, QUOTE)) {
    const end = joinedEnd(text, from);
    return Math.max(end, matchEnd(text[from] === '"' ? INNER_DOUBLE : INNER_SINGLE, text, end));
  }
  const php = matchEnd(PHP_STRING, text, from);
  if (php > 0) return quotedEnd(text, php - 1);
  const inspected = inspectedEnd(text, from);
  if (inspected >= 0) return isAt(text, inspected, WORD) ? bareEnd(text, inspected, place) : inspected;
  const block = matchEnd(BLOCK, text, from);
  if (block > from || isInNextLine(text, place.name, from)) return indentedEnd(text, place.name, from);
  return bareEnd(text, from, place);
}

/** Where the value after a separator starts; -1 if there is none. It may be in the next line. */
export function valueStart(text: string, from: number, { name, isQuoted }: Place): number {
  const start = skip(text, from, BLANK);
  if (start < text.length && !isAt(text, start, BREAK)) return start;
  const next = skip(text, start, BREAK);
  if (next >= text.length) return -1;
  const isDeeper = indentOf(text, next) > indentOf(text, name);
  return isQuoted || isDeeper || isAt(text, next, QUOTE) || matchEnd(PHP_STRING, text, next) > 0 ? next : -1;
}

function isInNextLine(text: string, name: number, from: number): boolean {
  let at = from;
  while (at > name && isAt(text, at - 1, BREAK) && text.charCodeAt(at - 1) !== NEWLINE) at--;
  return text.charCodeAt(at - 1) === NEWLINE && at > name && indentOf(text, from) > indentOf(text, name);
}

/** The end of a quoted text, with its further lines. */
export function joinedEnd(text: string, from: number): number {
  let end = quotedEnd(text, from);
  for (let next = matchEnd(JOINED, text, end); next > end; next = matchEnd(JOINED, text, end))
    end = quotedEnd(text, next);
  return end;
}

/** The end of a quoted text. A quote that is itself escaped is read when the text has been decoded. */
export function quotedEnd(text: string, from: number): number {
  const mark = text.charCodeAt(from);
  const isTriple = text.charCodeAt(from + 1) === mark && text.charCodeAt(from + 2) === mark;
  if (isTriple) return indexAfter(text, text.slice(from, from + 3), from + 3);
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === mark) {
      // SQL doubles a quote to escape it.
      if (text.charCodeAt(at + 1) !== mark || at === from + 1) return at + 1;
      at++;
    }
  }
  return text.length;
}

/** Whether an object, a list or an error is printed here. */
export function isInspected(text: string, from: number): boolean {
  return (
    isAt(text, from, OPENING) || matchEnd(INSPECTED, text, from) > from || matchEnd(ERROR, text, from) > from
  );
}

/** The end of what util.inspect or JSON has written in brackets; -1 if this is something else. */
function inspectedEnd(text: string, from: number): number {
  const bytes = matchEnd(BYTES, text, from);
  if (bytes > from) return bytes;
  const error = matchEnd(ERROR, text, from);
  if (error > from) return text[error - 1] === '{' ? bracketedEnd(text, error - 1) : error;
  const at = Math.max(from, matchEnd(INSPECTED, text, from));
  if (!isAt(text, at, OPENING)) return -1;
  let end = bracketedEnd(text, at);
  // `[Tag] { … }`
  while (text[end - 1] === ']' && isAt(text, end, BLANK) && text[end + 1] === '{')
    end = bracketedEnd(text, end + 1);
  return end;
}

/** The end of a value in brackets. Those in quotes do not count. */
export function bracketedEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    if (isAt(text, at, QUOTE) && !isApostrophe(text, at)) at = quotedEnd(text, at);
    else {
      if (isAt(text, at, OPENING)) depth++;
      else if (isAt(text, at, CLOSING) && --depth === 0) return at + 1;
      at++;
    }
  }
  return text.length;
}

function isApostrophe(text: string, at: number): boolean {
  return text[at] === "'" && isAt(text, at - 1, WORD) && isAt(text, at + 1, WORD);
}

function bareEnd(text: string, from: number, { name, isQuoted, isQuery, isLine }: Place): number {
  const enclosing = isAt(text, name - 1, QUOTE) && !isQuoted ? text.charCodeAt(name - 1) : -1;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE || code === 13) return at;
    if (code === enclosing && text.charCodeAt(at - 1) !== BACKSLASH) return at;
    if (isAt(text, at, BLANK) || code === 44 || code === 59) {
      if ((isQuery && isAt(text, at, BLANK)) || (isQuoted && code === 44)) return at;
      if (!isLine && !isQuery && matchEnd(NEXT_NAME, text, at) > at) return at;
    } else if (code === 38) {
      if (isQuery || (matchEnd(NEXT_PAIR, text, at) > at && isInPair(text, name, from))) return at;
    } else if (
      isQuery &&
      (code === 35 || ((isAt(text, at, QUOTE) || code === 60 || code === 62) && !isAt(text, at + 1, WORD)))
    )
      return at;
    else if (code === BACKSLASH && (isLine ? /[nr]/ : /["nrt]/).test(text[at + 1] ?? '')) return at;
    else if (isLine) continue;
    else if (isAt(text, at, CLOSING) && isClosing(text, at, from)) return at;
    else if (isAt(text, at, QUOTE) && at > from && isClosing(text, at, from)) return at;
  }
  return text.length;
}

/** Whether the name and its value are in a query or a form: after a colon, `&` is part of a value. */
function isInPair(text: string, name: number, from: number): boolean {
  return /[=?]\S*$/.test(text.slice(Math.max(0, name - MAX_NAME), from).trimEnd());
}

/** Whether a bracket or quote closes something that was opened before the value. */
function isClosing(text: string, at: number, from: number): boolean {
  if (matchEnd(AFTER_CLOSING, text, at + 1) < 0) return false;
  return (
    isAt(text, at, QUOTE) ||
    !text.slice(from, at).includes({ ')': '(', ']': '[', '}': '{' }[text[at] ?? ''] ?? '')
  );
}

/** The end of the lines after `from` that are indented more than the line of the name. */
function indentedEnd(text: string, name: number, from: number): number {
  const indent = indentOf(text, name);
  let end = lineEnd(text, from);
  while (end < text.length) {
    const next = skip(text, end + 1, BLANK);
    if (next < text.length && text.charCodeAt(next) !== NEWLINE && next - end - 1 <= indent) break;
    end = lineEnd(text, next);
  }
  return end;
}

/** The start of a quoted text has no indent. */
function indentOf(text: string, at: number): number {
  if (isAt(text, at - 1, QUOTE)) return 0;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return skip(text, start, BLANK) - start;
}

export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
