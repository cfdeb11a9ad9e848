/** Characters of SQL. They are flags, so one table lookup checks several of them. */
export const LETTER = 1;
export const DIGIT = 2;
export const SPACE = 4;
const FLAGS = new Uint8Array(65_536).fill(LETTER, 128);
for (let code = 65; code <= 90; code++) FLAGS.fill(LETTER, code, code + 1).fill(LETTER, code + 32, code + 33);
FLAGS.fill(DIGIT, 48, 58).fill(SPACE, 9, 14);
FLAGS[32] = SPACE;
FLAGS[95] = LETTER;

const [DOLLAR, PLUS, DASH, DOT, LOWER_E] = [36, 43, 45, 46, 101];
/** `$1` is a placeholder, `$12345` may be an amount. */
const MAX_PLACEHOLDER_DIGITS = 4;
/** A name has at most 128 characters. */
const MAX_BRACKET_NAME = 260;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

export function sqlFlags(sql: string, at: number): number {
  return at < sql.length ? (FLAGS[sql.charCodeAt(at)] ?? 0) : 0;
}

function skipFlags(sql: string, from: number, flags: number): number {
  let at = from;
  while ((sqlFlags(sql, at) & flags) !== 0) at++;
  return at;
}

/** The end of a word, which may contain dollar signs. */
export function wordEnd(sql: string, from: number): number {
  let at = from;
  while ((sqlFlags(sql, at) & (LETTER | DIGIT)) !== 0 || sql.charCodeAt(at) === DOLLAR) at++;
  return at;
}

/** The end of a number, with all letters that touch it: `0xFF`, `1.5e-3`, `0b01`. */
export function numberEnd(sql: string, from: number): number {
  let at = from;
  for (; ; at++) {
    if ((sqlFlags(sql, at) & (LETTER | DIGIT)) !== 0) continue;
    const code = sql.charCodeAt(at);
    const isExponent = (code === PLUS || code === DASH) && (sql.charCodeAt(at - 1) | 32) === LOWER_E;
    if (code !== DOT && !(isExponent && (sqlFlags(sql, at + 1) & DIGIT) !== 0)) return at;
  }
}

/** The end of the digits of a placeholder such as `$1`, or -1 if this is a value. */
export function placeholderEnd(sql: string, from: number): number {
  const end = skipFlags(sql, from, DIGIT);
  const isValue = end - from > MAX_PLACEHOLDER_DIGITS || numberEnd(sql, from) > end;
  return isValue ? -1 : end;
}

/** The tag of a dollar-quoted string that opens here, such as `$$` or `$tag$`; empty if none does. */
export function dollarTag(sql: string, from: number): string {
  let end = from + 1;
  if ((sqlFlags(sql, end) & LETTER) !== 0) end = skipFlags(sql, end, LETTER | DIGIT);
  return sql.charCodeAt(end) === DOLLAR ? sql.slice(from, end + 1) : '';
}

/** The end of a comment, which may contain others if the dialect nests them. */
export function commentEnd(sql: string, from: number, isNested: boolean): number {
  if (!isNested) return indexAfter(sql, '*/', from + 2);
  let depth = 0;
  for (let at = from; at < sql.length; at++) {
    if (sql.startsWith('/*', at)) depth++;
    else if (sql.startsWith('*/', at)) depth--;
    else continue;
    at++;
    if (depth === 0) return at + 1;
  }
  return sql.length;
}

/** Where a string goes on after a line break, as PostgreSQL allows, or -1. `from` is the end of its first part. */
export function continuedAt(sql: string, from: number): number {
  let at = skipFlags(sql, from, SPACE);
  while (sql.startsWith('--', at)) at = skipFlags(sql, indexAfter(sql, '\n', at), SPACE);
  return sql[at] === "'" && sql.slice(from, at).includes('\n') ? at : -1;
}

/** The end of a name in brackets, or -1 if it has none. `]]` is a bracket inside of it. */
export function bracketNameEnd(sql: string, from: number): number {
  const name = sql.slice(from, from + MAX_BRACKET_NAME);
  let close = name.indexOf(']');
  while (close >= 0 && name[close + 1] === ']') close = name.indexOf(']', close + 2);
  return close < 0 ? -1 : from + close + 1;
}

const VERSIONED = /\/\*M?!\d*/y;

/** The end of the mark that starts a comment that MySQL runs, such as `/*!50100`; `from` if there is none. */
export function versionedStart(sql: string, from: number): number {
  VERSIONED.lastIndex = from;
  return VERSIONED.test(sql) ? VERSIONED.lastIndex : from;
}

/** The end of Oracle's `q'[…]'`; `from` is the quote. */
export function alternativeQuoteEnd(sql: string, from: number): number {
  const open = sql[from + 1] ?? '';
  return indexAfter(sql, `${CLOSING[open] ?? open}'`, from + 2);
}

/** The index after the next occurrence of `mark`, or the end. */
export function indexAfter(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from);
  return found < 0 ? sql.length : found + mark.length;
}

const COMPARISONS = new Set(['IN', 'LIKE', 'ILIKE', 'GLOB', 'BETWEEN']);

/** Whether a placeholder, a number or a string is compared with the name before. Otherwise it may be a value itself. */
export function isComparedToValue(sql: string, from: number): boolean {
  let at = skipFlags(sql, from, SPACE);
  const operator = at;
  while ('=<>!~'.includes(sql[at] ?? ' ')) at++;
  if (at === operator) {
    let word = keywordAt(sql, at);
    if (word === 'IS') return true;
    if (word === 'NOT') {
      at = skipFlags(sql, at + word.length, SPACE);
      word = keywordAt(sql, at);
    }
    if (!COMPARISONS.has(word)) return false;
    at += word.length;
  }
  while ((sqlFlags(sql, at) & SPACE) !== 0 || sql[at] === '(') at++;
  return (sqlFlags(sql, at) & DIGIT) !== 0 || "?$:@'".includes(sql[at] ?? ' ');
}

function keywordAt(sql: string, at: number): string {
  return sql.slice(at, skipFlags(sql, at, LETTER)).toUpperCase();
}
