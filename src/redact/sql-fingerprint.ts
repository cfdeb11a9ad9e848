/** Where `"` holds a name and `\` is a letter, as the standard has it. */
const STANDARD = new Set([
  'postgresql',
  'cockroachdb',
  'sqlite',
  'mssql',
  'microsoft.sql_server',
  'oracle',
  'oracle.db',
]);
/** Where `"` holds a text and `\` takes the next letter as it is. */
const BACKSLASHED = new Set(['mysql', 'mariadb']);

const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const NUMBER = /0x[\da-f]+|(?:\d[\d_]*)?\.?\d[\d_]*\.?(?:e[+-]?\d+)?/iy;
/** `$1`, `?1`, `:name`, `@p0`: they stand for values, and show none. `::int` is a cast. */
const PLACEHOLDER = /[$?@]+[\p{L}\p{N}_]*|::?[\p{L}\p{N}_]*/uy;
const DOLLAR_QUOTE = /\$[\p{L}_]*\$/uy;
/** `E'…'`, `x'…'`, `N'…'`: of the text, not before it. */
const PREFIX = /^(?:[exbn]|_\w+)$/i;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

/**
 * A SQL statement without the values written into it: each text and number is a `?`. Where a dialect leaves in doubt
 * where a text ends, nothing after it is shown. Its cost is linear in the statement.
 */
export function sqlFingerprint(sql: string, system: string): string {
  const standard = STANDARD.has(system);
  const backslashed = BACKSLASHED.has(system);
  let shape = '';
  let at = 0;

  /** The end of a text that is quoted so; of one that may end in two places, the end of all. */
  function textEnd(from: number, quote: string, escapes: boolean): number {
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
      at = textEnd(at, letter, backslashed);
      shape += '?';
    } else if (letter === '"' || letter === '`') {
      at = after(sql, letter, at + 1);
      shape += sql.slice(start, at);
    } else if (sql.startsWith('--', at) || (letter === '#' && backslashed)) {
      at = after(sql, '\n', at);
      shape += ' ';
    } else if (sql.startsWith('/*', at)) {
      at = after(sql, '*/', at + 2);
      shape += ' ';
    } else if (letter === '$' && matched(DOLLAR_QUOTE, sql, at) !== '') {
      const quote = matched(DOLLAR_QUOTE, sql, at);
      at = after(sql, quote, at + quote.length);
      shape += '?';
    } else if (matched(PLACEHOLDER, sql, at) !== '') {
      at += matched(PLACEHOLDER, sql, at).length;
      shape += sql.slice(start, at);
    } else if (matched(WORD, sql, at) !== '') {
      const word = matched(WORD, sql, at);
      at += word.length;
      if (sql[at] === "'" && /^n?q$/i.test(word)) {
        const open = sql[at + 1] ?? '';
        at = after(sql, `${CLOSING[open] ?? open}'`, at + 2);
        shape += '?';
      } else if (sql[at] === "'" && PREFIX.test(word)) {
        at = textEnd(at, "'", backslashed || /^e$/i.test(word));
        shape += '?';
      } else shape += word;
    } else if (matched(NUMBER, sql, at) !== '') {
      at += matched(NUMBER, sql, at).length;
      shape += '?';
    } else {
      at++;
      shape += letter;
    }
  }
  return shape;
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function matched(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
