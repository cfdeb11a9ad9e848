import type { Tokens } from '../../../profile/token.ts';
import { appliedTerms, type NumberRange, type Term } from '../../../search/criteria.ts';
import type { Pattern } from '../../../search/pattern.ts';
import { FOREVER, timeBounds } from '../../../search/time-bounds.ts';
import { type Binder, bindTime, createBinder } from './binder.ts';
import { compileTerms } from './compile-terms.ts';

/** The terms of a search as SQL conditions and a time range. */
export interface ParsedTerms extends NumberRange {
  /** SQL conditions, except for the time range. */
  readonly conditions: readonly string[];
  readonly binder: Binder;
  /** An index finds the matches if they are rare. */
  readonly indexed: boolean;
  /** The matches are certainly few: a token, parent or trace is shared by few entries. */
  readonly selective: boolean;
}

/** Creates a new binder each time, because its parameters belong to one statement. */
export function parseTerms(given: readonly Term[], seqOf: Tokens['seqOf']): ParsedTerms {
  const terms = appliedTerms(given);
  const binder = createBinder();
  const others = terms.filter(({ field, not, any }) => field !== 'time' || not || any.length > 1);
  return {
    conditions: compileTerms(others, seqOf, binder),
    binder,
    ...timeBounds(terms),
    indexed: terms.some(isIndexed),
    selective: terms.some(isSelective),
  };
}

function isSelective({ field, not, any }: Term): boolean {
  if (not) return false;
  return field === 'token' || field === 'parent' || (field === 'trace' && !any.includes(''));
}

function isIndexed(term: Term): boolean {
  if (term.not) return false;
  if (term.field === 'ip') return term.any.every(({ from, to }) => from === to);
  if (term.field === 'user' || term.field === 'tag')
    return term.any.every(({ match, parts }) => match === 'whole' && parts.length === 1 && parts[0] !== '');
  return term.field === 'url' && term.any.every(hasTrigram);
}

function hasTrigram({ parts }: Pattern): boolean {
  return parts.some((part) => [...part].length >= 3);
}

/** The WHERE clause for the matches in a time window, which may be unbounded. */
export function whereClause(
  { conditions, binder }: ParsedTerms,
  { from, to }: NumberRange,
  others: readonly string[] = [],
): string {
  const all = [
    ...(from > 0 ? [`time >= ${bindTime(binder, from)}`] : []),
    ...(to < FOREVER ? [`time <= ${bindTime(binder, to)}`] : []),
    ...conditions,
    ...others,
  ];
  return all.length === 0 ? '' : `WHERE ${all.join('\n  AND ')}`;
}
