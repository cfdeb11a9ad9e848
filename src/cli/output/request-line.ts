import { visibleText } from '../../format/visible-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { formatTime } from '../../profile/time.ts';
import type { Tokens } from '../../profile/token.ts';
import { statusStyle, type Terminal } from './terminal.ts';
import { cutToWidth, textWidth } from './text-width.ts';

/** What a line keeps of a URL on the narrowest terminal, and what precedes the line. */
const MIN_URL = 20;
const MARGIN = 3;

/** `3fa2c1  500  14-Nov-2026 09:05:07 UTC  POST https://shop.example/pay`, in one line of the terminal. */
export function requestLine(entry: Entry, { tokenOf }: Tokens, zone: string, terminal: Terminal): string {
  const { status, method, url, time, seq } = entry;
  const facts = [tokenOf(seq), String(status), `${formatTime(time, zone)} ${zone}`, visibleText(method)];
  const rest = (terminal.columns ?? Infinity) - textWidth(facts.join('  ')) - MARGIN - 1;
  const shown = visibleText(url);
  facts[1] = terminal.style(statusStyle(status), String(status));
  return `${facts.join('  ')} ${cutToWidth(shown, Math.max(MIN_URL, rest), 'middle')}`;
}
