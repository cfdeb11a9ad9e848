import { textStart } from './cut-text.ts';

/**
 * Invisible characters that can have an effect: controls (which start terminal escapes), line and paragraph separators,
 * direction marks and overrides, joiners, byte order marks, lone surrogates, tags.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Makes recorded text safe to show on a page or in a terminal: invisible characters are escaped as `\u{1b}`. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Like `visibleText`, but keeps line breaks. */
export function visibleLines(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map(visibleText)
    .join('\n');
}

/** Equivalent JSON with invisible characters as `\\u` escapes. On one line if nothing is indented. */
export function visibleJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(INVISIBLE, (char) => {
    if (char === '\n') return char;
    const units = Array.from({ length: char.length }, (_, i) => char.charCodeAt(i));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

export function oneLine(text: string, maxLength: number): string {
  const start = textStart(text, maxLength * 2);
  const line = start.replace(/\s+/g, ' ').trim();
  const shown = textStart(line, maxLength);
  return visibleText(shown) + (shown.length < line.length || start.length < text.length ? '…' : '');
}
