import type { Tokens } from '../../profile/token.ts';
import type { NumberRange, Term } from '../../search/criteria.ts';
import type { Pattern } from '../../search/pattern.ts';
import { type Binder, createBinder } from './binder.ts';
import { compileTerms } from './compile-terms.ts';

/** A search as the engine sees it. */
export interface ParsedTerms {
  /** What must hold of an entry, but for the one stretch of time the search is bound to. */
  readonly conditions: readonly string[];
  readonly binder: Binder;
  /** Microseconds, both ends inside; beyond what any book holds where nothing was said. */
  readonly from: number;
  readonly to: number;
  /** An index leads to the entries that can match, if they are few. */
  readonly indexed: boolean;
  /** They are certainly few: numbers and traces are not shared by many. */
  readonly selective: boolean;
}

/** Each question has a binder of its own: what it binds is bound for one statement. */
export function parseTerms(terms: readonly Term[], seqOf: Tokens['seqOf']): ParsedTerms {
  const binder = createBinder();
  let from = Number.MIN_SAFE_INTEGER;
  let to = Number.MAX_SAFE_INTEGER;
  const asked = terms.filter((term) => {
    if (term.field !== 'time' || term.not) return true;
    from = Math.max(from, Math.min(...term.any.map((range) => range.from)));
    to = Math.min(to, Math.max(...term.any.map((range) => range.to)));
    return term.any.length > 1;
  });
  return {
    conditions: compileTerms(asked, seqOf, binder),
    binder,
    from,
    to,
    indexed: terms.some(isIndexed),
    selective: terms.some(isNamed),
  };
}

function isNamed({ field, not, any }: Term): boolean {
  if (not) return false;
  return field === 'token' || field === 'parent' || (field === 'trace' && !any.includes(''));
}

function isIndexed(term: Term): boolean {
  if (term.not) return false;
  if (term.field === 'ip') return term.any.every(({ from, to }) => from === to);
  return term.field === 'url' && term.any.every(hasTrigram);
}

function hasTrigram({ parts }: Pattern): boolean {
  return parts.some((part) => [...part].length >= 3);
}

/** What a stretch of time leaves of a question. */
export function clipToBounds({ from, to }: ParsedTerms, stretch: NumberRange): NumberRange {
  return { from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) };
}
