import { copyText } from '../format/cut-text.ts';
import {
  ALPHANUMERIC,
  BACKSLASH,
  BREAK,
  isAt,
  isCharacterAt,
  QUOTE,
  Source,
  skip,
  WORD,
} from './characters.ts';
import { joinedEnd, nextJoined } from './quotes.ts';
import { applyReplacements, type Replacement } from './replacements.ts';
import { findLiterals } from './sql-fingerprint.ts';
import { WordTable } from './word-table.ts';

/** White space, which may be escaped or lie between two lines of util.inspect. */
const SPACE = '(?:\\s|\\\\+[nrt]|["\'`] \\+\\s+["\'`])';
/** The first word of a statement, and what must follow it. A tilde is white space. */
const FOLLOWS: Readonly<Record<string, string>> = {
  select: '',
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
  grant: '\\w{1,20}(?:,? \\w{1,20}){0,3}~+(?:on|to)~',
  set: 'password~+for~',
  copy: '[^\\s\\\\]{1,100}~*(?:\\([^)]{0,40}\\)~*)?from~',
  load: 'data~',
};
const KEYWORD = new RegExp(`\\b(?:${Object.keys(FOLLOWS).join('|')})(?=${SPACE})`, 'gi');
const STATEMENTS = new WordTable(
  Object.fromEntries(
    Object.entries(FOLLOWS).map(([word, after]) => [
      word,
      { word, follows: new RegExp(`~+${after}`.replaceAll('~', SPACE), 'iy') },
    ]),
  ),
);
/** A column list, a function or a literal: what follows SELECT if there is no FROM. */
const SELECTED = new RegExp(`${SPACE}+(?:[\\w.]{1,64}\\(|['"$*?@\\d])`, 'iy');
/** What follows the verb `select` in a sentence. */
const SENTENCE = /\s+(?:an?|the|your|one|any|all|at|from)\s/iy;
const ESCAPED = /[\\'"`]/;
const BEFORE_STATEMENT = ALPHANUMERIC | BREAK | BACKSLASH;
const MAX_BEFORE = 64;
/** What a statement without values has none of. */
const LITERAL = /['"`$#\d\\]|--|\/|identified|stdin/i;
/** What a string or a comment has. */
const LITERAL_MARK = /['"`$=\\#]|--|\/\*/;
/** ` 12 ms`, ` (3.5ms)`, ` +5ms`, not after an operator: loggers append how long a statement took. */
const DURATION =
  /(?<=[^\s=<>!~,*/%|+-])[ \t\n]{1,3}[+([]?\d{1,6}(?:\.\d{1,6})?\s?(?:[mnuµ]s|s)[)\]]?\s{0,4}$/;
const MAX_DURATION_LENGTH = 40;
const FRAME = '\n    at ';
const MAX_FRAMES = 20;

/** Finds the secrets of a text by their names and formats. */
type FindSecrets = (text: string) => readonly Replacement[];

/**
 * Replaces the statements in a text by their fingerprints. Other secrets are found in the original text, because a
 * fingerprint may split them from their names, and without them a fingerprint may read a string as code.
 */
export function redactStatements(text: string, findSecrets: FindSecrets): string {
  let out = '';
  let copied = 0;
  const source = new Source(text);
  let clues: Clues | null = null;
  KEYWORD.lastIndex = 0;
  while (KEYWORD.test(text)) {
    // Unlike exec, this allocates nothing.
    const wordEnd = KEYWORD.lastIndex;
    const start = wordStart(text, wordEnd);
    const first = STATEMENTS.find(text, start, wordEnd);
    if (first === null) continue;
    clues ??= new Clues(text);
    if (!isStatement(text, wordEnd, first.word, clues) || !matches(first.follows, text, wordEnd)) continue;
    const { end, statement } = statementAt(source, start, clues, findSecrets);
    KEYWORD.lastIndex = end;
    out += text.slice(copied, start) + statement;
    copied = end;
  }
  return out + text.slice(copied);
}

function wordStart(text: string, end: number): number {
  let start = end;
  while (isCharacterAt(text, start - 1, ALPHANUMERIC)) start--;
  return start;
}

/** Whether the text may contain a statement. */
export function mayContainStatement(text: string): boolean {
  KEYWORD.lastIndex = 0;
  return KEYWORD.test(text);
}

/** The last occurrences of what distinguishes a statement from a sentence, or -1. */
class Clues {
  readonly from: number;
  readonly identified: number;
  readonly value: number;
  /** The index after the last semicolon, if only words and numbers follow it. */
  readonly semicolon: number;
  /** Where the duration at the end of the text starts. */
  readonly duration: number;
  readonly #text: string;
  #frames = 0;

  constructor(text: string) {
    const lower = text.toLowerCase();
    this.from = lower.lastIndexOf('from');
    this.identified = lower.lastIndexOf('identified');
    this.value = Math.max(...["'", '"', '='].map((mark) => text.lastIndexOf(mark)));
    const semicolon = text.lastIndexOf(';');
    this.semicolon = LITERAL_MARK.test(text.slice(semicolon)) ? -1 : semicolon + 1;
    const from = Math.max(0, text.length - MAX_DURATION_LENGTH);
    const found = DURATION.exec(text.slice(from));
    this.duration = found ? from + found.index : -1;
    this.#text = text;
  }

  /** The start of the next stack, or -1. After many of them, a text is not a message with its stack. */
  frameAfter(start: number): number {
    return ++this.#frames > MAX_FRAMES ? -1 : this.#text.indexOf(FRAME, start);
  }
}

function isStatement(text: string, after: number, word: string, clues: Clues): boolean {
  if (word === 'copy') return clues.from > after;
  if (word === 'grant') return clues.identified > after;
  if (word !== 'select') return true;
  if (clues.value < after && matches(SENTENCE, text, after)) return false;
  return clues.from > after || matches(SELECTED, text, after);
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function statementAt(
  source: Source,
  start: number,
  clues: Clues,
  findSecrets: FindSecrets,
): { readonly end: number; readonly statement: string } {
  const { text } = source;
  const quote = enclosingQuote(source, start);
  if (quote >= 0) {
    let opening = quote;
    while (isAt(source, opening - 1, BACKSLASH)) opening--;
    const depth = quote - opening;
    const close = joinedEnd(source, opening, quote);
    const end = isAt(source, close - 1, QUOTE) ? close - 1 - depth : close;
    const raw = text.slice(start, end);
    if (!LITERAL.test(raw)) return { end, statement: raw };
    const sql = removeEscapes(raw, depth);
    const statement = applyReplacements(sql, findLiterals(sql, '').literals, findSecrets(sql));
    return { end, statement: escapeQuotes(statement, text[quote] ?? '"', depth) };
  }
  const frame = clues.frameAfter(start);
  if (frame > 0) {
    const sql = text.slice(start, frame);
    const { literals, isOpen } = findLiterals(sql, '');
    if (!isOpen) return { end: frame, statement: applyReplacements(sql, literals, findSecrets(sql)) };
  }
  const rest = copyText(text.slice(start));
  const { literals } = findLiterals(rest, '');
  const secrets = findSecrets(rest);
  const length = statementLength(rest, start, clues, literals, secrets);
  return {
    end: start + length,
    statement: applyReplacements(rest.slice(0, length), upTo(length, literals), upTo(length, secrets)),
  };
}

/**
 * The length of a statement that reaches to the end of the text, unless it ends at a semicolon and no string can follow,
 * or before a duration. A secret after that shows that it does not.
 */
function statementLength(
  rest: string,
  start: number,
  { semicolon, duration }: Clues,
  literals: readonly Replacement[],
  secrets: readonly Replacement[],
): number {
  const length = (semicolon > start ? semicolon : duration) - start;
  const isEnd = length > 0 && !secrets.some(({ to }) => to > length);
  return isEnd && !literals.some(({ from, to }) => from < length && to > length) ? length : rest.length;
}

function upTo(length: number, replacements: readonly Replacement[]): readonly Replacement[] {
  return replacements.filter(({ to }) => to <= length);
}

/** The index of the quote that encloses the statement, or -1. Other words may precede the statement. */
function enclosingQuote(source: Source, start: number): number {
  const { text } = source;
  let at = start - 1;
  while (start - at < MAX_BEFORE && mayPrecede(source, at)) at--;
  // A quote after a word closes a text. A backtick may be part of the statement.
  let before = at - 1;
  while (isAt(source, before, BACKSLASH)) before--;
  return isAt(source, at, QUOTE) && text[at] !== '`' && !isAt(source, before, WORD) ? at : -1;
}

/** Whether the character may be between the quote and the statement. */
function mayPrecede(source: Source, at: number): boolean {
  return isAt(source, at, BEFORE_STATEMENT) || /[_;(:\s]/.test(source.text[at] ?? '');
}

/** Removes one layer of escapes. `depth` is the number of backslashes before the quotes that enclose the text. */
function removeEscapes(text: string, depth: number): string {
  if (!ESCAPED.test(text)) return text;
  const source = new Source(text);
  const layer = 2 * (depth + 1);
  let out = '';
  for (let at = 0; at < text.length; ) {
    const end = skip(source, at, BACKSLASH);
    if (end > at) {
      out += '\\'.repeat(Math.floor((end - at) / layer));
      const isEscape = (end - at) % layer !== 0;
      const letter = text[end] ?? '';
      out += isEscape && (letter === 'n' || letter === 'r' || letter === 't') ? ' ' : letter;
      at = end + 1;
      continue;
    }
    const next = isAt(source, at, QUOTE) ? nextJoined(source, at + 1) : -1;
    if (next >= 0) at = next + 1;
    else out += text[at++];
  }
  return out;
}

function escapeQuotes(text: string, quote: string, depth: number): string {
  return text.replaceAll(quote, '\\'.repeat(2 * depth + 1) + quote);
}
