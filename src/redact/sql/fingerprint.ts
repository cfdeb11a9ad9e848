import { BREAK, DIGIT, isAt, matchEnd, WORD as WORD_CHARACTER } from '../text/characters.ts';
import { applyReplacements, type Replacement } from '../text/found.ts';
import { dialectOf, type SqlDialect } from './dialect.ts';
import {
  alternativeQuoteEnd,
  BRACKET_NAME,
  COMPARED,
  CONTINUED,
  commentEnd,
  DOLLAR_TAG,
  indexAfter,
  NUMBER,
  PLACEHOLDER,
  VERSIONED,
  WORD,
} from './tokens.ts';

/** Prefixes of string literals: `E'…'`, `x'…'`, `N'…'`. */
const PREFIX = /^(?:[exbnr]|_\w+)$/i;
const ALTERNATIVE_QUOTE = /^n?q$/i;
/** A name follows these. */
const BEFORE_NAME = new Set('FROM JOIN INTO UPDATE TABLE INDEX VIEW REFERENCES AS BY ONLY EXISTS'.split(' '));
const KEYWORDS = new Set([...BEFORE_NAME, 'ASC', 'DESC', 'IDENTIFIED']);
const LONGEST_KEYWORD = 10;
const MAX_NAME_LENGTH = 64;

/**
 * A SQL statement with each string and number literal replaced by `?`, and without comments. If the end of a string is
 * ambiguous in the dialect, everything after it is dropped. Runs in linear time.
 */
export function sqlFingerprint(sql: string, system: string): string {
  return applyReplacements(sql, findLiterals(sql, system).literals);
}

/** The literals and comments of a statement, and whether it ends inside one of them. */
export function findLiterals(
  sql: string,
  system: string,
): { readonly literals: readonly Replacement[]; readonly isOpen: boolean } {
  const fingerprint = new Fingerprint(sql, dialectOf(system));
  return { literals: fingerprint.run(), isOpen: fingerprint.isOpen };
}

class Fingerprint {
  /** Whether a string, name or comment has no end. */
  isOpen = false;
  readonly #sql: string;
  readonly #dialect: SqlDialect;
  readonly #literals: Replacement[] = [];
  /** The last word in upper case, or the last other character. */
  #last = '';
  #beforeLast = '';
  /** Between INTO and the list of columns. */
  #inTable = false;
  /** Inside the list of columns of an INSERT. */
  #inColumns = false;
  /** Inside a list of names, as after ORDER BY. */
  #inNames = false;
  /** Inside a comment that MySQL runs. */
  #inVersioned = false;

  constructor(sql: string, dialect: SqlDialect) {
    this.#sql = sql;
    this.#dialect = dialect;
  }

  run(): readonly Replacement[] {
    for (let at = 0; at < this.#sql.length; ) at = this.#step(at);
    return this.#literals;
  }

  #step(at: number): number {
    const sql = this.#sql;
    if (isAt(sql, at, BREAK)) return at + 1;
    if (isAt(sql, at, DIGIT)) return this.#replace(at, matchEnd(NUMBER, sql, at));
    if (isAt(sql, at, WORD_CHARACTER)) return this.#word(at);
    const character = sql[at] ?? '';
    switch (character) {
      case "'":
        return this.#replace(at, this.#stringEnd(at, character, this.#dialect.backslash === 'escape'));
      case '"':
      case '`':
        return this.#quoted(at, character);
      case '.':
        return isAt(sql, at + 1, DIGIT)
          ? this.#replace(at, matchEnd(NUMBER, sql, at))
          : this.#keep(at, at + 1);
      case '-':
        if (sql.startsWith('-----BEGIN', at)) return this.#replaceUpTo(at, sql.length);
        return sql[at + 1] === '-' ? this.#dashes(at) : this.#keep(at, at + 1);
      case '/':
        return sql[at + 1] === '*' ? this.#comment(at) : this.#keep(at, at + 1);
      case '*':
        return this.#inVersioned && sql[at + 1] === '/' ? this.#endVersioned(at) : this.#keep(at, at + 1);
      case '[':
        return this.#bracket(at);
      case '#':
        return this.#dialect.hashComments ? this.#hash(at) : this.#keep(at, at + 1);
      case '$':
      case '?':
      case ':':
      case '@':
        return this.#placeholder(at, character);
      default:
        return this.#keep(at, at + 1);
    }
  }

