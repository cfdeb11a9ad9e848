import type { SQLInputValue } from 'node:sqlite';
import type { IpRange } from '../../net/ip.ts';
import type { Tokens } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import type { Pattern } from '../../search/pattern.ts';
import {
  type Condition,
  compileTerms,
  DIMENSION_FIELDS,
  PROCESS_FIELDS,
  type ProcessTerm,
  type RowTerm,
  seqsOf,
} from './compile-terms.ts';
import type { DimensionTerm } from './dimensions.ts';
import type { Field } from './fields.ts';
import { rangeTexts } from './filters.ts';
import { toIpValue, traceValueOf } from './rows.ts';

/** A condition on an entry, and whether it needs the tables of URLs and agents. */
export interface Filter extends Condition {
  readonly url: boolean;
  readonly agent: boolean;
}

/** A condition that the postings can answer: the field has one of these values, or a value in one of these ranges. */
export interface Driver {
  readonly field: Field;
  readonly any: readonly ValueRange[] | { readonly ids: readonly number[] };
}

interface ValueRange {
  readonly from: SQLInputValue;
  readonly to: SQLInputValue;
}

/** A driver of a search, with the filter that remains for the entries it finds. */
export interface TermDriver extends Driver {
  readonly rest: Filter;
  /** What to look for in the filters of the catalog. `null` if they can't tell. */
  readonly texts: readonly string[] | null;
}

/** The terms of a search, sorted by how the engine evaluates them. */
export interface ParsedTerms {
  readonly dimensionTerms: readonly DimensionTerm[];
  /** All other terms. */
  readonly rowTerms: readonly RowTerm[];
  /** Those of them that a segment's list of processes can rule out. */
  readonly processTerms: readonly ProcessTerm[];
  readonly drivers: readonly TermDriver[];
  /** URL terms that the trigram index can answer. A URL must match one pattern of each. */
  readonly urls: readonly (readonly Pattern[])[];
  /** The only entries that can match, if the search names tokens. */
  readonly seqs: readonly number[] | null;
  /** All conditions other than dimensions and time range. */
  readonly filter: Filter;
  readonly from: number;
  readonly to: number;
}

const IN_DIMENSIONS = new Set<Term['field']>(DIMENSION_FIELDS);
const OF_PROCESS = new Set<Term['field']>(PROCESS_FIELDS);

export function parseTerms(terms: readonly Term[], seqOf: Tokens['seqOf']): ParsedTerms {
  const rowTerms = terms.filter((term): term is RowTerm => !IN_DIMENSIONS.has(term.field));
  const drivers: { term: RowTerm; driver: Driver; texts: readonly string[] | null; isExact?: boolean }[] = [];
  const urls: (readonly Pattern[])[] = [];
  const filterTerms: RowTerm[] = [];
  let seqs: readonly number[] | null = null;
  let from = Number.MIN_SAFE_INTEGER;
  let to = Number.MAX_SAFE_INTEGER;

  for (const term of rowTerms) {
    // A single time range bounds the search and need not be checked for each entry.
    if (term.not || term.field !== 'time' || term.any.length > 1) filterTerms.push(term);
    if (term.not) continue;
    if (term.field === 'time') {
      from = Math.max(from, Math.min(...term.any.map((range) => range.from)));
      to = Math.min(to, Math.max(...term.any.map((range) => range.to)));
    } else if (term.field === 'ip') {
      drivers.push({
        term,
        driver: { field: 'ip', any: term.any.map(ipRange) },
        texts: textsOf(term.any),
      });
    } else if (term.field === 'trace' && !term.any.includes('')) {
      drivers.push({
        term,
        driver: { field: 'trace', any: term.any.map((trace) => exactly(traceValueOf(trace))) },
        texts: term.any,
      });
    } else if (term.field === 'user' || term.field === 'tag') {
      const ranges = term.any.map(patternRange);
      if (ranges.every((range) => range !== null)) {
        const isExact = ranges.every(({ from, to }) => from === to);
        const texts = isExact ? ranges.map(({ from }) => from) : null;
        drivers.push({ term, driver: { field: term.field, any: ranges }, texts, isExact });
      }
    } else if (term.field === 'parent') {
      const parents = seqsOf(term.any, seqOf).map((seq) => exactly(seq));
      drivers.push({ term, driver: { field: 'parent', any: parents }, texts: null });
    } else if (term.field === 'token') {
      seqs = seqsOf(term.any, seqOf);
    } else if (term.field === 'url' && term.any.every(hasTrigram)) {
      urls.push(term.any);
    }
  }
  const filterOf = (terms: readonly RowTerm[]): Filter => ({
    ...compileTerms(terms, seqOf),
    url: terms.some(({ field }) => field === 'url'),
    agent: terms.some(({ field }) => field === 'agent'),
  });
  return {
    dimensionTerms: terms.filter((term): term is DimensionTerm => IN_DIMENSIONS.has(term.field)),
    rowTerms: filterTerms,
    processTerms: filterTerms.filter((term): term is ProcessTerm => OF_PROCESS.has(term.field)),
    drivers: drivers.map(({ term, driver, texts, isExact = true }) => ({
      ...driver,
      texts,
      rest: filterOf(filterTerms.filter((other) => other !== term || !isExact)),
    })),
    urls,
    seqs,
    filter: filterOf(filterTerms),
    from,
    to,
  };
}

function hasTrigram({ parts }: Pattern): boolean {
  return parts.some((part) => [...part].length >= 3);
}

function ipRange({ from, to }: IpRange): ValueRange {
  return from === to ? exactly(toIpValue(from)) : { from: toIpValue(from), to: toIpValue(to) };
}

/** The lowercase texts that may match a pattern: all that start like it. `null` if these would be too many. */
function patternRange({ match, parts }: Pattern): { from: string; to: string } | null {
  const [start = ''] = parts;
  if (match !== 'whole' || start === '') return null;
  if (parts.length === 1) return { from: start, to: start };
  const points = [...start];
  const last = points.pop()?.codePointAt(0) ?? 0;
  // The next character that UTF-8 can encode.
  const next = last === 0xd7ff ? 0xe000 : last + 1;
  if (!start.isWellFormed() || next > 0x10ffff) return null;
  return { from: start, to: points.join('') + String.fromCodePoint(next) };
}

function textsOf(ranges: readonly IpRange[]): string[] | null {
  const texts = ranges.map(rangeTexts);
  return texts.every((found) => found !== null) ? texts.flat() : null;
}

function exactly(value: SQLInputValue): ValueRange {
  return { from: value, to: value };
}
