/** The tokens of SQL, as patterns that match at one place. Letters other than those of ASCII are part of a word. */

/** A word may contain dollar signs. */
export const WORD = /[\w$\u0080-\uffff]+/y;
/** With all letters that touch it: `0xFF`, `1.5e-3`, `0b01`. */
export const NUMBER = /(?:[\w.\u0080-\uffff]|(?<=e)[+-](?=\d))+/iy;
/** The number of a placeholder: `$1`. `$12345` may be an amount. */
export const PLACEHOLDER = /\d{1,4}(?![\w.\u0080-\uffff])/y;
/** The tag of a dollar-quoted string: `$$` or `$tag$`. */
export const DOLLAR_TAG = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
/** Between the end of a string and the quote where it goes on after a line break, as PostgreSQL allows. */
export const CONTINUED = /(?:[^\S\n]|--[^\n]*(?=\n))*\n(?:\s|--[^\n]*\n)*(?=')/y;
/** A name in brackets. `]]` is a bracket inside of it. */
export const BRACKET_NAME = /\[(?:[^\]]|\]\]){0,258}\](?!\])/y;
/** The mark that starts a comment that MySQL runs: `/*!50100`. */
export const VERSIONED = /\/\*M?!\d*/y;
/** A placeholder, a number or a string is compared with the name before. Otherwise it may be a value itself. */
export const COMPARED =
  /\s*(?:is(?!\w)|(?:[=<>!~]+|(?:not\s+)?(?:in|i?like|glob|between)(?![a-z_]))[\s(]*[\d?$:@'])/iy;

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

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

/** The end of Oracle's `q'[…]'`; `from` is the quote. */
export function alternativeQuoteEnd(sql: string, from: number): number {
  const open = sql[from + 1] ?? '';
  return indexAfter(sql, `${CLOSING[open] ?? open}'`, from + 2);
}

/** The index after the next occurrence of `mark`, or the end. */
export function indexAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}
