import { parseIpRange } from '../net/ip.ts';
import type { Micros } from '../profile/time.ts';
import { type Clause, parseClauses } from './clauses.ts';
import { clauseText, isValidValue } from './edit-query.ts';
import { FIELDS } from './fields.ts';
import { parseTime } from './time-text.ts';
import { parseToken, parseTrace } from './values.ts';

/** A clause that may have meant something else than text in the URL. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const MAX_SUGGESTIONS = 5;
const METHODS = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT)$/;
const STATUS = /^[1-5](?:\d\d|xx)$/i;
const AGE = /^\d{1,3}(?:s|m|min|h|d|w)$/;
const DURATION = /^(>=|<=|>|<)?(\d{1,9}(?:\.\d{1,6})?(?:us|µs|ms|s|m))$/i;
/** Dates and clock times, but not ages, Unix times or `now`. */
const TIME = /[:-]|day/i;
const ERROR = /^[A-Z][A-Za-z0-9_]*(?:Error|Exception)$/;
const EMAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
/** A full URL with a query or a fragment, and what comes before that. */
const LONG_URL = /^(https?:\/\/[^?#]+)[?#]/i;
const ASSIGNED = /^([A-Za-z]+)(!?=)(.+)$/;

/**
 * Bare words always match text in the URL. For words that look like a status, a method, a time, an address or
 * another field, returns the queries that they may have meant: first with all of them replaced, then one by one.
 * @param hasResults if not, a URL is also suggested without its query, where recorded values may be redacted
 */
export function suggestQueries(query: string, hasResults = true): string[] {
  const clauses = parseClauses(query);
  const found = clauses.flatMap((clause, i) => {
    const text =
      termFor(clause) ??
      operatorFor(clause, clauses[i - 1], clauses[i + 1]) ??
      (hasResults ? null : shorterUrl(clause));
    return text === null ? [] : [{ start: clause.start, end: clause.end, text }];
  });
  const choices = found.length > 1 ? [found, ...found.map((one) => [one])] : found.map((one) => [one]);
  return choices.slice(0, MAX_SUGGESTIONS).map((replacements) => replaceAll(query, replacements));
}

function replaceAll(query: string, replacements: readonly Replacement[]): string {
  let text = query;
  for (const { start, end, text: replacement } of replacements.toReversed())
    text = text.slice(0, start) + replacement + text.slice(end);
  return text;
}

/** The term that a bare word looks like; `null` if it looks like text. */
function termFor({ bare, not, values }: Clause): string | null {
  const readings = bare ? values.map(readWord) : [];
  const [first] = readings;
  if (!first || !readings.every((reading) => reading?.field === first.field)) return null;
  const texts = readings.map((reading) => reading?.value ?? '');
  if (!texts.every((text) => isValidValue(first.field, text))) return null;
  return `${not !== first.not ? '-' : ''}${clauseText(first.field, texts)}`;
}

/** A URL without its query and fragment. */
function shorterUrl({ bare, not, values }: Clause): string | null {
  const [, url] = bare && !not && values.length === 1 ? (LONG_URL.exec(values[0] ?? '') ?? []) : [];
  return url ?? null;
}

/** `or` in lower case between two terms on the same field. */
function operatorFor(clause: Clause, before: Clause | undefined, after: Clause | undefined): string | null {
  if (!clause.bare || clause.not || clause.values[0]?.toLowerCase() !== 'or') return null;
  if (!before || !after || before.not || after.not || before.bare !== after.bare) return null;
  return before.name === after.name ? 'OR' : null;
}

interface Reading {
  readonly field: string;
  readonly value: string;
  readonly not: boolean;
}

function readWord(word: string): Reading | null {
  const [, name = '', sign, value = ''] = ASSIGNED.exec(word) ?? [];
  if (FIELDS.has(name.toLowerCase())) return { field: name.toLowerCase(), value, not: sign === '!=' };
  const field = fieldOf(word);
  if (field === null) return null;
  const [, comparison, duration] = (field === 'duration' && DURATION.exec(word)) || [];
  return { field, value: duration && !comparison ? `>${word}` : word, not: false };
}

function fieldOf(word: string): string | null {
  if (STATUS.test(word)) return 'status';
  if (METHODS.test(word)) return 'method';
  if (TIME.test(word) && parseTime(word, { now: 0 as Micros, zone: 'UTC' })) return 'at';
  if (AGE.test(word)) return 'since';
  if (DURATION.test(word)) return 'duration';
  if (parseIpRange(word)) return 'ip';
  if ('value' in parseTrace(word)) return 'trace';
  if ('value' in parseToken(word)) return 'token';
  if (EMAIL.test(word)) return 'user';
  return ERROR.test(word) ? 'error' : null;
}
