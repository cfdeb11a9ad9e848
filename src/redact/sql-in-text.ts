import { BACKSLASH, isAt, QUOTE, skip, WORD } from './characters.ts';
import { joinedEnd, nextJoined } from './quotes.ts';
import { applyReplacements, type Replacement } from './replacements.ts';
import { findLiterals } from './sql-fingerprint.ts';

/** White space, which may be escaped or lie between two lines of util.inspect. */
const SPACE = '(?:\\s|\\\\+[nrt]|["\'`] \\+\\s+["\'`])';
/** The first word of a statement, and what must follow it. A tilde is white space. */
const FOLLOWS: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({
    select: '',
    insert: '(?:into|ignore|or|overwrite)~',
    update:
      '(?:(?:only|ignore|low_priority)~+)?(?:[^\\s\\\\]|\\\\+["`]){1,80}~+(?:(?:as~+)?\\w{1,64}~+)?set~',
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
  }).map(([word, after]) => [word, new RegExp(`~+${after}`.replaceAll('~', SPACE), 'iy')]),
);
const KEYWORD = new RegExp(`\\b(?:${Object.keys(FOLLOWS).join('|')})(?=${SPACE})`, 'gi');
/** A column list, a function or a literal: what follows SELECT if there is no FROM. */
const SELECTED = new RegExp(`${SPACE}+(?:[\\w.]{1,64}\\(|['"$*?@\\d])`, 'iy');
/** What follows the verb `select` in a sentence. */
const SENTENCE = /\s+(?:an?|the|your|one|any|all|at|from)\s/iy;
const ESCAPED = /[\\'"`]/;
const BEFORE_STATEMENT = /[\w\s;(:\\]/;
const MAX_BEFORE = 64;
/** What a statement without values has none of. */
const LITERAL = /['"`$#\d\\]|--|\/|identified|stdin/i;
const FRAME = '\n    at ';

/** Finds the secrets of a text by their names and formats. */
type FindSecrets = (text: string) => readonly Replacement[];

/**
 * Replaces the statements in a text by their fingerprints. Other secrets are found in the original text, because a
 * fingerprint may split them from their names, and without them a fingerprint may read a string as code.
 */
export function redactStatements(text: string, findSecrets: FindSecrets): string {
  let out = '';
  let copied = 0;
  let clues: Clues | null = null;
  KEYWORD.lastIndex = 0;
  for (let found = KEYWORD.exec(text); found; found = KEYWORD.exec(text)) {
    const start = found.index;
    const word = found[0].toLowerCase();
    clues ??= {
      from: lastIndexOf(text, 'from'),
      identified: lastIndexOf(text, 'identified'),
      value: Math.max(text.lastIndexOf("'"), text.lastIndexOf('"'), text.lastIndexOf('=')),
    };
    if (!startsStatement(text, start, word, clues)) continue;
    const { end, statement } = statementAt(text, start, findSecrets);
    out += text.slice(copied, start) + statement;
    copied = end;
    KEYWORD.lastIndex = end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** Whether the text may contain a statement. */
export function mayContainStatement(text: string): boolean {
  KEYWORD.lastIndex = 0;
  return KEYWORD.test(text);
}

/** The last occurrences of what distinguishes a statement from a sentence. */
interface Clues {
  readonly from: number;
  readonly identified: number;
  readonly value: number;
}

function startsStatement(text: string, start: number, word: string, clues: Clues): boolean {
  const { from, identified, value } = clues;
  const after = start + word.length;
  if ((word === 'copy' && from < after) || (word === 'grant' && identified < after)) return false;
  if (!matches(FOLLOWS[word], text, after)) return false;
  if (word !== 'select') return true;
  if (value < after && matches(SENTENCE, text, after)) return false;
  return from > after || matches(SELECTED, text, after);
}

function lastIndexOf(text: string, word: string): number {
  return text.toLowerCase().lastIndexOf(word);
}

function matches(pattern: RegExp | undefined, text: string, at: number): boolean {
  if (!pattern) return false;
  pattern.lastIndex = at;
  return pattern.test(text);
}

function statementAt(
  text: string,
  start: number,
  findSecrets: FindSecrets,
): { readonly end: number; readonly statement: string } {
  const quote = enclosingQuote(text, start);
  if (quote >= 0) {
    let opening = quote;
    while (isAt(text, opening - 1, BACKSLASH)) opening--;
    const depth = quote - opening;
    const close = joinedEnd(text, opening, quote);
    const end = isAt(text, close - 1, QUOTE) ? close - 1 - depth : close;
    const raw = text.slice(start, end);
    if (!LITERAL.test(raw)) return { end, statement: raw };
    const sql = removeEscapes(raw, depth);
    const statement = applyReplacements(sql, findLiterals(sql, '').literals, findSecrets(sql));
    return { end, statement: escapeQuotes(statement, text[quote] ?? '"', depth) };
  }
  const frame = text.indexOf(FRAME, start);
  const isWhole = frame < 0 || findLiterals(text.slice(start, frame), '').isOpen;
  const end = isWhole ? text.length : frame;
  const sql = text.slice(start, end);
  return { end, statement: applyReplacements(sql, findLiterals(sql, '').literals, findSecrets(sql)) };
}

/** The index of the quote that encloses the statement, or -1. Other words may precede the statement. */
function enclosingQuote(text: string, start: number): number {
  let at = start - 1;
  while (at >= 0 && start - at < MAX_BEFORE && BEFORE_STATEMENT.test(text[at] ?? '')) at--;
  // A quote after a word closes a text. A backtick may be part of the statement.
  let before = at - 1;
  while (isAt(text, before, BACKSLASH)) before--;
  return isAt(text, at, QUOTE) && text[at] !== '`' && !isAt(text, before, WORD) ? at : -1;
}

/** Removes one layer of escapes. `depth` is the number of backslashes before the quotes that enclose the text. */
function removeEscapes(text: string, depth: number): string {
  if (!ESCAPED.test(text)) return text;
  const layer = 2 * (depth + 1);
  let out = '';
  for (let at = 0; at < text.length; ) {
    const end = skip(text, at, BACKSLASH);
    if (end > at) {
      out += '\\'.repeat(Math.floor((end - at) / layer));
      const isEscape = (end - at) % layer !== 0;
      const letter = text[end] ?? '';
      out += isEscape && (letter === 'n' || letter === 'r' || letter === 't') ? ' ' : letter;
      at = end + 1;
      continue;
    }
    const next = isAt(text, at, QUOTE) ? nextJoined(text, at + 1) : -1;
    if (next >= 0) at = next + 1;
    else out += text[at++];
  }
  return out;
}

function escapeQuotes(text: string, quote: string, depth: number): string {
  return text.replaceAll(quote, '\\'.repeat(2 * depth + 1) + quote);
}
