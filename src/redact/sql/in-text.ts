import { isAt, QUOTE, WORD } from '../text/characters.ts';
import type { Found } from '../text/found.ts';
import { joinedEnd, matchEnd } from '../text/value-end.ts';
import { findLiterals } from './fingerprint.ts';

/** White space, which may be escaped or lie between two lines of util.inspect. */
const SPACE = '(?:\\s|\\\\{1,8}[nrt]|["\'`] \\+\\s+["\'`])';
/** The first word of a statement, and what must follow it. A tilde is white space. */
const FOLLOWS: Readonly<Record<string, string>> = {
  select: '(?:distinct~+|top~+\\d+~+)?(?:[\\w.]{1,64}\\(|[\'"$*?@\\d`]|(?<columns>))',
  insert: '(?:into|ignore|or|overwrite)~',
  update: '(?:(?:only|ignore|low_priority)~+)?(?:[^\\s\\\\]|\\\\+["`]){1,80}~+(?:(?:as~+)?\\w{1,64}~+)?set~',
  delete: 'from~',
  replace: 'into~',
  merge: 'into~',
  upsert: 'into~',
  with: '(?:recursive~+)?[^\\s\\\\]{1,64}~{0,4}(?:\\([^)]{0,80}\\)~{0,4})?as~{0,4}(?:materialized~{0,4})?\\(',
  call: '[\\w.`"]{1,100}~?\\(',
  exec: "[\\w.[\\]]{1,100}~+(?:@|N?'|\\d)",
  execute: "[\\w.[\\]]{1,100}~?(?:\\(|@|N?'|\\d)",
  create: '(?:or~+replace~+)?(?:user|role|login)~',
  alter: '(?:user|role|login)~',
  grant: '\\w{1,20}(?:,? \\w{1,20}){0,3}~+(?:on|to)~[\\s\\S]{0,400}?identified',
  set: 'password~+for~',
  copy: '[^\\s\\\\]{1,100}~*(?:\\([^)]{0,40}\\)~*)?from~',
  load: 'data~',
};
const START = new RegExp(
  `\\b(?:${Object.entries(FOLLOWS)
    .map(([word, after]) => `${word}~+${after}`)
    .join('|')})`.replaceAll('~', SPACE),
  'giu',
);
const FROM = new RegExp(`${SPACE}from${SPACE}`, 'gi');
/** How far after SELECT the columns may reach. */
const MAX_COLUMNS = 400;
const SUSPECT = new RegExp(`\\b(?:${Object.keys(FOLLOWS).join('|')})${SPACE}`, 'i');
/** What follows the verb `select` in a sentence. */
const SENTENCE = /\s+(?:an?|the|your|one|any|all|at|from)\s/iy;
const VALUE_MARK = /['"=]/;
/** ` 12 ms`, ` (3.5ms)`, ` +5ms`: loggers append how long a statement took. */
const DURATION =
  /(?<=[^\s=<>!~,*/%|+-])[ \t\n]{1,3}[+([]?\d{1,6}(?:\.\d{1,6})?\s?(?:[mnuµ]s|s)[)\]]?\s{0,4}$/;
const FRAME = '\n    at ';
const MAX_BEFORE = 64;
const MAX_STATEMENTS = 50;

/** Finds the values and comments of statements in a text. */
export function findStatements(text: string, found: Found[]): void {
  if (!SUSPECT.test(text)) return;
  let statements = 0;
  const hasFrom = createHasFrom(text);
  START.lastIndex = 0;
  for (let match = START.exec(text); match; match = START.exec(text)) {
    const from = match.index;
    if (match.groups?.columns !== undefined && !hasFrom(START.lastIndex)) continue;
    if (isSentence(text, from)) continue;
    const { to, quotes } = statementEnd(text, from, statements++ === MAX_STATEMENTS);
    const { plain, placeOf } = withoutEscapes(text.slice(from, to), quotes);
    for (const { from: start, to: end, by } of findLiterals(plain, '').literals)
      found.push({
        from: from + placeOf(start),
        to: from + placeOf(end),
        by,
        why: 'value of a statement',
        name: '',
      });
    START.lastIndex = to;
  }
}

/** Whether FROM follows soon. It is looked for once, so that a text of many SELECTs takes linear time. */
function createHasFrom(text: string): (at: number) => boolean {
  let next = -1;
  return (at) => {
    if (next < at) {
      FROM.lastIndex = at;
      next = FROM.exec(text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return next - at <= MAX_COLUMNS && !text.slice(at, next).includes(';');
  };
}

function isSentence(text: string, from: number): boolean {
  const word = /^select/i.test(text.slice(from, from + 6));
  return word && matchEnd(SENTENCE, text, from + 6) > 0 && !VALUE_MARK.test(text.slice(from));
}

/**
 * At the quote that encloses it, before a stack or a duration, or at the end of the text. `quotes` is how many times the statement was
 * quoted, and so escaped.
 */
function statementEnd(
  text: string,
  from: number,
  isLast: boolean,
): { readonly to: number; readonly quotes: number } {
  if (isLast) return { to: text.length, quotes: 0 };
  const quote = enclosingQuote(text, from);
  if (quote >= 0) {
    let start = quote;
    while (text[start - 1] === '\\') start--;
    const end = joinedEnd(text, start, quote);
    const quotes = 1 + Math.log2(quote - start + 1);
    return { to: isAt(text, end - 1, QUOTE) ? end - 1 - (quote - start) : end, quotes };
  }
  const frame = text.indexOf(FRAME, from);
  // A value may have a stack in it.
  const isInValue = frame >= 0 && findLiterals(text.slice(from, frame), '').isOpen;
  const end = frame < 0 || isInValue ? text.length : frame;
  const duration = DURATION.exec(text.slice(Math.max(from, end - 40), end));
  return { to: duration ? Math.max(from, end - 40) + duration.index : end, quotes: 0 };
}

/** The index of the quote that encloses the statement, or -1. Other words may precede the statement. */
function enclosingQuote(text: string, from: number): number {
  let at = from - 1;
  while (from - at < MAX_BEFORE && at >= 0 && /[\w;(:\s\\]/.test(text[at] ?? '')) at--;
  let before = at - 1;
  while (text[before] === '\\') before--;
  // A quote after a word closes a text. A backtick may be part of the statement.
  return isAt(text, at, QUOTE) && text[at] !== '`' && !isAt(text, before, WORD) ? at : -1;
}

interface Unescaped {
  readonly plain: string;
  /** Where a character of the plain text was. */
  placeOf(at: number): number;
}

/** A text without the escapes of the strings that enclose it, and without the joints of util.inspect. */
function withoutEscapes(text: string, quotes: number): Unescaped {
  if (quotes < 1 || !/[\\\n]/.test(text)) return { plain: text, placeOf: (at) => at };
  /** Places in the plain text, each followed by how many characters were left out up to there. */
  const shifts: number[] = [];
  let shift = 0;
  const plain = text.replace(ESCAPE, (escaped: string, next: string | undefined, at: number) => {
    const by = next === undefined ? '' : (BLANKS[next] ?? next);
    shift += escaped.length - by.length;
    shifts.push(at + escaped.length - shift, shift);
    return by;
  });
  const shiftAt = (at: number) => {
    let [low, high] = [0, shifts.length / 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((shifts[2 * middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return shifts[2 * low - 1] ?? 0;
  };
  const inner = withoutEscapes(plain, quotes - 1);
  const placeOf = (at: number) => {
    const place = inner.placeOf(at);
    return place + shiftAt(place);
  };
  return { plain: inner.plain, placeOf };
}
const ESCAPE = /\\([\s\S])|["'`] \+\n\s+["'`]/g;
const BLANKS: Readonly<Record<string, string>> = { n: ' ', r: ' ', t: ' ' };
