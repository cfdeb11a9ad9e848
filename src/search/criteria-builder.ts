import { MAX_TERMS, MAX_VALUES, SORT_BY, type Term } from './criteria.ts';
import { type DetailTerm, isDetailTerm } from './detail-terms.ts';
import type { Mistake } from './mistake.ts';

const MAX_MISTAKES = 10;

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
