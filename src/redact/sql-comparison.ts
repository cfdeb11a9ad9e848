import { DIGIT, LETTER, SPACE, skipFlags, sqlFlags } from './sql-tokens.ts';

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
