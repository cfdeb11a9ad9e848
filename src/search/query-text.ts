import type { Term } from './criteria.ts';
import { CriteriaBuilder, type TextRange } from './criteria-builder.ts';
import { FIELDS, type RawValue } from './fields.ts';
import { closestMatch, type Mistake } from './mistake.ts';
import { clockAfter, type ParseContext } from './time-text.ts';

/** The parameter that holds the query text. */
export const QUERY_PARAM = 'q';
export const MAX_QUERY_LENGTH = 2000;

/** `name:` of letters; but the colon of `https://…` belongs to an address. */
const NAME = /([A-Za-z][A-Za-z_-]*):(?!\/\/)/y;
const TIME_FIELDS = new Set(['since', 'until', 'at']);

/** One line of text into terms: `status:4xx -url:/health .env`. Bare words are URL substrings. */
export function parseQueryText(text: string, reader: ParseContext): { terms: Term[]; mistakes: Mistake[] } {
  const asked = new CriteriaBuilder();
  parseQueryInto(text, reader, asked);
  return { terms: asked.terms, mistakes: asked.mistakes };
}

/** The same, beside what else is asked. */
export function parseQueryInto(text: string, reader: ParseContext, asked: CriteriaBuilder): void {
  if (text.length > MAX_QUERY_LENGTH) {
    const fix = `write at most ${MAX_QUERY_LENGTH.toLocaleString('en')} characters: leave out all from here on`;
    asked.addMistake(rangeIn(text, MAX_QUERY_LENGTH, text.length), 'this text is too long', fix);
    return;
  }
  for (let at = skipSpace(text, 0); at < text.length && !asked.isFull; ) {
    const clause = parseClause(text, at);
    at = skipSpace(text, addTerm(clause, text, reader, asked));
  }
}

/** A clause as it stands in the text, understood or not. Bare words are clauses of the URL. */
export interface Clause {
  readonly name: string;
  readonly not: boolean;
  readonly values: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Its quote is closed, if it has one. */
  readonly closed: boolean;
}

/** The parts a text is made of, for whoever changes one of them and leaves the others as they are. */
export function parseClauses(text: string): Clause[] {
  const found: Clause[] = [];
  for (
    let at = skipSpace(text, 0);
    at < text.length;
    at = skipSpace(text, found.at(-1)?.end ?? text.length)
  ) {
    const { name = 'url', not, values, start, end, open } = parseClause(text, at);
    const texts = values.map((value) => value.text);
    found.push({ name: name.toLowerCase(), not, values: texts, start, end, closed: open === null });
  }
  return found;
}

interface RawClause extends RawValues {
  readonly start: number;
  readonly not: boolean;
  /** What stands before the colon, if there is one. */
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

/** Asks what the clause says, or says what is wrong with it; answers where the next may start. */
function addTerm(clause: RawClause, text: string, reader: ParseContext, asked: CriteriaBuilder): number {
  const { start, not, name, valuesAt, values, end, open } = clause;
  const wrong = (from: number, to: number, message: string, fix: string) =>
    asked.addMistake(rangeIn(text, from, to), message, fix);
  const field = FIELDS.get(name?.toLowerCase() ?? 'url');
  if (open !== null) {
    wrong(open, text.length, 'this quote is never closed', 'close it with " or write \\" for a quote itself');
    return end;
  }
  if (!field) {
    const meant = closestMatch(name ?? '', [...FIELDS.keys()]);
    const quoted = `"${text.slice(start, end).replaceAll('"', '\\"')}"`;
    const fix = meant ? `write ${meant}: instead` : `quote it to find it in the URL: ${quoted}`;
    wrong(start, valuesAt, `there is no field "${name}"`, fix);
    return end;
  }
  if (values.every((value) => value.text === '')) {
    const fix = `write ${field.example}, or leave it out`;
    wrong(start, Math.max(end, valuesAt), `nothing stands behind "${name ?? ''}"`, fix);
    return end;
  }
  const last = values.at(-1);
  const clock =
    last && TIME_FIELDS.has(name?.toLowerCase() ?? '') ? clockAfter(last.text, text.slice(end)) : null;
  if (last && clock) {
    const time = `${last.text} ${clock.text}`;
    const fix = `put it in quotes: ${text.slice(start, last.from)}"${time}"`;
    wrong(last.from, end + clock.end, `the space parts the time "${time}" in two`, fix);
    return end + clock.end;
  }
  const term = field.toTerm(values, not, reader);
  if ('message' in term) wrong(term.from, term.to, term.message, term.fix);
  else asked.add(term, rangeIn(text, start, end));
  return end;
}

function rangeIn(text: string, from: number, to: number): TextRange {
  return { param: QUERY_PARAM, text, from, to };
}

interface RawValues {
  readonly values: RawValue[];
  readonly end: number;
  /** Where a quote opened that was never closed. */
  readonly open: number | null;
}

/** The values from here to the next space, quoted or bare; in a field, commas part them. */
function parseValues(text: string, start: number, list: boolean): RawValues {
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
    while (at < text.length && !isSpace(text[at]) && !(list && text[at] === ',')) value += text[at++];
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
