import { BACKSLASH, BREAK, DASH, isAt, isCharacter, QUOTE, type Source, skip } from './characters.ts';
import { authorizationEnd, connectionValueEnd, headerLineEnd, valueEnd } from './value-bounds.ts';
import { WordTable } from './word-table.ts';
import { nestedEnd } from './yaml-block.ts';

/** Headers whose values have a format of their own. */
const HEADERS = new WordTable({
  cookie: 'cookie',
  'set-cookie': 'cookie',
  authorization: 'authorization',
  'proxy-authorization': 'authorization',
});

/** The end of the value of the name at `at`, by what the name and its surroundings say about its format. */
export function namedValueEnd(source: Source, at: number, nameEnd: number, valueAt: number): number {
  const { text } = source;
  if (isAt(source, valueAt, BREAK)) return Math.max(valueAt, nestedEnd(source, at, valueAt));
  if (isAt(source, skip(source, nameEnd, BACKSLASH), QUOTE)) return valueEnd(source, valueAt);
  if (isCharacter(text, at - 1, ';') || isCharacter(text, at - 2, ';'))
    return connectionValueEnd(source, valueAt);
  // `\nCookie` is an escaped line break and `Cookie`.
  const isEscaped = isAt(source, at - 1, BACKSLASH);
  if (isCharacter(text, nameEnd, ':') && (isEscaped || isHeaderLine(source, at, nameEnd)))
    return headerLineEnd(source, at, valueAt, isEscaped);
  const nameAt = isEscaped ? at + 1 : at;
  const header = HEADERS.find(text, nameAt, nameEnd);
  if (header === 'cookie') return headerLineEnd(source, at, valueAt, isEscaped);
  return header === 'authorization' ? authorizationEnd(source, valueAt) : valueEnd(source, valueAt);
}

/** Whether `X-Api-Key: …` or `-H 'token: …'` starts here: the value of a header may contain spaces. */
function isHeaderLine(source: Source, at: number, nameEnd: number): boolean {
  const { text } = source;
  if (isAt(source, at - 1, QUOTE) && text.slice(Math.max(0, at - 4), at - 1) === '-H ') return true;
  if (at > 0 && !isAt(source, at - 1, QUOTE) && !isCharacter(text, at - 1, '\n')) return false;
  return hasDash(source, at, nameEnd) && HEADERS.find(text, at, nameEnd) !== 'authorization';
}

function hasDash(source: Source, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isAt(source, at, DASH)) return true;
  return false;
}
