/**
 * Characters that act instead of being seen: controls (and with them terminal escapes), line and paragraph
 * separators, direction marks and overrides, joiners, byte order marks, lone surrogates, tags.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Recorded text as it may be shown, on a page or in a terminal: what would act is written out as `\u{1b}`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same, line by line. */
export function visibleLines(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map(visibleText)
    .join('\n');
}

/** JSON that reads back the same, with nothing unseen in it: what would act is a `\\u` escape of JSON's own. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNSEEN, (char) => {
    if (char === '\n') return char;
    const units = Array.from({ length: char.length }, (_, i) => char.charCodeAt(i));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}
