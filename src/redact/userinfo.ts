import { BREAK, DIGIT, HOST_END, isAt, PUNCTUATION, QUOTE, skip } from './characters.ts';

const [AT, COLON] = [64, 58];
const MAX_PORT_DIGITS = 5;

/** Caches the last `@` before the next white space, to keep repeated searches linear. */
export interface LastAt {
  at: number;
  until: number;
}

/** The index of the host after the `//` of a URL and after the user name and password, if any. */
export function userinfoEnd(text: string, from: number, last: LastAt = { at: -1, until: -1 }): number {
  let host = from;
  /** The end of the port after the first colon. */
  let port: number | null = null;
  let end = from;
  for (; end < text.length; end++) {
    // A quote ends a URL, but not inside a password.
    const isSoft = isAt(text, end, QUOTE | PUNCTUATION) && port !== null && port !== end;
    if (isAt(text, end, HOST_END) && !isSoft) break;
    const code = text.charCodeAt(end);
    if (code === AT && end > from) host = end + 1;
    else if (code === COLON) port ??= portEnd(text, end);
  }
  if (host > from || text[from] === '[' || port === null || port === end) return host;
  // `user:pa/ss@host`: not a port, so it is a password that should have been encoded.
  return Math.max(host, lastAt(text, end, last) + 1);
}

/**
 * The end of a port that starts at this colon, or the colon's index if none does. `terminators` are characters that
 * may follow a port in free text, in addition to those in a URL.
 */
export function portEnd(text: string, colon: number, terminators = ''): number {
  if (text.charCodeAt(colon) !== COLON) return colon;
  const end = skip(text, colon + 1, DIGIT);
  const digits = end - colon - 1;
  const isTerminated =
    end === text.length || isAt(text, end, HOST_END) || terminators.includes(text[end] ?? ' ');
  return digits > 0 && digits <= MAX_PORT_DIGITS && isTerminated ? end : colon;
}

function lastAt(text: string, from: number, last: LastAt): number {
  if (from >= last.until) {
    last.at = -1;
    last.until = from;
    while (last.until < text.length && !isAt(text, last.until, BREAK)) {
      if (text.charCodeAt(last.until) === AT) last.at = last.until;
      last.until++;
    }
  }
  return last.at >= from ? last.at : -1;
}
