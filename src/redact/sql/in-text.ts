import { isAt, matchEnd, QUOTE, WORD } from '../text/characters.ts';
import { decodeLayer } from '../text/decode.ts';
import { because, type Found } from '../text/found.ts';
import { joinedEnd } from '../text/value-end.ts';
import { findLiterals } from './fingerprint.ts';

/** White space, which may be escaped or lie between two lines of util.inspect. */
const SPACE = '(?:\\s|\\\\[nrt]|["\'`] \\+\\s+["\'`])';
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
/** A statement with a value has one of these. */
const VALUE_MARKS = ["'", '"', '='];
/** ` 12 ms`, ` (3.5ms)`, ` +5ms`: loggers append how long a statement took. */
const DURATION =
  /(?<=[^\s=<>!~,*/%|+-])[ \t\n]{1,3}[+([]?\d{1,6}(?:\.\d{1,6})?\s?(?:[mnuµ]s|s)[)\]]?\s{0,4}$/;
const FRAME = '\n    at ';
const MAX_BEFORE = 64;
const MAX_STATEMENTS = 200;

/** Finds the values and comments of statements in a text. */
export function findStatements(text: string, found: Found[]): void {
  if (!SUSPECT.test(text)) return;
  let statements = 0;
  const hasFrom = createHasFrom(text);
  const lastMark = Math.max(...VALUE_MARKS.map((mark) => text.lastIndexOf(mark)));
  START.lastIndex = 0;
  for (let match = START.exec(text); match; match = START.exec(text)) {
    const from = match.index;
    if (match.groups?.columns !== undefined && !hasFrom(START.lastIndex)) continue;
    if (lastMark < from && isSentence(text, from)) continue;
    const quote = enclosingQuote(text, from);
    // Read when the text has been decoded.
    if (text[quote - 1] === '\\') continue;
    if (statements++ === MAX_STATEMENTS) {
      found.push(because(from, text.length, 'too many statements'));
      return;
    }
    const to = statementEnd(text, from, quote);
    const decoded = quote >= 0 ? decodeLayer(text.slice(from, to)) : null;
    const placeOf = (at: number) => from + (decoded ? (decoded.origin[at] ?? to - from) : at);
    for (const literal of findLiterals(decoded?.text ?? text.slice(from, to), '').literals)
      found.push({
        ...because(placeOf(literal.from), placeOf(literal.to), 'value of a statement'),
        by: literal.by,
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
  return /^select/i.test(text.slice(from, from + 6)) && matchEnd(SENTENCE, text, from + 6) > 0;
}

/** A statement ends at the quote that encloses it, before a stack or a duration, or with the text. */
function statementEnd(text: string, from: number, quote: number): number {
  if (quote >= 0) {
    const end = joinedEnd(text, quote);
    return isAt(text, end - 1, QUOTE) ? end - 1 : end;
  }
  const frame = text.indexOf(FRAME, from);
  // A value may have a stack in it.
  const isInValue = frame >= 0 && findLiterals(text.slice(from, frame), '').isOpen;
  const end = frame < 0 || isInValue ? text.length : frame;
  const tail = Math.max(from, end - 40);
  return tail + (DURATION.exec(text.slice(tail, end))?.index ?? end - tail);
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
