import { textWidth } from './text-width.ts';

/** Breaks a text between words, so that no line is wider than this unless a word is. `null` breaks nothing. */
export function wrapText(text: string, width: number | null): string[] {
  if (width === null) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || textWidth(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
