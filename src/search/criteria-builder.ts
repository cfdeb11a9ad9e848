import { MAX_TERMS, MAX_VALUES, type Term } from './criteria.ts';
import type { Mistake } from './mistake.ts';

/** More would help nobody, and each is shown with its text. */
const MAX_MISTAKES = 10;

/** Where something stands: the parameter, its text, and the span in it. */
export type TextRange = Pick<Mistake, 'param' | 'text' | 'from' | 'to'>;

/** What one search has asked so far, form and query text together: its terms and its mistakes, both bounded. */
export class CriteriaBuilder {
  readonly terms: Term[] = [];
  readonly mistakes: Mistake[] = [];
  #values = 0;
  #tooMuch = false;

  /** Whether reading on is of no use. */
  get isFull(): boolean {
    return this.#tooMuch || this.mistakes.length >= MAX_MISTAKES;
  }

  add(term: Term, place: TextRange): void {
    this.#values += term.any.length;
    if (this.terms.length >= MAX_TERMS) {
      this.#refuse(
        place,
        `a search has at most ${MAX_TERMS} criteria`,
        'leave this one out and all behind it',
      );
    } else if (this.#values > MAX_VALUES) {
      this.#refuse(place, `a search has at most ${MAX_VALUES} values in all`, 'leave some of these out');
    } else {
      this.terms.push(term);
    }
  }

  addMistake(place: TextRange, message: string, fix: string): void {
    if (!this.isFull) this.mistakes.push({ ...place, message, fix });
  }

  #refuse(place: TextRange, message: string, fix: string): void {
    this.addMistake(place, message, fix);
    this.#tooMuch = true;
  }
}
