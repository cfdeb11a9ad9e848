import type { SQLInputValue } from 'node:sqlite';
import type { IpRange } from '../../profile/ip.ts';
import type { Tokens } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import type { Pattern } from '../../search/pattern.ts';
import { type Condition, compileTerms, type RowTerm, seqsOf } from './compile-terms.ts';
import { toIpValue, traceValueOf } from './rows.ts';
import type { ShapeSet, Shapes, ShapeTerm } from './shapes.ts';
import { FIELD } from './spans.ts';

/** Entries that are posted under one of these values, or between two. */
export interface Driver {
  readonly field: number;
  readonly any: readonly { readonly from: SQLInputValue; readonly to: SQLInputValue }[];
}

/** A search as the engine sees it: what can drive it, and what must hold of every entry. */
export interface Question {
  /** `null`: every shape will do. */
  readonly shapes: ShapeSet | null;
  readonly drivers: readonly Driver[];
  /** The patterns of which a URL must match one; `null` when there are none that the trigrams can find. */
  readonly urls: readonly Pattern[] | null;
  /** The only entries that can match, when they are named. */
  readonly seqs: readonly number[] | null;
  readonly filter: Condition;
  /** The tables beside `entries` that the filter looks at. */
  readonly needs: { readonly url: boolean; readonly agent: boolean };
  readonly from: number;
  readonly to: number;
}

const SHAPE_FIELDS = new Set<Term['field']>(['status', 'method', 'host', 'route', 'kind', 'error', 'client']);
const TRIGRAM = 3;

export function readQuestion(terms: readonly Term[], shapes: Shapes, seqOf: Tokens['seqOf']): Question {
  const shapeTerms = terms.filter((term): term is ShapeTerm => SHAPE_FIELDS.has(term.field));
  const rowTerms = terms.filter((term): term is RowTerm => !SHAPE_FIELDS.has(term.field));
  const drivers: Driver[] = [];
  let urls: readonly Pattern[] | null = null;
  let seqs: readonly number[] | null = null;
  let from = Number.MIN_SAFE_INTEGER;
  let to = Number.MAX_SAFE_INTEGER;

  for (const term of rowTerms) {
    if (term.not) continue;
    if (term.field === 'time') {
      from = Math.max(from, Math.min(...term.any.map((range) => range.from)));
      to = Math.min(to, Math.max(...term.any.map((range) => range.to)));
    } else if (term.field === 'ip') {
      drivers.push({ field: FIELD.ip, any: term.any.map(ipRange) });
    } else if (term.field === 'trace' && !term.any.includes('')) {
      drivers.push({ field: FIELD.trace, any: term.any.map((trace) => exactly(traceValueOf(trace))) });
    } else if (term.field === 'parent') {
      drivers.push({ field: FIELD.parent, any: seqsOf(term.any, seqOf).map(exactly) });
    } else if (term.field === 'token') {
      seqs = seqsOf(term.any, seqOf);
    } else if (term.field === 'url' && !urls && term.any.every(hasTrigram)) {
      urls = term.any;
    }
  }
  const fields = new Set(rowTerms.map(({ field }) => field));
  return {
    shapes: shapeTerms.length > 0 ? shapes.matching(shapeTerms) : null,
    drivers,
    urls,
    seqs,
    filter: compileTerms(rowTerms, seqOf),
    needs: { url: fields.has('url'), agent: fields.has('agent') },
    from,
    to,
  };
}

/** The trigrams a URL must have to match one of the patterns, as the full-text index is asked for them. */
export function trigramsOf(patterns: readonly Pattern[]): string {
  return patterns
    .map(({ parts }) => {
      const grams = parts.flatMap((part) => {
        const letters = [...part];
        return letters
          .slice(0, Math.max(0, letters.length - TRIGRAM + 1))
          .map((_, i) => letters.slice(i, i + TRIGRAM).join(''));
      });
      return `(${[...new Set(grams)].map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ')})`;
    })
    .join(' OR ');
}

function hasTrigram({ parts }: Pattern): boolean {
  return parts.some((part) => [...part].length >= TRIGRAM);
}

function ipRange({ from, to }: IpRange): Driver['any'][number] {
  return from === to ? exactly(toIpValue(from)) : { from: toIpValue(from), to: toIpValue(to) };
}

function exactly(value: SQLInputValue): Driver['any'][number] {
  return { from: value, to: value };
}
