import { closestMatch } from '../format/closest-match.ts';
import { countText } from '../format/count-text.ts';
import { type RawClause, rawClauses } from './clauses.ts';
import { MAX_TERMS, MAX_VALUES, type Mistake, SORT_BY, type Term } from './criteria.ts';
import { type DetailTerm, isDetailTerm } from './detail-terms.ts';
import { FIELDS } from './fields.ts';
import { clockAfter, type ParseContext } from './time-text.ts';

/** The parameter that holds the query text. */
export const QUERY_PARAM = 'q';
/** The parameter that sets the order of groups. A search has its own, as a part of its text. */
export const ORDER_PARAM = 'order';
/** The parameter that says what requests are grouped by. */
export const BY_PARAM = 'by';
export const MAX_QUERY_LENGTH = 2000;
/** The field and the parameter that set the order of the results. */
export const SORT_PARAM = 'sort';
export const SORT_HELP = { help: 'the slowest first', example: `${SORT_PARAM}:${SORT_BY}` };

const MAX_MISTAKES = 10;
const TIME_FIELDS = new Set(['since', 'until', 'at']);

/** A range of characters in the text of a parameter. */
export type TextRange = Pick<Mistake, 'param' | 'text' | 'from' | 'to'>;

/** Collects the terms and mistakes of one search, from the form and the query text. Both are capped. */
export class CriteriaBuilder {
  readonly terms: Term[] = [];
  readonly details: DetailTerm[] = [];
  readonly mistakes: Mistake[] = [];
  sort: typeof SORT_BY | null = null;
  #values = 0;
  #exceeded = false;

  /** Whether a cap was reached, so the rest of the search need not be parsed. */
  get isFull(): boolean {
    return this.#exceeded || this.mistakes.length >= MAX_MISTAKES;
  }

  add(term: Term | DetailTerm, range: TextRange): void {
    this.#values += term.any.length;
    if (this.terms.length + this.details.length >= MAX_TERMS) {
      this.#reject(range, `a search has at most ${MAX_TERMS} criteria`, 'remove this one and all after it');
    } else if (this.#values > MAX_VALUES) {
      this.#reject(range, `a search has at most ${MAX_VALUES} values in total`, 'remove some of these');
    } else if (isDetailTerm(term)) {
      this.details.push(term);
    } else {
      this.terms.push(term);
    }
  }

  /** Sets the order of the results, by the value of `sort:`. */
  setSort(value: string, range: TextRange): void {
    if (value.toLowerCase() === SORT_BY) this.sort = SORT_BY;
    else this.addMistake(range, `results cannot be sorted by "${value}"`, `write ${SORT_BY}, or remove it`);
  }

  addMistake(range: TextRange, message: string, fix: string): void {
    if (!this.isFull) this.mistakes.push({ ...range, message, fix });
  }

  #reject(range: TextRange, message: string, fix: string): void {
    this.addMistake(range, message, fix);
    this.#exceeded = true;
  }
}

/** Parses query text such as `status:4xx -url:/health .env`. Bare words match the URL. */
export function parseQueryText(text: string, context: ParseContext): { terms: Term[]; mistakes: Mistake[] } {
  const builder = new CriteriaBuilder();
  parseQueryInto(builder, text, context);
  return { terms: builder.terms, mistakes: builder.mistakes };
}

/** Parses query text and adds its terms and mistakes to the builder. */
export function parseQueryInto(builder: CriteriaBuilder, text: string, context: ParseContext): void {
  if (text.length > MAX_QUERY_LENGTH) {
    const fix = `write at most ${countText(MAX_QUERY_LENGTH)} characters: remove everything from here on`;
    builder.addMistake(rangeIn(text, MAX_QUERY_LENGTH, text.length), 'this text is too long', fix);
    return;
  }
  let parsedTo = 0;
  for (const clause of rawClauses(text)) {
    if (builder.isFull) return;
    if (clause.start >= parsedTo) parsedTo = addTerm(builder, clause, text, context);
  }
}

/** Adds the clause's term, or the mistake in it. Returns the index where the next clause may start. */
function addTerm(builder: CriteriaBuilder, clause: RawClause, text: string, context: ParseContext): number {
  const { start, not, name, valuesAt, values, end, open, mistake } = clause;
  const addMistake = (from: number, to: number, message: string, fix: string) =>
    builder.addMistake(rangeIn(text, from, to), message, fix);
  const field = FIELDS.get(name?.toLowerCase() ?? 'url');
  if (open !== null) {
    const fix = 'close it with " or write \\" for a literal quote';
    addMistake(open, text.length, 'this quote is never closed', fix);
    return end;
  }
  if (mistake) {
    addMistake(mistake.from, mistake.to, mistake.message, mistake.fix);
    return end;
  }
  if (name?.toLowerCase() === SORT_PARAM) {
    if (not) addMistake(start, valuesAt, 'sort: cannot be excluded', 'remove the minus');
    else builder.setSort(values.map((value) => value.text).join(','), rangeIn(text, valuesAt, end));
    return end;
  }
  if (!field) {
    const meant = closestMatch(name ?? '', [...FIELDS.keys(), SORT_PARAM]);
    const quoted = `"${text.slice(start, end).replaceAll('"', '\\"')}"`;
    if (/^(?:request|response)?-?body$/i.test(name ?? '')) {
      addMistake(start, valuesAt, "bodies can't be searched", 'try log:, note: or query:');
      return end;
    }
    const fix = meant ? `write ${meant}: instead` : `quote it to find it in the URL: ${quoted}`;
    addMistake(start, valuesAt, `unknown field "${name}"`, fix);
    return end;
  }
  if (values.every((value) => value.text === '')) {
    const message = name === undefined ? 'a value is missing here' : `"${name}:" needs a value`;
    addMistake(start, end, message, `write ${field.example}, or remove it`);
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
