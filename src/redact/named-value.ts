import { BACKSLASH, BREAK, isAt, QUOTE, skip } from './characters.ts';
import { authorizationEnd, connectionValueEnd, headerLineEnd, valueEnd } from './value-bounds.ts';
import { nestedEnd } from './yaml-block.ts';

const COOKIES = new Set(['cookie', 'set-cookie']);
const AUTHORIZATIONS = new Set(['authorization', 'proxy-authorization']);
/** A bit set. */
const HEADER_LENGTHS = [...COOKIES, ...AUTHORIZATIONS].reduce((bits, { length }) => bits | (1 << length), 0);

/** The end of the value of the name at `at`, by what the name and its surroundings say about its format. */
export function namedValueEnd(text: string, at: number, nameEnd: number, valueAt: number): number {
  if (isAt(text, valueAt, BREAK)) return Math.max(valueAt, nestedEnd(text, at, valueAt));
  if (isAt(text, skip(text, nameEnd, BACKSLASH), QUOTE)) return valueEnd(text, valueAt);
  if (text[at - 1] === ';' || text[at - 2] === ';') return connectionValueEnd(text, valueAt);
  // `\nCookie` is an escaped line break and `Cookie`.
  const isEscaped = isAt(text, at - 1, BACKSLASH);
  if (text[nameEnd] === ':' && (isEscaped || isHeaderLine(text, at, nameEnd)))
    return headerLineEnd(text, at, valueAt, isEscaped);
  const nameAt = isEscaped ? at + 1 : at;
  if (((HEADER_LENGTHS >> Math.min(31, nameEnd - nameAt)) & 1) === 0) return valueEnd(text, valueAt);
  const name = text.slice(nameAt, nameEnd).toLowerCase();
  if (COOKIES.has(name)) return headerLineEnd(text, at, valueAt, isEscaped);
  return AUTHORIZATIONS.has(name) ? authorizationEnd(text, valueAt) : valueEnd(text, valueAt);
}

/** Whether `X-Api-Key: …` or `-H 'token: …'` starts here: the value of a header may contain spaces. */
function isHeaderLine(text: string, at: number, nameEnd: number): boolean {
  if (isAt(text, at - 1, QUOTE) && text.slice(Math.max(0, at - 4), at - 1) === '-H ') return true;
  if (at > 0 && !isAt(text, at - 1, QUOTE) && text[at - 1] !== '\n') return false;
  const name = text.slice(at, nameEnd).toLowerCase();
  return name.includes('-') && !AUTHORIZATIONS.has(name);
}
