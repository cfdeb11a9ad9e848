import { BREAK, isAt, QUOTE, type Source, skip } from './characters.ts';
import type { Range } from './special-values.ts';

/** Commands whose option `-p` or `-a` is a password. */
const PASSWORD_COMMANDS = ['mysql', 'mariadb', 'sshpass', 'docker login', 'redis-cli'];
const MAX_DISTANCE = 100;

/** The password in `mysql -p…`, `sshpass -p …`, `redis-cli -a …` and `curl -u user:…`, or `null`. */
export function optionValue(source: Source, at: number, end: number): Range | null {
  const { text } = source;
  if (text[at] !== '-' || isAt(source, at - 1, QUOTE)) return null;
  const letter = text[at + 1];
  const isUser = letter === 'u' || text.slice(at, end) === '--user';
  if (!isUser && letter !== 'p' && letter !== 'a') return null;
  const isGlued = end > at + 2 && !isUser;
  const from = isGlued ? at + 2 : skipQuote(source, skip(source, end, BREAK));
  const to = valueEnd(source, from);
  if (isUser) {
    const colon = text.slice(from, to).indexOf(':');
    return colon > 0 ? [from + colon + 1, to] : null;
  }
  const before = text.slice(Math.max(0, at - MAX_DISTANCE), at);
  return to > from && PASSWORD_COMMANDS.some((command) => before.includes(command)) ? [from, to] : null;
}

function skipQuote(source: Source, at: number): number {
  return isAt(source, at, QUOTE) ? at + 1 : at;
}

function valueEnd(source: Source, from: number): number {
  const { text } = source;
  const quote = isAt(source, from - 1, QUOTE) ? text[from - 1] : null;
  let to = from;
  while (to < text.length && (quote === null ? !isAt(source, to, BREAK | QUOTE) : text[to] !== quote)) to++;
  return to;
}
