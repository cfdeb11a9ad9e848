import { textStart } from './cut-text.ts';
import { visibleText } from './visible-text.ts';

/** The start of a recorded text in one line. */
export function oneLine(text: string, maxLength: number): string {
  const start = textStart(text, maxLength * 2);
  const line = start.replace(/\s+/g, ' ').trim();
  const shown = textStart(line, maxLength);
  return visibleText(shown) + (shown.length < line.length || start.length < text.length ? '…' : '');
}
