import { BLANK, BREAK, isAt, OPENING, QUOTE, type Source, skip, WORD } from './characters.ts';
import { inspectedEnd, lineEnd } from './inspected.ts';
import { isPartName, partBody } from './multipart.ts';
import { nameListEnd } from './name-lists.ts';
import { bracketedEnd, joinedEnd, quoteAt } from './quotes.ts';
import type { RedactRules } from './rules.ts';
import { valueStart } from './value-start.ts';
import { WordTable } from './word-table.ts';

export type Range = readonly [from: number, to: number];
type Find = (source: Source, at: number, end: number, rules: RedactRules) => Range | null;

/** Values that are secret because of where they are, by the word before them. */
const FINDERS: Readonly<Record<string, Find>> = {
  // The values of a statement: `bindings: […]`, `Params: […]`, `params: a,b`.
  bindings: listAfter,
  parameters: listAfter,
  params: listAfter,
  replacements: listAfter,
  bind: listAfter,
  values: valuesAfter,
  // Redis: `command: { name: 'auth', args: […] }`.
  args: valuesAfter,
  // Errors of databases.
  entry: (source, at, end) => (precededBy(source.text, at, 'Duplicate ') ? quotedAfter(source, end) : null),
  value: (source, at, end, rules) => {
    const { text } = source;
    if (text[at - 1] === ' ' && VALUE_ERROR.test(text.slice(Math.max(0, at - 20), at)))
      return quotedAfter(source, end);
    return valueBeforeName(source, at, end, rules);
  },
  near: (source, _at, end) => (source.text[end] === ' ' ? quotedAfter(source, end) : null),
  contains: (source, at, end) =>
    precededBy(source.text, at, 'row ') ? parenthesizedAfter(source, end) : null,
  is: (source, at, end) =>
    precededBy(source.text, at, 'key value ') ? parenthesizedAfter(source, end) : null,
  key: ({ text }, _at, end) => keyDetail(text, end),
  // Postgres: `for type integer: "…"`.
  type: (source, _at, end) => {
    const { text } = source;
    const word = text[end] === ' ' ? skip(source, end + 1, WORD) : end;
    return word > end + 1 && text[word] === ':' ? quotedAfter(source, word + 1) : null;
  },
  // Bytes, which may be any text.
  buffer: ({ text }, at, end) => {
    if (text[at - 1] !== '<') return null;
    const close = text.indexOf('>', end);
    return [end + 1, close < 0 ? text.length : close];
  },
  uint8array: bytesAfter,
  uint8contents: ({ text }, _at, end) => {
    const open = text.indexOf('<', end);
    if (open < 0 || open > end + 4) return null;
    const close = text.indexOf('>', open);
    return [open + 1, close < 0 ? text.length : close];
  },
  data: (source, at, end) =>
    /Buffer\\*["'],\s*\\*["']?$/.test(source.text.slice(Math.max(0, at - 16), at))
      ? listAfter(source, at, end, true)
      : null,
  // A part of a multipart form.
  name: (source, at, end, rules) => {
    const { text } = source;
    if (text[end] !== '=' || !isPartName(text, at)) return null;
    const quote = quoteAt(source, end + 1);
    const name = quote < 0 ? end + 1 : quote + 1;
    const nameEnd = skip(source, name, WORD);
    return rules.isSecret(text, name, nameEnd) ? partBody(source, nameEnd) : null;
  },
  // Oracle: `jdbc:oracle:thin:user/password@host`.
  thin: ({ text }, _at, end) => {
    const at = text.slice(end, end + 200).indexOf('@');
    return text[end] === ':' && at > 0 ? [end + 1, end + at] : null;
  },
  // Go: `user:password@tcp(host:3306)`.
  tcp: (source, at) => userBefore(source, at),
  unix: (source, at) => userBefore(source, at),
  http: (source, at) => userBefore(source, at),
  https: (source, at) => userBefore(source, at),
  // Redis: `AUTH …`.
  auth: (source, at, end) => {
    const { text } = source;
    const range = text.slice(at, end) === 'AUTH' ? wordAfter(source, end) : null;
    return range && !PLAIN_WORD.test(text.slice(...range)) ? range : null;
  },
  // .netrc: `login user password …`.
  password: (source, at, end) =>
    / login \S{1,64} $/.test(source.text.slice(Math.max(0, at - 80), at)) ? wordAfter(source, end) : null,
};
const PLAIN_WORD = /^[A-Z]?[a-z]*\W*$/;
const VALUE_ERROR = /(?:for|with|Incorrect [a-z]+|incorrect DOUBLE) $/;
/** `{ value: '…', name: 'token' }`. */
const NAME_KEY = /,\s*\\*["']?(?:name|key)\\*["']?\s*:\s*\\*["']/iy;
const MAX_USER = 64;
/** How long a value before its name can be. */
const MAX_LISTED = 1024;
/** Too short for card numbers. */
const HARMLESS_ITEM = '(?:-?\\d{1,9}(?:\\.\\d{1,9})?|true|false|null|undefined)';
const HARMLESS_LIST = new RegExp(`^\\[\\s*(?:${HARMLESS_ITEM}(?:\\s*,\\s*${HARMLESS_ITEM})*)?\\s*\\]$`);
/** Values by their placeholders: `{ $1: … }`, `{ ':name': … }`, `{"@id": … }`. */
const PLACEHOLDERS = /\{\s*\\*["']?[$:@]\w/y;
/** What a text has that is about a statement or a command with values. */
const COMMAND =
  /sql|query|queries|statement|command|redis|cmd|prepare|execut|select|insert|update|delete|replace|merge|upsert|call|exec|grant|into/i;
const WORDS = new WordTable(FINDERS);

/** The range of a value that is secret because of the word before it, or `null`. */
export function specialValue(source: Source, at: number, end: number, rules: RedactRules): Range | null {
  return WORDS.find(source.text, at, end)?.(source, at, end, rules) ?? null;
}

/** Texts that contain none of these have no such values. */
export const SPECIAL_MARKS: readonly string[] = [
  ...[
    'indings',
    'arams',
    'arameters',
    'ARAMETERS',
    'eplacements',
    'bind',
    'alues',
    'args',
    'uplicate ',
    'for value',
    'with value',
  ],
  ...[
    'ncorrect ',
    'near ',
    'row contains',
    'key value',
    'Key (',
    'type ',
    'Buffer',
    'Uint8',
    'form-data',
    'thin:',
    'login ',
    'AUTH ',
    '` (`',
  ],
];

function precededBy(text: string, at: number, words: string): boolean {
  return text.slice(Math.max(0, at - words.length), at).toLowerCase() === words.toLowerCase();
}

/** The list after a name. Without `listOnly`, also the rest of the line: some loggers write the values bare. */
function listAfter(source: Source, at: number, end: number, listOnly: unknown = false): Range | null {
  const { text } = source;
  let start = valueStart(source, at, end);
  // debug: `knex:bindings [ … ]`.
  if (start < 0 && text[end] === ' ' && text[end + 1] === '[') start = end + 1;
  if (start < 0) return null;
  PLACEHOLDERS.lastIndex = start;
  if (text[start] === '[' || text.startsWith('\\[', start) || PLACEHOLDERS.test(text))
    return [start, inspectedEnd(source, start)];
  if (listOnly === true || isAt(source, start, OPENING) || quoteAt(source, start) >= 0) return null;
  return inspectedEnd(source, start) >= 0 || isAt(source, start, BREAK)
    ? null
    : [start, lineEnd(text, start)];
}

/** The same for a list that may also be something else: numbers and names are kept if no statement or command is near. */
function valuesAfter(source: Source, at: number, end: number): Range | null {
  const range = listAfter(source, at, end, true);
  if (range === null || range[1] - range[0] > MAX_LISTED) return range;
  const [from, to] = range;
  const isHarmless = HARMLESS_LIST.test(source.text.slice(from, to)) || nameListEnd(source, from) === to;
  return isHarmless && !source.contains(COMMAND) ? null : range;
}

function quotedAfter(source: Source, end: number): Range | null {
  const { text } = source;
  const from = skip(source, text[end] === ':' ? end + 1 : end, BLANK);
  const quote = quoteAt(source, from);
  return quote < 0 ? null : [from, joinedEnd(source, from, quote)];
}

/** The values may contain parentheses themselves, so they end with the last one of the line. */
function parenthesizedAfter({ text }: Source, end: number): Range | null {
  if (!text.startsWith(' (', end)) return null;
  const line = lineEnd(text, end);
  const close = text.slice(end, line).lastIndexOf(')');
  return [end + 1, close < 0 ? line : end + close + 1];
}

/** PostgreSQL: `Key (email)=(…) already exists.` */
function keyDetail(text: string, end: number): Range | null {
  if (!text.startsWith(' (', end)) return null;
  const equals = text.slice(end, end + 400).indexOf(')=(');
  if (equals < 0) return null;
  const from = end + equals + 2;
  const line = lineEnd(text, from);
  const close = text.slice(from, line).lastIndexOf(') ');
  return [from, close < 0 ? line : from + close + 1];
}

function bytesAfter(source: Source, _at: number, end: number): Range | null {
  const { text } = source;
  const open = text.slice(end, end + 16).indexOf('[');
  return text[end] === '(' && open > 0 ? [end + open, bracketedEnd(source, end + open)] : null;
}

function wordAfter(source: Source, end: number): Range | null {
  const { text } = source;
  const from = skip(source, end, BLANK);
  let to = from;
  while (to < text.length && !isAt(source, to, BREAK | QUOTE)) to++;
  return to > from && from > end ? [from, to] : null;
}

function valueBeforeName(source: Source, at: number, end: number, rules: RedactRules): Range | null {
  const { text } = source;
  const from = valueStart(source, at, end);
  const quote = from < 0 ? -1 : quoteAt(source, from);
  if (quote < 0) return null;
  const to = joinedEnd(source, from, quote, from + MAX_LISTED);
  if (text[to] !== ',') return null;
  NAME_KEY.lastIndex = to;
  const name = to + (NAME_KEY.exec(text)?.[0].length ?? 0);
  return name > to && rules.isSecret(text, name, skip(source, name, WORD)) ? [from, to] : null;
}

/** The password before an `@`, without a URL around it. */
function userBefore(source: Source, at: number): Range | null {
  const { text } = source;
  if (text[at - 1] !== '@') return null;
  let start = at - 2;
  while (start > at - MAX_USER && start > 0 && !isAt(source, start - 1, BREAK | QUOTE)) start--;
  const colon = text.slice(start, at).indexOf(':');
  return colon > 0 ? [start + colon + 1, at - 1] : null;
}
