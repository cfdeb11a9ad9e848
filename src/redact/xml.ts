import type { Range } from './special-values.ts';

/** How long a tag with its attributes can be. */
const MAX_TAG = 400;
const MAX_PREFIX = 40;

/** The text of the element whose name is here, such as `<token>…</token>`, or `null` if it contains other elements. */
export function elementValue(text: string, at: number, end: number): Range | null {
  if (text[at - 1] === ':' && !text.slice(Math.max(0, at - MAX_PREFIX), at).includes('<')) return null;
  const close = text.slice(end, end + MAX_TAG).indexOf('>');
  if (close < 0 || text[end + close - 1] === '/') return null;
  const from = end + close + 1;
  const next = text.indexOf('<', from);
  return next > from && text[next + 1] === '/' ? [from, next] : null;
}
