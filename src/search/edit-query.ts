import type { Micros } from '../profile/time.ts';
import { FIELDS } from './fields.ts';
import { ALIASES, SINGLE_VALUE_FIELDS } from './form.ts';
import { type Clause, parseClauses, QUERY_PARAM } from './query-text.ts';

/** Query text that is written by the page: one clause set, added or taken away, the others left as they are. */

/** The parameter in which the form says what it showed, so that what was changed in it can be told. */
export const SHOWN_PARAM = 'shown';

/** `name:value`, in quotes where they are needed. */
export function clauseText(name: string, values: readonly string[]): string {
  return `${name}:${values.map(quoteValue).join(',')}`;
}

/** A recorded value as the text to find it by: a star in it is a star. */
export function escapePattern(value: string): string {
  return value.replace(/[\\*]/g, '\\$&');
}

/** Whether this is a question that can be asked at all: some recorded values are none. */
export function isValidValue(name: string, value: string): boolean {
  const reader = { now: 0 as Micros, zone: 'UTC' };
  const term = FIELDS.get(name)?.toTerm([{ text: value, from: 0, to: value.length }], false, reader);
  return term !== undefined && !('message' in term);
}

/** All that an address asks for, as one line of text. */
export function queryFromParams(params: URLSearchParams): string {
  const parts: string[] = [];
  const open: string[] = [];
  for (const [param, given] of params) {
    const name = ALIASES.get(param) ?? param;
    const value = toOneLine(given);
    if (value === '') continue;
    if (param === QUERY_PARAM) (endsInOpenQuote(value) ? open : parts).push(value);
    else if (FIELDS.has(name)) parts.push(clauseText(name, splitValue(name, value)));
  }
  return [...parts, ...open].join(' ');
}

/** What the form was sent with: its text, and in it those fields that were changed since they were shown. */
export function queryFromForm(params: URLSearchParams): string {
  const shown = formValues(params.get(SHOWN_PARAM) ?? '');
  let text = toOneLine(params.get(QUERY_PARAM) ?? '');
  for (const name of FIELDS.keys()) {
    const sent = params.get(name);
    if (sent === null || toOneLine(sent) === (shown.get(name) ?? '')) continue;
    text = setField(text, name, toOneLine(sent));
  }
  return text;
}

/** The parts of the text that the fields of the form show: of each, the first clause that it can hold. */
export function formValues(text: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const clause of parseClauses(text)) {
    if (!parts.has(clause.name) && fitsFormField(clause))
      parts.set(clause.name, clause.values.join(',').trim());
  }
  return parts;
}

/** The text with that part changed; without it when the field is empty. */
function setField(text: string, name: string, value: string): string {
  const clause = parseClauses(text).find((candidate) => candidate.name === name && fitsFormField(candidate));
  const part = value === '' ? '' : clauseText(name, splitValue(name, value));
  if (!clause) return addClause(text, part);
  return [text.slice(0, clause.start).trim(), part, text.slice(clause.end).trim()].filter(Boolean).join(' ');
}

/** The text without the clauses of these names that ask for something; those that exclude stay. */
export function removeClauses(text: string, names: readonly string[]): string {
  return parseClauses(text)
    .filter(({ name, not }) => not || !names.includes(name))
    .map(({ start, end }) => text.slice(start, end))
    .join(' ');
}

/** The text with this added at its end, unless it stands there already. */
export function addClause(text: string, clause: string): string {
  if (text === '' || clause === '') return text + clause;
  const clauses = parseClauses(text);
  if (clauses.some(({ start, end }) => text.slice(start, end) === clause)) return text;
  return endsInOpenQuote(text) ? `${clause} ${text}` : `${text} ${clause}`;
}

/** What is put behind a quote that is never closed would be part of what is quoted. */
function endsInOpenQuote(text: string): boolean {
  return parseClauses(text).at(-1)?.closed === false;
}

/** Whether the text asks for just this value. */
export function hasClause(text: string, name: string, value: string): boolean {
  return parseClauses(text).some(
    (clause) =>
      clause.name === name && !clause.not && clause.values.length === 1 && clause.values[0] === value,
  );
}

function fitsFormField({ name, not, values, closed }: Clause): boolean {
  if (not || !closed) return false;
  return SINGLE_VALUE_FIELDS.has(name) ? values.length === 1 : values.every((value) => !value.includes(','));
}

function splitValue(name: string, value: string): string[] {
  return SINGLE_VALUE_FIELDS.has(name) ? [value] : value.split(',').map((part) => part.trim());
}

/** A line break would be lost in the box, and with it the space between two words. */
function toOneLine(text: string): string {
  return text.replace(/[\t\r\n]/g, ' ').trim();
}

function quoteValue(value: string): string {
  if (value !== '' && !/[\s,"]/.test(value) && !value.startsWith('//')) return value;
  let end = value.length;
  // A backslash before the closing quote would keep it open: it stands behind it.
  while (value[end - 1] === '\\') end--;
  return `"${value.slice(0, end).replaceAll('"', '\\"')}"${value.slice(end)}`;
}
