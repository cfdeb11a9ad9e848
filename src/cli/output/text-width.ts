import { eastAsianWidth } from 'get-east-asian-width';

const ELLIPSIS = '…';
/** Each character takes one column. */
const ASCII = /^[ -~]*$/;
/** Accents and other marks, which take no column. */
const MARK = /[\p{Mn}\p{Me}]/u;
/** Shows the character before it as an emoji, which takes two columns in most terminals. */
const EMOJI_STYLE = '\uFE0F';
/** Too few columns for both ends of a URL. */
const LITTLE = 24;
/** Marks beyond these are dropped when a text is cut: a stack of hundreds would cover other lines. */
const MAX_POINTS = 8;

/** The columns that text takes in a terminal. The text has no control characters: see `visibleText`. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  let isNarrow = false;
  for (const char of text) {
    const own: number = char === EMOJI_STYLE && isNarrow ? 1 : charWidth(char);
    isNarrow = own === 1 && char !== EMOJI_STYLE;
    width += own;
  }
  return width;
}

/** The columns that the widest of these texts takes. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
}

function charWidth(char: string): number {
  return MARK.test(char) ? 0 : eastAsianWidth(char.codePointAt(0) ?? 0);
}

/**
 * Cuts text to this many columns. `middle` is for URLs, as on the page: it keeps a third of the start and more of the end, and only
 * the end if there is little space.
 */
export function cutToWidth(text: string, columns: number, where: 'middle' | 'end'): string {
  if (textWidth(text) <= columns) return text;
  if (columns < 1) return '';
  const rest = columns - 1;
  const atStart = columns < LITTLE ? 0 : Math.floor(rest / 3);
  const atEnd = where === 'middle' ? rest - atStart : 0;
  const parts = ASCII.test(text) ? [...text] : graphemes(text);
  return `${take(parts, rest - atEnd).join('')}${ELLIPSIS}${take(parts.toReversed(), atEnd).toReversed().join('')}`;
}

export function padToWidth(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  const padding = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return side === 'left' ? text + padding : padding + text;
}

/** The characters as a reader sees them, so that no accent loses its letter. */
function graphemes(text: string): string[] {
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
  return Array.from(segments, ({ segment }) => [...segment].slice(0, MAX_POINTS).join(''));
}

function take(parts: readonly string[], columns: number): string[] {
  const taken: string[] = [];
  let left = columns;
  for (const part of parts) {
    left -= textWidth(part);
    if (left < 0) break;
    taken.push(part);
  }
  return taken;
}
