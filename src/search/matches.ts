import { ipKey, isIn } from '../net/ip.ts';
import type { Entry } from '../profile/entry.ts';
import type { Seq } from '../profile/token.ts';
import { appliedTerms, type NumberRange, type Term } from './criteria.ts';
import { matchesPattern } from './pattern.ts';

type SeqOf = (token: string) => Seq | null;

/** The reference implementation of a search. Every engine must return the same profiles. */
export function matches(entry: Entry, terms: readonly Term[], seqOf: (token: string) => Seq | null): boolean {
  return matchesEach(entry, appliedTerms(terms), seqOf);
}

/** The terms alone: whether a part of an entry matches each of them. */
export function matchesEach(entry: Entry, terms: readonly Term[], seqOf: SeqOf): boolean {
  return terms.every((term) => matchesTerm(entry, term, seqOf) !== term.not);
}

function matchesTerm(entry: Entry, term: Term, seqOf: SeqOf): boolean {
  switch (term.field) {
    case 'time':
    case 'status':
    case 'duration':
    case 'queries':
    case 'queryTime':
      return term.any.some((range) => isWithin(entry[term.field], range));
    case 'ip': {
      const key = ipKey(entry.ip);
      return key !== null && isIn(key, term.any);
    }
    case 'url':
    case 'host':
    case 'route':
    case 'operation':
    case 'user':
    case 'service':
    case 'instance':
    case 'environment':
    case 'release':
      return term.any.some((pattern) => matchesPattern(pattern, entry[term.field]));
    case 'error':
      return term.any.some(
        (pattern) => matchesPattern(pattern, entry.error) || matchesPattern(pattern, entry.errorGroup),
      );
    case 'agent':
      return term.any.some((pattern) => matchesPattern(pattern, entry.userAgent));
    case 'tag':
      return term.any.some((pattern) => entry.tags.some((tag) => matchesPattern(pattern, tag)));
    case 'method':
    case 'trace':
      return term.any.includes(entry[term.field]);
    case 'kind':
      return term.any.includes(entry.kind);
    case 'client':
      return term.any.includes(entry.client);
    case 'token':
      return term.any.some((token) => seqOf(token) === entry.seq);
    case 'parent':
      return entry.parent !== null && term.any.some((token) => seqOf(token) === entry.parent);
  }
}

function isWithin(value: number, { from, to }: NumberRange): boolean {
  return value >= from && value <= to;
}
