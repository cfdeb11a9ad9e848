import { BACKSLASH, isAt, QUOTE, type Source, skip } from './characters.ts';
import { nextJoined } from './quotes.ts';

const DISPOSITION = 'form-data';
/** How far before its name the disposition of a part starts. */
const MAX_DISTANCE = 24;

/** Whether the `name` here is that of a part of a multipart form. */
export function isPartName(text: string, at: number): boolean {
  return text
    .slice(Math.max(0, at - MAX_DISTANCE), at)
    .toLowerCase()
    .includes(DISPOSITION);
}

/** The body of the part of a multipart form whose headers go on here: after an empty line, up to the boundary. */
export function partBody(source: Source, from: number): readonly [from: number, to: number] {
  const { text } = source;
  let breaks = 0;
  let at = from;
  while (at < text.length && breaks < 2) {
    const next = breakEnd(source, at);
    breaks = next > at ? breaks + 1 : isJoin(source, at) ? breaks : 0;
    at = next > at ? next : isJoin(source, at) ? nextJoined(source, at + 1) + 1 : at + 1;
  }
  for (let end = at; end < text.length; end++) {
    let next = breakEnd(source, end);
    if (next === end) continue;
    if (isJoin(source, next)) next = nextJoined(source, next + 1) + 1;
    if (text.startsWith('--', next)) return [at, end];
  }
  return [at, text.length];
}

/** The end of a line break, which may be escaped (`\r\n`); `from` if there is none. */
function breakEnd(source: Source, from: number): number {
  const { text } = source;
  if (text[from] === '\r' || text[from] === '\n') return text.startsWith('\r\n', from) ? from + 2 : from + 1;
  if (!isAt(source, from, BACKSLASH)) return from;
  const letter = skip(source, from, BACKSLASH);
  if (text[letter] !== 'r' && text[letter] !== 'n') return from;
  const next = skip(source, letter + 1, BACKSLASH);
  return text[letter] === 'r' && next > letter + 1 && text[next] === 'n' ? next + 1 : letter + 1;
}

/** Whether util.inspect continues the text in another line here: `' +\n '`. */
function isJoin(source: Source, at: number): boolean {
  return isAt(source, at, QUOTE) && nextJoined(source, at + 1) >= 0;
}
