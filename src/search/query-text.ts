import { closestMatch } from '../format/closest-match.ts';
import type { Term } from './criteria.ts';
import { CriteriaBuilder, type TextRange } from './criteria-builder.ts';
import { FIELDS, type RawValue } from './fields.ts';
import type { Mistake } from './mistake.ts';
import { clockAfter, type ParseContext } from './time-text.ts';

/** The parameter that holds the query text. */
export const QUERY_PARAM = 'q';
export const MAX_QUERY_LENGTH = 2000;

/** The name of a field and its colon; `https://` is not a field. */
const NAME = /([A-Za-z][A-Za-z_-]*):(?!\/\/)/y;
const TIME_FIELDS = new Set(['since', 'until', 'at']);

/** Parses query text such as `status:4xx -url:/health .env`. Bare words match the URL. */
export function parseQueryText(text: string, context: ParseContext): { terms: Term[]; mistakes: Mistake[] } {
  const builder = new CriteriaBuilder();
  parseQueryInto(builder, text, context);
  return { terms: builder.terms, mistakes: builder.mistakes };
}

/** Parses query text and adds its terms and mistakes to the builder. */
export function parseQueryInto(builder: CriteriaBuilder, text: string, context: ParseContext): void {
  if (text.length > MAX_QUERY_LENGTH) {
    const fix = `write at most ${MAX_QUERY_LENGTH.toLocaleString('en')} characters: remove everything from here on`;
    builder.addMistake(rangeIn(text, MAX_QUERY_LENGTH, text.length), 'this text is too long', fix);
    return;
  }
  for (let at = skipSpace(text, 0); at < text.length && !builder.isFull; ) {
    const clause = parseClause(text, at);
    at = skipSpace(text, addTerm(builder, clause, text, context));
  }
}

/** A clause of the query text, valid or not. A bare word is a `url` clause. */
export interface Clause {
  readonly name: string;
  readonly not: boolean;
  readonly values: readonly string[];
  readonly start: number;
  readonly end: number;
  /** `false` if it has an unclosed quote. */
  readonly closed: boolean;
}

/** Splits query text into clauses with their positions, so that one can be edited in place. */
export function parseClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  for (
    let at = skipSpace(text, 0);
    at < text.length;
    at = skipSpace(text, clauses.at(-1)?.end ?? text.length)
  ) {
    const { name = 'url', not, values, start, end, open } = parseClause(text, at);
    const texts = values.map((value) => value.text);
    clauses.push({ name: name.toLowerCase(), not, values: texts, start, end, closed: open === null });
  }
  return clauses;
}

interface RawClause extends RawValues {
  readonly start: number;
  readonly not: boolean;
  /** The text before the colon, if there is one. */
  readonly name: string | undefined;
  /** Where the name and its colon end. */
  readonly valuesAt: number;
}

function parseClause(text: string, start: number): RawClause {
  const not = text[start] === '-' && start + 1 < text.length && !isSpace(text[start + 1]);
  const nameAt = not ? start + 1 : start;
  NAME.lastIndex = nameAt;
  const name = NAME.exec(text)?.[1];
  const valuesAt = name === undefined ? nameAt : nameAt + name.length + 1;
  return { start, not, name, valuesAt, ...parseValues(text, valuesAt, name !== undefined) };
}

/** Adds the clause's term, or the mistake in it. Returns the index where the next clause may start. */
function addTerm(builder: CriteriaBuilder, clause: RawClause, text: string, context: ParseContext): number {
  const { start, not, name, valuesAt, values, end, open } = clause;
  const addMistake = (from: number, to: number, message: string, fix: string) =>
    builder.addMistake(rangeIn(text, from, to), message, fix);
  const field = FIELDS.get(name?.toLowerCase() ?? 'url');
  if (open !== null) {
    const fix = 'close it with " or write \\" for a literal quote';
    addMistake(open, text.length, 'this quote is never closed', fix);
    return end;
  }
  if (!field) {
    const meant = closestMatch(name ?? '', [...FIELDS.keys()]);
    const quoted = `"${text.slice(start, end).replaceAll('"', '\\"')}"`;
    const fix = meant ? `write ${meant}: instead` : `quote it to find it in the URL: ${quoted}`;
    addMistake(start, valuesAt, `unknown field "${name}"`, fix);
    return end;
  }
  if (values.every((value) => value.text === '')) {
    const message = name === undefined ? 'a value is missing here' : `"${name}:" needs a value`;
    addMistake(start, Math.max(end, valuesAt), message, `write ${field.example}, or remove it`);
    return end;
  }
  const last = values.at(-1);
  const clock =
    last && TIME_FIELDS.has(name?.toLowerCase() ?? '') ? clockAfter(last.text, text.slice(end)) : null;
  if (last && clock) {
    const time = `${last.text} ${clock.text}`;
    const fix = `quote it: ${text.slice(start, last.from)}"${time}"`;
    addMistake(last.from, end + clock.end, `the time "${time}" has a space in it`, fix);
    return end + clock.end;
  }
  const term = field.toTerm(values, not, context);
  if ('message' in term) addMistake(term.from, term.to, term.message, term.fix);
  else builder.add(term, rangeIn(text, start, end));
  return end;
}

function rangeIn(text: string, from: number, to: number): TextRange {
  return { param: QUERY_PARAM, text, from, to };
}

interface RawValues {
  readonly values: RawValue[];
  readonly end: number;
  /** The index of an unclosed quote, or `null`. */
  readonly open: number | null;
}

/** Parses quoted and bare values up to the next space. The values of a field are separated by commas. */
function parseValues(text: string, start: number, isList: boolean): RawValues {
  const values: RawValue[] = [];
  let at = start;
  for (;;) {
    const from = at;
    let value = '';
    if (text[at] === '"') {
      at++;
      while (at < text.length && text[at] !== '"') {
        if (text[at] === '\\' && text[at + 1] === '"') at++;
        value += text[at++];
      }
      if (at >= text.length) return { values, end: text.length, open: from };
      at++;
    }
    while (at < text.length && !isSpace(text[at]) && !(isList && text[at] === ',')) value += text[at++];
    values.push({ text: value, from, to: at });
    if (text[at] !== ',') return { values, end: at, open: null };
    at++;
  }
}

function isSpace(char: string | undefined): boolean {
  return char !== undefined && /\s/.test(char);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at++;
  return at;
}
