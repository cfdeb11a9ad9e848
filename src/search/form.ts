import { closestMatch } from '../format/closest-match.ts';
import { countText } from '../format/count-text.ts';
import { isTimeZone } from '../profile/time.ts';
import { COLUMNS, COLUMNS_PARAM, type Column, parseColumns } from './columns.ts';
import { type Criteria, DEFAULT_LIMIT, MAX_LIMIT, type Mistake, OLDEST_FIRST } from './criteria.ts';
import { type Cursor, parseCursor } from './cursor.ts';
import { FIELDS, type RawValue } from './fields.ts';
import { CriteriaBuilder, ORDER_PARAM, parseQueryInto, QUERY_PARAM, SORT_PARAM } from './query-text.ts';
import type { ParseContext } from './time-text.ts';

export type ParsedSearch =
  | {
      readonly ok: true;
      readonly criteria: Criteria;
      readonly zone: string;
      readonly columns: readonly Column[];
    }
  | { readonly ok: false; readonly mistakes: readonly Mistake[]; readonly zone: string };

/** Parameter names of Symfony's profiler search, accepted next to the field names. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['status_code', 'status'],
  ['start', 'since'],
  ['end', 'until'],
]);
const OTHER_PARAMS = [QUERY_PARAM, 'limit', 'cursor', 'tz', COLUMNS_PARAM, SORT_PARAM, 'type'];
/** How many of the slowest come before a page. */
export const SKIP_PARAM = 'skip';

/** The time zone that the parameters choose; UTC if they choose none or an unknown one. */
export function zoneOf(params: URLSearchParams): string {
  const tz = params.get('tz') ?? '';
  return isTimeZone(tz) ? tz : 'UTC';
}

/** Parses the parameters of a URL into a search: form fields, query text, or both. */
export function parseForm(params: URLSearchParams, now: ParseContext['now']): ParsedSearch {
  const builder = new CriteriaBuilder();
  const zone = zoneOf(params);
  const context = { now, zone };
  let limit = DEFAULT_LIMIT;
  let cursor: Cursor | null = null;
  let columns: readonly Column[] = [];
  let skip = 0;
  let isOldestFirst = false;

  for (const [param, text] of params) {
    const value = text.trim();
    if (value === '') continue;
    if (builder.isFull) break;
    const range = { param, text, from: 0, to: text.length };
    const addMistake = (message: string, fix: string) => builder.addMistake(range, message, fix);

    const name = ALIASES.get(param) ?? param;
    const field = FIELDS.get(name);
    if (field) {
      const term = field.toTerm(splitValues(text, field.isList), false, context);
      if ('message' in term) {
        builder.addMistake({ ...range, from: term.from, to: term.to }, term.message, term.fix);
      } else {
        builder.add(term, range);
      }
    } else if (param === QUERY_PARAM) {
      parseQueryInto(builder, text, context);
    } else if (param === 'limit') {
      limit = Number(value);
      if (!/^\d{1,4}$/.test(value) || limit < 1 || limit > MAX_LIMIT) {
        addMistake(
          `"${value}" is not a valid number of results`,
          `write a number from 1 to ${countText(MAX_LIMIT)}`,
        );
      }
    } else if (param === 'cursor') {
      cursor = parseCursor(value);
      if (!cursor) addMistake('invalid cursor', 'remove it to start at the newest profile');
    } else if (param === 'tz') {
      if (zone !== value) {
        addMistake(`"${value}" is not a valid time zone`, 'write a name such as UTC or Europe/Zagreb');
      }
    } else if (param === SORT_PARAM) {
      builder.setSort(value, range);
    } else if (param === SKIP_PARAM && /^\d{1,4}$/.test(value)) {
      skip = Number(value);
    } else if (param === ORDER_PARAM && value === OLDEST_FIRST) {
      isOldestFirst = true;
    } else if (param === COLUMNS_PARAM) {
      const parsed = parseColumns(value);
      columns = parsed.columns;
      const [unknown] = parsed.unknown;
      if (unknown !== undefined) addMistake(`unknown column "${unknown}"`, `write ${COLUMNS.join(', ')}`);
    } else if (param !== 'type' || value !== 'request') {
      const meant = closestMatch(param, [...FIELDS.keys(), ...ALIASES.keys(), ...OTHER_PARAMS]);
      addMistake(`unknown parameter "${param}"`, meant ? `write ${meant}=` : 'remove it');
    }
  }
  const { terms, details, mistakes, sort } = builder;
  if (sort && details.length > 0) {
    const text = `${SORT_PARAM}:${sort}`;
    const message = 'a sorted search cannot look inside details';
    const fix = `remove ${text} or ${details[0]?.field}:`;
    builder.addMistake({ param: SORT_PARAM, text, from: 0, to: text.length }, message, fix);
  }
  if (sort && cursor) {
    const text = params.get('cursor') ?? '';
    const range = { param: 'cursor', text, from: 0, to: text.length };
    builder.addMistake(range, "a sorted list can't start at a cursor", 'remove the cursor, or remove sort:');
  }
  if (mistakes.length > 0) return { ok: false, mistakes, zone };
  const criteria: Criteria = {
    terms,
    limit,
    cursor,
    ...(sort && { sort, ...(skip > 0 && { skip }) }),
    ...(isOldestFirst && !sort && { first: OLDEST_FIRST }),
    ...(details.length > 0 && { details }),
  };
  return { ok: true, criteria, zone, columns };
}

function splitValues(text: string, isList: boolean): RawValue[] {
  const values: RawValue[] = [];
  let at = 0;
  for (const part of isList ? text.split(',') : [text]) {
    const from = at + (part.length - part.trimStart().length);
    const value = part.trim();
    values.push({ text: value, from, to: from + value.length });
    at += part.length + 1;
  }
  return values;
}
