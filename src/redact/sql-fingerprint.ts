/** Dialects that follow the standard: `"` quotes a name, `\` is an ordinary character. */
const STANDARD = new Set([
  'postgresql',
  'cockroachdb',
  'sqlite',
  'mssql',
  'microsoft.sql_server',
  'oracle',
  'oracle.db',
]);
/** Dialects where `"` quotes a string and `\` escapes. */
const BACKSLASHED = new Set(['mysql', 'mariadb']);

const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const NUMBER = /0x[\da-f]+|(?:\d[\d_]*)?\.?\d[\d_]*\.?(?:e[+-]?\d+)?/iy;
/** Placeholders (`$1`, `?1`, `:name`, `@p0`) and casts (`::int`). */
const PLACEHOLDER = /[$?@]+[\p{L}\p{N}_]*|::?[\p{L}\p{N}_]*/uy;
const DOLLAR_QUOTE = /\$[\p{L}_]*\$/uy;
/** Prefixes of string literals: `E'…'`, `x'…'`, `N'…'`. */
const PREFIX = /^(?:[exbn]|_\w+)$/i;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

/**
 * A SQL statement with each string and number literal replaced by `?`. If the end of a string is ambiguous in the
 * dialect, everything after it is dropped. Runs in linear time.
 */
export function sqlFingerprint(sql: string, system: string): string {
  const standard = STANDARD.has(system);
  const backslashed = BACKSLASHED.has(system);
  let fingerprint = '';
  let at = 0;

  /** The end of a string literal; the end of the statement if it is ambiguous. */
  function stringEnd(from: number, quote: string, escapes: boolean): number {
    for (let end = from + 1; end < sql.length; end++) {
      if (sql[end] === '\\' && escapes) end++;
      else if (sql[end] === '\\' && !standard && sql[end + 1] === quote) return sql.length;
      else if (sql[end] === quote && sql[end + 1] === quote) end++;
      else if (sql[end] === quote) return end + 1;
    }
    return sql.length;
  }

  while (at < sql.length) {
    const letter = sql[at] ?? '';
    const start = at;
    if (letter === "'" || (letter === '"' && !standard)) {
      at = stringEnd(at, letter, backslashed);
      fingerprint += '?';
    } else if (letter === '"' || letter === '`') {
      at = indexAfter(sql, letter, at + 1);
      fingerprint += sql.slice(start, at);
    } else if (sql.startsWith('--', at) || (letter === '#' && backslashed)) {
      at = indexAfter(sql, '\n', at);
      fingerprint += ' ';
    } else if (sql.startsWith('/*', at)) {
      at = indexAfter(sql, '*/', at + 2);
      fingerprint += ' ';
    } else if (letter === '$' && matchAt(DOLLAR_QUOTE, sql, at) !== '') {
      const quote = matchAt(DOLLAR_QUOTE, sql, at);
      at = indexAfter(sql, quote, at + quote.length);
      fingerprint += '?';
    } else if (matchAt(PLACEHOLDER, sql, at) !== '') {
      at += matchAt(PLACEHOLDER, sql, at).length;
      fingerprint += sql.slice(start, at);
    } else if (matchAt(WORD, sql, at) !== '') {
      const word = matchAt(WORD, sql, at);
      at += word.length;
      if (sql[at] === "'" && /^n?q$/i.test(word)) {
        const open = sql[at + 1] ?? '';
        at = indexAfter(sql, `${CLOSING[open] ?? open}'`, at + 2);
        fingerprint += '?';
      } else if (sql[at] === "'" && PREFIX.test(word)) {
        at = stringEnd(at, "'", backslashed || /^e$/i.test(word));
        fingerprint += '?';
      } else fingerprint += word;
    } else if (matchAt(NUMBER, sql, at) !== '') {
      at += matchAt(NUMBER, sql, at).length;
      fingerprint += '?';
    } else {
      at++;
      fingerprint += letter;
    }
  }
  return fingerprint;
}

function indexAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
