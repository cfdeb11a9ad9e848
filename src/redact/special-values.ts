import { BLANK, type Source, skip, WORD } from './characters.ts';
import { inspectedEnd, startsInspected } from './inspected.ts';
import { isPartName, partBody } from './multipart.ts';
import { nameListEnd } from './name-lists.ts';
import { bracketedEnd, joinedEnd } from './quotes.ts';
import type { RedactRules } from './rules.ts';
import { valueStart } from './value-start.ts';
import { WordTable } from './word-table.ts';

export type Range = readonly [from: number, to: number];
type Find = (source: Source, at: number, end: number, rules: RedactRules) => Range | null;

/** Values that are secret because of where they are, by the word before them. */
const FINDERS: Readonly<Record<string, Find>> = {
  // The values of a statement: `bindings: […]`, `Params: […]`, `params: a,b`.
  bindings: listOrLine,
  parameters: listOrLine,
  params: listOrLine,
  replacements: listOrLine,
  bind: listOrLine,
  values: valuesAfter,
  // Redis: `command: { name: 'auth', args: […] }`.
  args: valuesAfter,
  // Errors of databases.
  entry: (source, at, end) => matchAt(/(?<=duplicate )/iy, source.text, at) && quotedRange(source, end),
  value: (source, at, end, rules) =>
    matchAt(/(?<=(?:for|with|incorrect [a-z]{1,16}) )/iy, source.text, at)
      ? quotedRange(source, end)
      : valueBeforeName(source, at, end, rules),
  near: (source, _at, end) => (source.text[end] === ' ' ? quotedRange(source, end) : null),
  contains: ({ text }, at, end) => matchAt(/(?<=row )/y, text, at) && matchAt(PARENTHESIZED, text, end + 1),
  is: ({ text }, at, end) => matchAt(/(?<=key value )/y, text, at) && matchAt(PARENTHESIZED, text, end + 1),
  key: ({ text }, _at, end) => {
    const columns = text.startsWith(' (', end) ? text.slice(end, end + MAX_COLUMNS).indexOf(')=(') : -1;
    return columns < 0 ? null : matchAt(KEY_VALUES, text, end + columns + ')='.length);
  },
  type: rejectedValue,
  enum: rejectedValue,
  // Bytes, which may be any text.
  buffer: ({ text }, at, end) => matchAt(/(?<=<)/y, text, at) && matchAt(/[^>]+/y, text, end + 1),
  uint8array: (source, _at, end) => {
    const length = matchAt(/\(\d{1,16}\) (?=\[)/y, source.text, end);
    return length && [length[1], bracketedEnd(source, length[1])];
  },
  uint8contents: ({ text }, _at, end) => matchAt(/(?<=\]: <)[^>]+/y, text, end + ']: <'.length),
  data: (source, at, end) =>
    matchAt(/(?<=Buffer\\*["'],\s*\\*["']?)/y, source.text, at) && listAfter(source, at, end),
  // A part of a multipart form.
  name: (source, at, end, rules) => {
    const { text } = source;
    const name = isPartName(text, at) && matchAt(/=\\*["']?/y, text, end);
    if (!name) return null;
    const nameEnd = skip(source, name[1], WORD);
    return rules.isSecret(text, name[1], nameEnd) ? partBody(source, nameEnd) : null;
  },
  // Oracle: `jdbc:oracle:thin:user/password@host`.
  thin: ({ text }, _at, end) => matchAt(/(?<=:)[^\s/:@]{1,64}\/\S{1,128}(?=@)/y, text, end + 1),
  // Go: `user:password@tcp(host:3306)`.
  tcp: passwordBefore,
  unix: passwordBefore,
  http: passwordBefore,
  https: passwordBefore,
  // Redis: `AUTH …`. The word after it may also be one of a sentence.
  auth: (source, at, end) => {
    const { text } = source;
    const range = text.slice(at, end) === 'AUTH' ? wordAfter(source, end) : null;
    return range && !PLAIN_WORD.test(text.slice(...range)) ? range : null;
  },
  // .netrc: `login user password …`.
  password: (source, at, end) => matchAt(/(?<= login \S{1,64} )/y, source.text, at) && wordAfter(source, end),
};
const PLAIN_WORD = /^[A-Z]?[a-z]*\W*$/;
/** It may be escaped. */
const OPENING_QUOTE = /\\*["'`]/y;
/** `{ value: '…', name: 'token' }`. */
const NAME_KEY = /,\s*\\*["']?(?:name|key)\\*["']?\s*:\s*\\*["']/iy;
/** How long a value before its name can be. */
const MAX_VALUE = 1024;
/** Too short for card numbers. */
const HARMLESS_ITEM = '(?:-?\\d{1,9}(?:\\.\\d{1,9})?|true|false|null|undefined)';
const HARMLESS_LIST = new RegExp(`^\\[\\s*(?:${HARMLESS_ITEM}(?:\\s*,\\s*${HARMLESS_ITEM})*)?\\s*\\]$`);
/** A list, or values by their placeholders: `{ $1: … }`, `{ ':name': … }`, `{"@id": … }`. */
const LIST = /\[|\{\s*\\*["']?[$:@]\w/y;
const UNQUOTED_LINE = /(?!\\*["'`])\S[^\n]*/y;
/** The values may contain parentheses themselves, so they end with the last one of the line. */
const PARENTHESIZED = /(?<= )\((?:[^\n]*\)|[^\n]*)/y;
/** PostgreSQL: `Key (email)=(…) already exists.` */
const MAX_COLUMNS = 400;
const KEY_VALUES = /[^\n]*\)(?= )|[^\n]*/y;
/** PostgreSQL: `for type integer: "…"`, `for type double precision: "…"`. */
const TYPE_NAME = / [\w.-]+:|(?<=for type)(?: [a-z]+){2,5}:/y;
/** What a text has that is about a statement or a command with values. */
const COMMAND =
  /sql|query|queries|statement|command|redis|cmd|prepare|exec|select|insert|update|delete|replace|merge|upsert|call|grant|into/i;
const WORDS = new WordTable(FINDERS);

/** The range of a value that is secret because of the word before it, or `null`. */
export function specialValue(source: Source, at: number, end: number, rules: RedactRules): Range | null {
  return WORDS.find(source.text, at, end)?.(source, at, end, rules) ?? null;
}

/** Texts that contain none of these have no such values. */
export const SPECIAL_MARKS: readonly string[] =
  'indings|arams|arameters|ARAMETERS|eplacements|bind|alues|args|uplicate |for value|with value|ncorrect |near |row contains|key value|Key (|type |enum |Buffer|Uint8|form-data|thin:|login |AUTH |` (`'.split(
    '|',
  );

/** The range of what a sticky pattern matches here, or `null`. */
function matchAt(pattern: RegExp, text: string, at: number): Range | null {
  pattern.lastIndex = at;
  return at >= 0 && pattern.test(text) ? [at, pattern.lastIndex] : null;
}

/** The list after a name. */
function listAfter(source: Source, at: number, end: number): Range | null {
  const start = listStart(source, at, end);
  return matchAt(LIST, source.text, start) && [start, inspectedEnd(source, start)];
}

/** The list after a name, or the rest of the line: some loggers write the values bare. */
function listOrLine(source: Source, at: number, end: number): Range | null {
  const list = listAfter(source, at, end);
  const start = listStart(source, at, end);
  return startsInspected(source, start) ? list : matchAt(UNQUOTED_LINE, source.text, start);
}

function listStart(source: Source, at: number, end: number): number {
  // debug: `knex:bindings [ … ]`.
  return matchAt(/ \[/y, source.text, end) ? end + 1 : valueStart(source, at, end);
}

/** The same for a list that may also be something else: numbers and names are kept if no statement or command is near. */
function valuesAfter(source: Source, at: number, end: number): Range | null {
  const range = listAfter(source, at, end);
  if (range === null) return null;
  const isHarmless =
    HARMLESS_LIST.test(source.text.slice(...range)) || nameListEnd(source, range[0]) === range[1];
  return isHarmless && !source.contains(COMMAND) ? null : range;
}

function quotedRange(source: Source, end: number): Range | null {
  const { text } = source;
  const from = matchAt(/:?[ \t]*/y, text, end)?.[1] ?? end;
  const quote = matchAt(OPENING_QUOTE, text, from);
  return quote && [from, joinedEnd(source, from, quote[1] - 1)];
}

/** A value that does not have the type that PostgreSQL names. */
function rejectedValue(source: Source, _at: number, end: number): Range | null {
  const type = matchAt(TYPE_NAME, source.text, end);
  return type && quotedRange(source, type[1]);
}

function wordAfter(source: Source, end: number): Range | null {
  const from = skip(source, end, BLANK);
  // A quote right after the word closes it.
  if (from === end) return null;
  return quotedRange(source, from) ?? matchAt(/[^\s"'`]+/y, source.text, from);
}

function valueBeforeName(source: Source, at: number, end: number, rules: RedactRules): Range | null {
  const { text } = source;
  const from = valueStart(source, at, end);
  const quote = matchAt(OPENING_QUOTE, text, from);
  if (!quote) return null;
  const to = joinedEnd(source, from, quote[1] - 1, from + MAX_VALUE);
  const name = matchAt(NAME_KEY, text, to);
  return name && rules.isSecret(text, name[1], skip(source, name[1], WORD)) ? [from, to] : null;
}

/** The password before an `@`, without a URL around it. */
function passwordBefore({ text }: Source, at: number): Range | null {
  const pattern = /(?<=[^\s"'`:]:([^\s"'`]{1,64})@)/y;
  pattern.lastIndex = at;
  const [, password] = pattern.exec(text) ?? [];
  return password === undefined ? null : [at - 1 - password.length, at - 1];
}