  #word(at: number): number {
    const sql = this.#sql;
    const end = matchEnd(WORD, sql, at);
    if (sql[end] === "'") {
      const word = sql.slice(at, end);
      if (ALTERNATIVE_QUOTE.test(word)) return this.#replaceUpTo(at, alternativeQuoteEnd(sql, end));
      const escapes = this.#dialect.backslash === 'escape' || word === 'e' || word === 'E';
      if (PREFIX.test(word)) return this.#replace(at, this.#continuedEnd(end, escapes));
    }
    // Oracle writes passwords as names.
    if (this.#last === 'BY' && this.#beforeLast === 'IDENTIFIED') return this.#replace(at, end);
    const isStdin = this.#last === 'FROM' && sql.slice(at, end).toLowerCase() === 'stdin';
    // Data follows `COPY … FROM STDIN`.
    return isStdin ? this.#replaceUpTo(end, sql.length) : this.#keep(at, end);
  }

  /** In MySQL, `1--'…'` is a calculation. */
  #dashes(at: number): number {
    const { dashComments } = this.#dialect;
    const isCertain = dashComments === 'yes' || isAt(this.#sql, at + 2, BREAK);
    if (!isCertain && dashComments === 'no') return this.#keep(at, at + 2);
    const end = indexAfter(this.#sql, '\n', at);
    return isCertain ? this.#drop(at, end) : this.#dropUnlessQuoted(at, end);
  }

  /** In PostgreSQL, `#>` is an operator, which a string may follow. */
  #hash(at: number): number {
    const end = indexAfter(this.#sql, '\n', at);
    const isCertain = this.#dialect.backslash !== 'unknown' || !'>-#='.includes(this.#sql[at + 1] ?? ' ');
    return isCertain ? this.#drop(at, end) : this.#dropUnlessQuoted(at, end);
  }

  #dropUnlessQuoted(from: number, to: number): number {
    return this.#hasQuote(from, to) ? this.#replaceUpTo(from, this.#sql.length) : this.#drop(from, to);
  }

