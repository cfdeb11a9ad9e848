import type { IpRange } from '../../../net/ip.ts';
import { PROCESS_FIELDS } from '../../../profile/entry.ts';
import type { Tokens } from '../../../profile/token.ts';
import { appliedTerms, type Term } from '../../../search/criteria.ts';
import type { Pattern } from '../../../search/pattern.ts';
import { timeBounds } from '../../../search/time-bounds.ts';
import { type FilterKey, rangeKeys } from '../closed/filters.ts';

/** The fields that are part of an entry's dimensions. */
const DIMENSION_FIELDS = [
  'status',
  'method',
  'host',
  'route',
  'operation',
  'kind',
  'error',
  'client',
] as const;
type DimensionField = (typeof DIMENSION_FIELDS)[number];
export type DimensionTerm = Extract<Term, { field: DimensionField }>;
export type RowTerm = Exclude<Term, { field: DimensionField }>;

/** A term on a field that is stored once for each process. */
export type ProcessTerm = Extract<Term, { field: (typeof PROCESS_FIELDS)[number] }>;

/** A term that the filter of a field can rule out: a segment without any of these keys has no match. */
interface FilterTerm {
  readonly field: 'ip' | 'trace' | 'user' | 'tag';
  /** `null` if there are too many. Then only a segment without any value is ruled out. */
  readonly keys: readonly FilterKey[] | null;
}

/** The terms of a search, sorted by how they are evaluated. */
export interface ParsedTerms {
  readonly dimensionTerms: readonly DimensionTerm[];
  /** All other terms, except for a single range of time. */
  readonly rowTerms: readonly RowTerm[];
  /** The row terms that a segment's list of processes can rule out. */
  readonly processTerms: readonly ProcessTerm[];
  readonly filterTerms: readonly FilterTerm[];
  /** URL terms that the filters of URLs can rule out. A URL must match one pattern of each. */
  readonly urls: readonly (readonly Pattern[])[];
  /** The only entries that can match, if the search names tokens. */
  readonly seqs: readonly number[] | null;
  readonly from: number;
  readonly to: number;
}

const isDimensionTerm = (term: Term): term is DimensionTerm =>
  DIMENSION_FIELDS.some((field) => field === term.field);
const isProcessTerm = (term: Term): term is ProcessTerm =>
  PROCESS_FIELDS.some((field) => field === term.field);

export function parseTerms(given: readonly Term[], seqOf: Tokens['seqOf']): ParsedTerms {
  const terms = appliedTerms(given);
  const others = terms.filter((term): term is RowTerm => !isDimensionTerm(term));
  const wanted = others.filter(({ not }) => !not);
  const tokens = wanted.find((term) => term.field === 'token');
  return {
    dimensionTerms: terms.filter(isDimensionTerm),
    // A single time range bounds the search and need not be checked for each entry.
    rowTerms: others.filter(({ field, not, any }) => not || field !== 'time' || any.length > 1),
    processTerms: terms.filter(isProcessTerm),
    filterTerms: wanted.flatMap((term) => filterTermOf(term) ?? []),
    urls: wanted.flatMap((term) => (term.field === 'url' ? [term.any] : [])),
    seqs: tokens ? seqsOf(tokens.any, seqOf) : null,
    ...timeBounds(terms),
  };
}

/** `null` if no filter can rule out the term. */
function filterTermOf(term: RowTerm): FilterTerm | null {
  switch (term.field) {
    case 'ip':
      return { field: 'ip', keys: keysOfRanges(term.any) };
    case 'trace':
      return term.any.includes('') ? null : { field: 'trace', keys: term.any };
    case 'user':
    case 'tag':
      return term.any.every(needsValue) ? { field: term.field, keys: exactTexts(term.any) } : null;
    default:
      return null;
  }
}

export function seqsOf(tokens: readonly string[], seqOf: Tokens['seqOf']): number[] {
  return tokens.map(seqOf).filter((seq) => seq !== null);
}

/** Whether an empty text does not match. */
function needsValue({ parts }: Pattern): boolean {
  return parts.some((part) => part !== '');
}

/** The only texts that match, lowercase; `null` if the patterns have stars. */
function exactTexts(patterns: readonly Pattern[]): string[] | null {
  if (!patterns.every(({ match, parts }) => match === 'whole' && parts.length === 1)) return null;
  return patterns.map(({ parts }) => parts[0] ?? '');
}

function keysOfRanges(ranges: readonly IpRange[]): FilterKey[] | null {
  const keys = ranges.map(rangeKeys);
  return keys.every((found) => found !== null) ? keys.flat() : null;
}
