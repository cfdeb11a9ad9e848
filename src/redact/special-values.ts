import { BLANK, BREAK, isAt, OPENING, QUOTE, skip, WORD } from './characters.ts';
import { inspectedEnd, lineEnd } from './inspected.ts';
import { isPartName, partBody } from './multipart.ts';
import { bracketedEnd, joinedEnd, parenthesizedEnd, quoteAt } from './quotes.ts';
import type { RedactRules } from './rules.ts';
import { valueStart } from './value-start.ts';

export type Range = readonly [from: number, to: number];
type Find = (text: string, at: number, end: number, rules: RedactRules) => Range | null;

/** Values that are secret because of where they are, by the word before them. */
const FINDERS: Readonly<Record<string, Find>> = {
  // The values of a statement: `bindings: […]`, `Params: […]`, `params: a,b`.
  bindings: listAfter,
  parameters: listAfter,
  params: listAfter,
  replacements: listAfter,
  bind: listAfter,
  values: (text, at, end) => listAfter(text, at, end, true),
  // Redis: `command: { name: 'auth', args: […] }`.
  args: (text, at, end) => listAfter(text, at, end, true),
  // Errors of databases.
  entry: (text, at, end) => (precededBy(text, at, 'Duplicate ') ? quotedAfter(text, end) : null),
  value: (text, at, end, rules) => {
    if (text[at - 1] === ' ' && VALUE_ERROR.test(text.slice(Math.max(0, at - 20), at)))
      return quotedAfter(text, end);
    return valueBeforeName(text, at, end, rules);
  },
  near: (text, _at, end) => (text[end] === ' ' ? quotedAfter(text, end) : null),
  contains: (text, at, end) => (precededBy(text, at, 'row ') ? parenthesizedAfter(text, end) : null),
  is: (text, at, end) => (precededBy(text, at, 'key value ') ? parenthesizedAfter(text, end) : null),
  key: (text, _at, end) => keyDetail(text, end),
  // Postgres: `for type integer: "…"`.
  type: (text, _at, end) => {
    const word = text[end] === ' ' ? skip(text, end + 1, WORD) : end;
    return word > end + 1 && text[word] === ':' ? quotedAfter(text, word + 1) : null;
  },
  // Bytes, which may be any text.
  buffer: (text, at, end) => {
    if (text[at - 1] !== '<') return null;
    const close = text.indexOf('>', end);
    return [end + 1, close < 0 ? text.length : close];
  },
  uint8array: bytesAfter,
  uint8contents: (text, _at, end) => {
    const open = text.indexOf('<', end);
    if (open < 0 || open > end + 4) return null;
    const close = text.indexOf('>', open);
    return [open + 1, close < 0 ? text.length : close];
  },
  data: (text, at, end) =>
    /Buffer\\*["'],\s*\\*["']?$/.test(text.slice(Math.max(0, at - 16), at))
      ? listAfter(text, at, end, true)
      : null,
  // A part of a multipart form.
  name: (text, at, end, rules) => {
    if (text[end] !== '=' || !isPartName(text, at)) return null;
    const quote = quoteAt(text, end + 1);
    const name = quote < 0 ? end + 1 : quote + 1;
    const nameEnd = skip(text, name, WORD);
    return rules.isSecret(text.slice(name, nameEnd)) ? partBody(text, nameEnd) : null;
  },
  // Oracle: `jdbc:oracle:thin:user/password@host`.
  thin: (text, _at, end) => {
    const at = text.slice(end, end + 200).indexOf('@');
    return text[end] === ':' && at > 0 ? [end + 1, end + at] : null;
  },
  // Go: `user:password@tcp(host:3306)`.
  tcp: (text, at) => userBefore(text, at),
  unix: (text, at) => userBefore(text, at),
  http: (text, at) => userBefore(text, at),
  https: (text, at) => userBefore(text, at),
  // Redis: `AUTH …`.
  auth: (text, at, end) => {
    const range = text.slice(at, end) === 'AUTH' ? wordAfter(text, end) : null;
    return range && !PLAIN_WORD.test(text.slice(...range)) ? range : null;
  },
  // .netrc: `login user password …`.
  password: (text, at, end) =>
    / login \S{1,64} $/.test(text.slice(Math.max(0, at - 80), at)) ? wordAfter(text, end) : null,
};
const PLAIN_WORD = /^[A-Z]?[a-z]*\W*$/;
const VALUE_ERROR = /(?:for|Incorrect [a-z]+|incorrect DOUBLE) $/;
/** `{ value: '…', name: 'token' }`. */
const NAME_KEY = /,\s*\\*["']?(?:name|key)\\*["']?\s*:\s*\\*["']/iy;
const MAX_USER = 64;
/** How long a value before its name can be. */
const MAX_LISTED = 1024;
const LONGEST = Math.max(...Object.keys(FINDERS).map((word) => word.length));
/** A quick check that most words fail, by first letter and length. */
const HASHES = new Uint8Array(8192);
for (const word of Object.keys(FINDERS)) HASHES[hash(word, 0, word.length)] = 1;

/** The range of a value that is secret because of the word before it, or `null`. */
export function specialValue(text: string, at: number, end: number, rules: RedactRules): Range | null {
  if (end - at > LONGEST || HASHES[hash(text, at, end)] !== 1) return null;
  const word = text.slice(at, end).toLowerCase();
  return Object.hasOwn(FINDERS, word) ? (FINDERS[word]?.(text, at, end, rules) ?? null) : null;
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

function hash(text: string, from: number, to: number): number {
  return ((text.charCodeAt(from) | 32) & 255) * 32 + ((to - from) & 31);
}

function precededBy(text: string, at: number, words: string): boolean {
  return text.slice(Math.max(0, at - words.length), at).toLowerCase() === words.toLowerCase();
}

/** The list after a name. Without `listOnly`, also the rest of the line: some loggers write the values bare. */
function listAfter(text: string, at: number, end: number, listOnly: unknown = false): Range | null {
  let start = valueStart(text, at, end);
  // debug: `knex:bindings [ … ]`.
  if (start < 0 && text[end] === ' ' && text[end + 1] === '[') start = end + 1;
  if (start < 0) return null;
  if (text[start] === '[' || text.startsWith('\\[', start)) return [start, inspectedEnd(text, start)];
  if (listOnly === true || isAt(text, start, OPENING) || quoteAt(text, start) >= 0) return null;
  return inspectedEnd(text, start) >= 0 || isAt(text, start, BREAK) ? null : [start, lineEnd(text, start)];
}

function quotedAfter(text: string, end: number): Range | null {
  const from = skip(text, text[end] === ':' ? end + 1 : end, BLANK);
  const quote = quoteAt(text, from);
  return quote < 0 ? null : [from, joinedEnd(text, from, quote)];
}

function parenthesizedAfter(text: string, end: number): Range | null {
  return text.startsWith(' (', end) ? [end + 1, parenthesizedEnd(text, end + 1)] : null;
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

function bytesAfter(text: string, _at: number, end: number): Range | null {
  const open = text.slice(end, end + 16).indexOf('[');
  return text[end] === '(' && open > 0 ? [end + open, bracketedEnd(text, end + open)] : null;
}

function wordAfter(text: string, end: number): Range | null {
  const from = skip(text, end, BLANK);
  let to = from;
  while (to < text.length && !isAt(text, to, BREAK | QUOTE)) to++;
  return to > from && from > end ? [from, to] : null;
}

function valueBeforeName(text: string, at: number, end: number, rules: RedactRules): Range | null {
  const from = valueStart(text, at, end);
  const quote = from < 0 ? -1 : quoteAt(text, from);
  if (quote < 0) return null;
  const to = from + joinedEnd(text.slice(from, from + MAX_LISTED), 0, quote - from);
  if (text[to] !== ',') return null;
  NAME_KEY.lastIndex = to;
  const name = to + (NAME_KEY.exec(text)?.[0].length ?? 0);
  return name > to && rules.isSecret(text.slice(name, skip(text, name, WORD))) ? [from, to] : null;
}

/** The password before an `@`, without a URL around it. */
function userBefore(text: string, at: number): Range | null {
  if (text[at - 1] !== '@') return null;
  let start = at - 2;
  while (start > at - MAX_USER && start > 0 && !isAt(text, start - 1, BREAK | QUOTE)) start--;
  const colon = text.slice(start, at).indexOf(':');
  return colon > 0 ? [start + colon + 1, at - 1] : null;
}
