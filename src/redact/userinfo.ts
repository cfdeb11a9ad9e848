import { BREAK, DIGIT, HOST_END, isAt, PUNCTUATION, QUOTE, skip } from './characters.ts';

const [AT, COLON] = [64, 58];
const MAX_PORT_DIGITS = 5;

/** The last `@` before the next white space, found once for all that stands before it. */
export interface LastAt {
  at: number;
  until: number;
}

/** Where the host starts, behind a URL's `//` and the user's name and password if there are any. */
export function userinfoEnd(text: string, from: number, last: LastAt = { at: -1, until: -1 }): number {
  let host = from;
  /** Where the first colon's port ends. */
  let port: number | null = null;
  let end = from;
  for (; end < text.length; end++) {
    // A quote ends a URL, but not in the midst of a password.
    const isSoft = isAt(text, end, QUOTE | PUNCTUATION) && port !== null && port !== end;
    if (isAt(text, end, HOST_END) && !isSoft) break;
    const code = text.charCodeAt(end);
    if (code === AT && end > from) host = end + 1;
    else if (code === COLON) port ??= portEnd(text, end);
  }
  if (host > from || text[from] === '[' || port === null || port === end) return host;
  // `user:pa/ss@host`: nobody's port, so a password that should have been encoded.
  return Math.max(host, lastAt(text, end, last) + 1);
}

/**
 * The end of a port, if one starts at this colon. It is no value of a secret, whatever the host is called. In a
 * sentence more may stand behind it than in a URL.
 */
export function portEnd(text: string, colon: number, behind = ''): number {
  if (text.charCodeAt(colon) !== COLON) return colon;
  const end = skip(text, colon + 1, DIGIT);
  const digits = end - colon - 1;
  const apart = end === text.length || isAt(text, end, HOST_END) || behind.includes(text[end] ?? ' ');
  return digits > 0 && digits <= MAX_PORT_DIGITS && apart ? end : colon;
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