  #comment(at: number): number {
    const sql = this.#sql;
    const { nestedComments, versionedComments } = this.#dialect;
    const code = matchEnd(VERSIONED, sql, at);
    if (code > at && versionedComments === 'yes') {
      this.#inVersioned = true;
      return this.#drop(at, code);
    }
    const end = commentEnd(sql, at, nestedComments === 'yes');
    const isNested = nestedComments === 'unknown' && sql.slice(at + 2, end).includes('/*');
    const isCode = code > at && versionedComments === 'unknown' && this.#hasQuote(at, end);
    return isNested || isCode ? this.#replaceUpTo(at, sql.length) : this.#drop(at, end);
  }

  #endVersioned(at: number): number {
    this.#inVersioned = false;
    return this.#drop(at, at + 2);
  }

  /** A name, or the start of an index such as `['key']`. */
  #bracket(at: number): number {
    const { bracketNames } = this.#dialect;
    if (bracketNames === 'no') return this.#keep(at, at + 1);
    const end = matchEnd(BRACKET_NAME, this.#sql, at);
    if (bracketNames === 'yes')
      return end < 0 ? this.#replaceUpTo(at, this.#sql.length) : this.#keep(at, end);
    const isAmbiguous = end > 0 && this.#sql[at + 1] !== "'" && this.#hasQuote(at, end);
    return isAmbiguous ? this.#replaceUpTo(at, this.#sql.length) : this.#keep(at, at + 1);
  }

  #hasQuote(from: number, to: number): boolean {
    return /['"`]/.test(this.#sql.slice(from, to));
  }

  /** The end of a string that may go on after a line break, with the same escapes. */
  #continuedEnd(from: number, escapes: boolean): number {
    let end = this.#stringEnd(from, "'", escapes);
    for (
      let next = matchEnd(CONTINUED, this.#sql, end);
      next >= 0;
      next = matchEnd(CONTINUED, this.#sql, end)
    )
      end = this.#stringEnd(next, "'", escapes);
    return end;
  }

  /** `$1`, `?2`, `:name`, `@p0`, a cast such as `::int`, or a dollar-quoted string. */
  #placeholder(at: number, character: string): number {
    const sql = this.#sql;
    const tag = matchEnd(DOLLAR_TAG, sql, at);
    if (tag > at) return this.#replaceUpTo(at, indexAfter(sql, sql.slice(at, tag), tag));
    if (!isAt(sql, at + 1, DIGIT)) return this.#keep(at, at + 1);
    const end = matchEnd(PLACEHOLDER, sql, at + 1);
    if (end >= 0 && !(character === ':' && this.#last === '?')) return this.#keep(at, end);
    return this.#replace(character === '$' ? at : at + 1, matchEnd(NUMBER, sql, at + 1));
  }

  #quoted(at: number, quote: string): number {
    const sql = this.#sql;
    const { doubleQuotes, backslash } = this.#dialect;
    if (quote === '"' && doubleQuotes !== 'name') {
      const end = this.#stringEnd(at, quote, backslash === 'escape');
      return doubleQuotes === 'either' && this.#isName(at, end)
        ? this.#keep(at, end)
        : this.#replace(at, end);
    }
    const isPassword = this.#last === 'BY' && this.#beforeLast === 'IDENTIFIED';
    const close = sql.indexOf(quote, at + 1);
    if (close < 0) return this.#replaceUpTo(at, sql.length);
    return isPassword ? this.#replace(at, close + 1) : this.#keep(at, close + 1);
  }

  /** Whether the grammar or the context leaves no doubt that this is not a string. */
  #isName(at: number, end: number): boolean {
    const sql = this.#sql;
    if (end - at > MAX_NAME_LENGTH || sql[end - 1] !== '"' || sql.slice(at, end).includes('\\')) return false;
    if (BEFORE_NAME.has(this.#last) && this.#beforeLast !== 'IDENTIFIED') {
      this.#inNames = true;
      return true;
    }
    if (this.#last === '.' || sql[end] === '.' || this.#inColumns) return true;
    if (this.#inNames && isInList(this.#last)) return true;
    return matchEnd(COMPARED, sql, end) > 0;
  }

  #stringEnd(from: number, quote: string, escapes: boolean): number {
    const sql = this.#sql;
    for (let at = from + 1; at < sql.length; at++) {
      const character = sql[at];
      if (character === '\\') {
        // In an unknown dialect, a quote after backslashes may or may not end the string.
        if (this.#dialect.backslash === 'unknown' && sql[at + 1] === quote) break;
        if (escapes && this.#dialect.backslash !== 'unknown') at++;
      } else if (character === quote) {
        if (sql[at + 1] !== quote) return at + 1;
        at++;
      }
    }
    this.isOpen = true;
    return sql.length;
  }

  #keep(from: number, to: number): number {
    const token = tokenAt(this.#sql, from, to);
    const isAfterTable = this.#inTable && this.#last !== 'INTO' && this.#last !== '.';
    if (token === '(') this.#inColumns = isAfterTable;
    else if (token === ')') this.#inColumns = false;
    this.#inTable = token === 'INTO' || (this.#inTable && (token === '.' || !isAfterTable));
    this.#follow(token);
    return to;
  }

  #replace(from: number, to: number): number {
    this.#literals.push({ from, to, by: '?' });
    this.#inTable = false;
    this.#follow('?');
    return to;
  }

  /** Replaces a literal that, if it is not closed, reaches to the end of the statement. */
  #replaceUpTo(from: number, to: number): number {
    this.isOpen = to === this.#sql.length;
    return this.#replace(from, to);
  }

  #drop(from: number, to: number): number {
    this.isOpen = to === this.#sql.length;
    this.#literals.push({ from, to, by: ' ' });
    return to;
  }

  #follow(token: string): void {
    if (this.#inNames && !isInList(token) && token !== '"') this.#inNames = token === '.';
    this.#beforeLast = this.#last;
    this.#last = token;
  }
}

/** A keyword in upper case, a single character, or `NAME` for anything else. */
function tokenAt(sql: string, from: number, to: number): string {
  if (!isAt(sql, from, WORD_CHARACTER)) return sql[from] ?? '';
  if (to - from > LONGEST_KEYWORD) return 'NAME';
  const word = sql.slice(from, to).toUpperCase();
  return KEYWORDS.has(word) ? word : 'NAME';
}

function isInList(token: string): boolean {
  return token === ',' || token === 'ASC' || token === 'DESC';
}
