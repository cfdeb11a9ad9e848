import type { SQLInputValue } from 'node:sqlite';
import type { IpRange } from '../../net/ip.ts';
import type { Tokens } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import type { Pattern } from '../../search/pattern.ts';
import { type Condition, compileTerms, DIMENSION_FIELDS, type RowTerm, seqsOf } from './compile-terms.ts';
import type { DimensionSet, DimensionTable, DimensionTerm } from './dimensions.ts';
import { toIpValue, traceValueOf } from './rows.ts';
import type { Field } from './segments.ts';

/** What must hold of an entry, and the tables beside `entries` that it looks at. */
export interface Filter extends Condition {
  readonly url: boolean;
  readonly agent: boolean;
}

/** Entries with one of these values in a field, or one between two, or one of many numbers. */
export interface Driver {
  readonly field: Field;
  readonly any: readonly ValueRange[] | { readonly ids: readonly number[] };
}

interface ValueRange {
  readonly from: SQLInputValue;
  readonly to: SQLInputValue;
}

/** A search as the engine sees it: what can drive it, and what must hold of every entry. */
export interface ParsedTerms {
  /** `null`: every shape will do. */
  readonly shapes: DimensionSet | null;
  /** Each with what is left to ask of the entries that it leads to. */
  readonly drivers: readonly (Driver & { readonly rest: Filter })[];
  /** For each of these a URL must match one of its patterns; those that the trigrams can find. */
  readonly urls: readonly (readonly Pattern[])[];
  /** The only entries that can match, when they are named. */
  readonly seqs: readonly number[] | null;
  /** Everything that is asked beyond shape and time. */
  readonly filter: Filter;
  readonly from: number;
  readonly to: number;
}

const OF_SHAPE = new Set<Term['field']>(DIMENSION_FIELDS);

export function parseTerms(
  terms: readonly Term[],
  shapes: DimensionTable,
  seqOf: Tokens['seqOf'],
): ParsedTerms {
  const shapeTerms = terms.filter((term): term is DimensionTerm => OF_SHAPE.has(term.field));
  const rowTerms = terms.filter((term): term is RowTerm => !OF_SHAPE.has(term.field));
  const drivers: { term: RowTerm; driver: Driver }[] = [];
  const urls: (readonly Pattern[])[] = [];
  const asked: RowTerm[] = [];
  let seqs: readonly number[] | null = null;
  let from = Number.MIN_SAFE_INTEGER;
  let to = Number.MAX_SAFE_INTEGER;

  for (const term of rowTerms) {
    // One stretch of time is a bound of the search, and need not be asked of each entry.
    if (term.not || term.field !== 'time' || term.any.length > 1) asked.push(term);
    if (term.not) continue;
    if (term.field === 'time') {
      from = Math.max(from, Math.min(...term.any.map((range) => range.from)));
      to = Math.min(to, Math.max(...term.any.map((range) => range.to)));
    } else if (term.field === 'ip') {
      drivers.push({ term, driver: { field: 'ip', any: term.any.map(ipRange) } });
    } else if (term.field === 'trace' && !term.any.includes('')) {
      drivers.push({
        term,
        driver: { field: 'trace', any: term.any.map((trace) => exactly(traceValueOf(trace))) },
      });
    } else if (term.field === 'parent') {
      drivers.push({ term, driver: { field: 'parent', any: seqsOf(term.any, seqOf).map(exactly) } });
    } else if (term.field === 'token') {
      seqs = seqsOf(term.any, seqOf);
    } else if (term.field === 'url' && term.any.every(hasTrigram)) {
      urls.push(term.any);
    }
  }
  const filterOf = (left: readonly RowTerm[]): Filter => ({
    ...compileTerms(left, seqOf),
    url: left.some(({ field }) => field === 'url'),
    agent: left.some(({ field }) => field === 'agent'),
  });
  return {
    shapes: shapeTerms.length > 0 ? shapes.matching(shapeTerms) : null,
    drivers: drivers.map(({ term, driver }) => ({
      ...driver,
      rest: filterOf(asked.filter((other) => other !== term)),
    })),
    urls,
    seqs,
    filter: filterOf(asked),
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

function exactly(value: SQLInputValue): ValueRange {
  return { from: value, to: value };
}
