import { countOf, countText } from '../../format/count-text.ts';
import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import { type Entry, KIND_NAMES } from '../../profile/entry.ts';
import { formatIsoTime } from '../../profile/time.ts';
import type { Tokens } from '../../profile/token.ts';

const MAX_URL = 200;
const MAX_ERROR = 200;

/** A request in one line: `3fa2c1 500 POST https://shop.example/pay, 31 ms, 21 queries, …`. */
export function entryLine(entry: Entry, { tokenOf }: Tokens): string {
  const { seq, status, method, url, kind, duration, queries, time, route, error, errorGroup, user } = entry;
  const facts = [
    `${tokenOf(seq)} ${status} ${cut(method, MAX_URL)} ${cut(url, MAX_URL)}`,
    kind === 'main' ? '' : KIND_NAMES[kind],
    formatDuration(duration),
    queries > 0 ? countOf(queries, 'query') : '',
    formatIsoTime(time),
    route === '' ? '' : `route ${cut(route, MAX_URL)}`,
    entry.client === 'browser' ? '' : entry.client,
    user === '' ? '' : `user ${cut(user, MAX_URL)}`,
    error === '' ? '' : cut(errorGroup || error, MAX_ERROR),
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}

function cut(text: string, length: number): string {
  const shown = visibleText(text);
  const rest = shown.length - length;
  return rest <= 0 ? shown : `${shown.slice(0, length)}… (${countText(rest)} more characters)`;
}
