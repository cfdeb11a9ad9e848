import type { Micros } from '../profile/time.ts';
import { type Clause, parseClauses } from './clauses.ts';
import { quoteValue } from './escape-value.ts';
import { FIELDS } from './fields.ts';
import { ALIASES } from './form.ts';
import { QUERY_PARAM, SORT_PARAM } from './query-text.ts';

/** Edits query text for the page: sets, adds or removes one clause and leaves the others unchanged. */

/** The form sends the query it was rendered with in this parameter, to detect which fields the user changed. */
export const SHOWN_PARAM = 'shown';

/** `name:value`, quoted where necessary. */
export function clauseText(name: string, values: readonly string[]): string {
  return `${name}:${values.map(quoteValue).join(',')}`;
}

/** Whether the field accepts this value. Some recorded values cannot be searched for. */
export function isValidValue(name: string, value: string): boolean {
  const context = { now: 0 as Micros, zone: 'UTC' };
  const term = FIELDS.get(name)?.toTerm([{ text: value, from: 0, to: value.length }], false, context);
  return term !== undefined && !('message' in term);
}

/** All criteria of a URL's parameters as one line of query text. */
export function queryFromParams(params: URLSearchParams): string {
  const clauses: string[] = [];
  const unclosed: string[] = [];
  for (const [param, text] of params) {
    const name = ALIASES.get(param) ?? param;
    const value = toOneLine(text);
    if (value === '') continue;
    if (param === QUERY_PARAM) (endsInOpenQuote(value) ? unclosed : clauses).push(value);
    else if (FIELDS.has(name) || name === SORT_PARAM) clauses.push(clauseText(name, splitValue(name, value)));
  }
  return [...clauses, ...unclosed].join(' ');
}

/** The query of a submitted form: its query text, with the fields applied that the user changed. */
export function queryFromForm(params: URLSearchParams): string {
  const shown = formValues(params.get(SHOWN_PARAM) ?? '');
  let query = toOneLine(params.get(QUERY_PARAM) ?? '');
  for (const name of FIELDS.keys()) {
    const value = params.get(name);
    if (value === null || toOneLine(value) === (shown.get(name) ?? '')) continue;
    query = setField(query, name, toOneLine(value));
  }
  return query;
}

/** The value of each form field for this query: the first clause of its name that the field can show. */
export function formValues(query: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const clause of parseClauses(query)) {
    if (values.has(clause.name) || !fitsFormField(clause)) continue;
    values.set(clause.name, clause.values.join(',').trim());
  }
  return values;
}

/** Replaces the clause that the form field shows; an empty value removes it. */
function setField(query: string, name: string, value: string): string {
  const shown = parseClauses(query).find((clause) => clause.name === name && fitsFormField(clause));
  const clause = value === '' ? '' : clauseText(name, splitValue(name, value));
  if (!shown) return addClause(query, clause);
  return [query.slice(0, shown.start).trim(), clause, query.slice(shown.end).trim()]
    .filter(Boolean)
    .join(' ');
}

/** Removes the clauses with these names, except the negated ones. */
export function removeClauses(query: string, names: readonly string[]): string {
  return parseClauses(query)
    .filter(({ name, not }) => not || !names.includes(name))
    .map(({ start, end }) => query.slice(start, end))
    .join(' ');
}

/** Appends a clause, unless the query already has it. */
export function addClause(query: string, clause: string): string {
  if (query === '' || clause === '') return query + clause;
  const clauses = parseClauses(query);
  if (clauses.some(({ start, end }) => query.slice(start, end) === clause)) return query;
  return endsInOpenQuote(query) ? `${clause} ${query}` : `${query} ${clause}`;
}

/** Text appended after an unclosed quote would become part of the quoted value. */
function endsInOpenQuote(query: string): boolean {
  return parseClauses(query).at(-1)?.closed === false;
}

/** Whether the query has a clause for exactly this one value. */
export function hasClause(query: string, name: string, value: string): boolean {
  return parseClauses(query).some(
    (clause) =>
      clause.name === name && !clause.not && clause.values.length === 1 && clause.values[0] === value,
  );
}

function fitsFormField({ name, not, values, closed }: Clause): boolean {
  if (not || !closed) return false;
  return isList(name) ? values.every((value) => !value.includes(',')) : values.length === 1;
}

function splitValue(name: string, value: string): string[] {
  return isList(name) ? value.split(',').map((part) => part.trim()) : [value];
}

function isList(name: string): boolean {
  return FIELDS.get(name)?.isList ?? true;
}

/** A text input drops line breaks, which would join two words. */
function toOneLine(text: string): string {
  return text.replace(/[\t\r\n]/g, ' ').trim();
}

/** One clause of a query, and the queries that differ from it in that clause only. */
export interface Filter extends Pick<Clause, 'name' | 'not' | 'values' | 'start' | 'end'> {
  readonly removed: string;
  /** The query that excludes what this clause includes, or the other way round; `null` if that has no meaning. */
  readonly inverted: string | null;
}

/** Clauses that are not about a value of the request. */
const NOT_INVERTED: ReadonlySet<string> = new Set(['since', 'until', SORT_PARAM]);

/** The clauses of a query without mistakes. */
export function filtersOf(query: string): Filter[] {
  const clauses = parseClauses(query);
  const texts = clauses.map(({ start, end }) => query.slice(start, end));
  return clauses.map(({ name, not, values, start, end }, i) => {
    const canInvert = not || !NOT_INVERTED.has(name);
    const inverted = `${not ? '' : '-'}${clauseText(name, values)}`;
    return {
      name,
      not,
      values,
      start,
      end,
      removed: texts.toSpliced(i, 1).join(' '),
      inverted: canInvert ? texts.toSpliced(i, 1, inverted).join(' ') : null,
    };
  });
}

/** Whether the query leaves out requests of this value. */
export function excludesValue(query: string, name: string, value: string): boolean {
  return parseClauses(query).some(
    (clause) => clause.not && clause.name === name && clause.values.includes(value),
  );
}

/** The query without requests of this value. A filter for exactly this value is removed. */
export function excludeValue(query: string, name: string, value: string): string {
  const others = parseClauses(query).filter(
    ({ values, ...clause }) =>
      clause.not || clause.name !== name || values.length !== 1 || values[0] !== value,
  );
  const rest = others.map(({ start, end }) => query.slice(start, end)).join(' ');
  return addClause(rest, `-${clauseText(name, [value])}`);
}
