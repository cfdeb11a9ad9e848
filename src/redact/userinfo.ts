import {
  BREAK,
  DIGIT,
  HOST_END,
  isAt,
  isCharacterAt,
  PUNCTUATION,
  QUOTE,
  type Source,
} from './characters.ts';

const [AT, COLON] = [64, 58];
const MAX_PORT_DIGITS = 5;

/** Caches the last `@` before the next white space, to keep repeated searches linear. */
export interface LastAt {
  at: number;
  until: number;
}

/** The index of the host after the `//` of a URL and after the user name and password, if any. */
export function userinfoEnd(source: Source, from: number, last: LastAt = { at: -1, until: -1 }): number {
  const { text } = source;
  let host = from;
  /** The end of the port after the first colon. */
  let port: number | null = null;
  let end = from;
  for (; end < text.length; end++) {
    // A quote ends a URL, but not inside a password.
    const isSoft = isAt(source, end, QUOTE | PUNCTUATION) && port !== null && port !== end;
    if (isAt(source, end, HOST_END) && !isSoft) break;
    const code = text.charCodeAt(end);
    if (code === AT && end > from) host = end + 1;
    else if (code === COLON) port ??= portEnd(text, end);
  }
  if (host > from || text[from] === '[' || port === null || port === end) return host;
  // `user:pa/ss@host`: not a port, so it is a password that should have been encoded.
  return Math.max(host, lastAt(source, end, last) + 1);
}

/**
 * The end of a port that starts at this colon, or the colon's index if none does. `terminators` are characters that
 * may follow a port in free text, in addition to those in a URL.
 */
export function portEnd(text: string, colon: number, terminators = ''): number {
  if (colon >= text.length || text.charCodeAt(colon) !== COLON) return colon;
  let end = colon + 1;
  while (isCharacterAt(text, end, DIGIT)) end++;
  const digits = end - colon - 1;
  const isTerminated =
    end === text.length || isCharacterAt(text, end, HOST_END) || terminators.includes(text[end] ?? ' ');
  return digits > 0 && digits <= MAX_PORT_DIGITS && isTerminated ? end : colon;
}

function lastAt(source: Source, from: number, last: LastAt): number {
  const { text } = source;
  if (from >= last.until) {
    last.at = -1;
    last.until = from;
    while (last.until < text.length && !isAt(source, last.until, BREAK)) {
      if (text.charCodeAt(last.until) === AT) last.at = last.until;
      last.until++;
    }
  }
  return last.at;
}
