import { isTimeZone } from '../profile/time.ts';
import { type Criteria, DEFAULT_LIMIT, MAX_LIMIT } from './criteria.ts';
import { CriteriaBuilder } from './criteria-builder.ts';
import { type Cursor, parseCursor } from './cursor.ts';
import { FIELDS } from './fields.ts';
import { closestMatch, type Mistake } from './mistake.ts';
import { parseQueryInto, QUERY_PARAM } from './query-text.ts';
import type { ParseContext } from './time-text.ts';

export type ParsedSearch =
  | { readonly ok: true; readonly criteria: Criteria; readonly zone: string }
  | { readonly ok: false; readonly mistakes: readonly Mistake[]; readonly zone: string };

/** Names of the original's form beside our own: `status_code`, `start` and `end` work as they are. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['status_code', 'status'],
  ['start', 'since'],
  ['end', 'until'],
]);
/** A URL may hold commas: in a parameter of its own it is one value. */
export const SINGLE_VALUE_FIELDS: ReadonlySet<string> = new Set([
  'url',
  'route',
  'agent',
  'since',
  'until',
  'at',
]);
const OTHER_PARAMS = [QUERY_PARAM, 'limit', 'cursor', 'tz', 'type'];

/** A search from the parameters of an address: the form's, the query text's, or both at once. */
export function parseForm(params: URLSearchParams, now: ParseContext['now']): ParsedSearch {
  const asked = new CriteriaBuilder();
  const tz = params.get('tz') ?? '';
  const zone = tz !== '' && isTimeZone(tz) ? tz : 'UTC';
  const reader = { now, zone };
  let limit = DEFAULT_LIMIT;
  let cursor: Cursor | null = null;

  for (const [param, text] of params) {
    const value = text.trim();
    if (value === '') continue;
    if (asked.isFull) break;
    const place = { param, text, from: 0, to: text.length };
    const wrong = (message: string, fix: string) => asked.addMistake(place, message, fix);

    const name = ALIASES.get(param) ?? param;
    const field = FIELDS.get(name);
    if (field) {
      const term = field.toTerm(splitValues(text, !SINGLE_VALUE_FIELDS.has(name)), false, reader);
      if ('message' in term) {
        asked.addMistake({ ...place, from: term.from, to: term.to }, term.message, term.fix);
      } else {
        asked.add(term, place);
      }
    } else if (param === QUERY_PARAM) {
      parseQueryInto(text, reader, asked);
    } else if (param === 'limit') {
      limit = Number(value);
      if (!/^\d{1,4}$/.test(value) || limit < 1 || limit > MAX_LIMIT) {
        wrong(
          `"${value}" is no number of results`,
          `write a number from 1 to ${MAX_LIMIT.toLocaleString('en')}`,
        );
      }
    } else if (param === 'cursor') {
      cursor = parseCursor(value);
      if (!cursor) wrong('this is no place in the listing', 'start from the newest page: leave cursor out');
    } else if (param === 'tz') {
      if (zone !== value) wrong(`"${value}" is no time zone`, 'write a name such as UTC or Europe/Zagreb');
    } else if (param !== 'type' || value !== 'request') {
      const meant = closestMatch(param, [...FIELDS.keys(), ...ALIASES.keys(), ...OTHER_PARAMS]);
      wrong(`there is no criterion "${param}"`, meant ? `write ${meant}=` : 'leave it out');
    }
  }
  const { terms, mistakes } = asked;
  if (mistakes.length > 0) return { ok: false, mistakes, zone };
  return { ok: true, criteria: { terms, limit, cursor }, zone };
}

function splitValues(text: string, list: boolean) {
  const found = [];
  let at = 0;
  for (const part of list ? text.split(',') : [text]) {
    const from = at + (part.length - part.trimStart().length);
    const value = part.trim();
    found.push({ text: value, from, to: from + value.length });
    at += part.length + 1;
  }
  return found;
}
