import { matchesGlob, parseGlob } from '../format/glob.ts';
import { lowerAscii } from '../profile/lower-ascii.ts';

/**
 * Text to find, ignoring ASCII case. `parts` are lowercase; any text may separate two of them. `contains` finds its
 * single part anywhere, `whole` matches the entire text, `target` matches a URL from its path to its end. A star alone
 * matches every text but the empty one, so `error:*` finds what has an error.
 */
export interface Pattern {
  readonly match: 'contains' | 'whole' | 'target';
  readonly parts: readonly string[];
}

const MAX_LENGTH = 1024;
const MAX_STARS = 8;

/** Patterns with control characters are refused: engines end a text at NUL. */
export const CONTROL = /\p{Cc}/u;

/**
 * `*` matches any text, `\*` a literal star. Returns `null` if the text is empty, has a control character, or has too
 * many characters or stars to be matched in bounded time.
 */
export function parsePattern(text: string, plain: 'contains' | 'whole'): Pattern | null {
  const parts = parseGlob(lowerAscii(text));
  if (text === '' || text.length > MAX_LENGTH || parts.length > MAX_STARS + 1) return null;
  if (CONTROL.test(text)) return null;
  if (parts.length === 1) return { match: plain, parts };
  return { match: plain === 'contains' && text.startsWith('/') ? 'target' : 'whole', parts };
}

export function matchesPattern({ match, parts }: Pattern, text: string): boolean {
  const lower = lowerAscii(match === 'target' ? targetOf(text) : text);
  if (match === 'contains') return lower.includes(parts[0] ?? '');
  return (parts.length === 1 || lower !== '') && matchesGlob(parts, lower);
}

/** The part of an absolute URL from its path to its end; empty if it has no path. */
export function targetOf(url: string): string {
  const scheme = url.indexOf('://');
  const path = url.indexOf('/', scheme < 0 ? 0 : scheme + 3);
  return path < 0 ? '' : url.slice(path);
}

/** The path of an absolute URL, without its query; empty if it has none. */
export function pathOf(url: string): string {
  return targetOf(url).split(/[?#]/, 1)[0] ?? '';
}
