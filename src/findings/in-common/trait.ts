import { clauseText, isValidValue } from '../../search/edit-query.ts';
import { escapePattern } from '../../search/escape-value.ts';
import { type Facet, OTHER } from '../../store/survey.ts';
import type { Share } from '../chance.ts';

/** The fields whose values are compared, those first that a reader can do most about. */
export const COMPARED = [
  'user',
  'tag',
  'release',
  'instance',
  'operation',
  'client',
  'host',
  'service',
  'environment',
  'status',
  'method',
  'route',
] as const satisfies readonly Facet[];
export type ComparedField = (typeof COMPARED)[number];

/** Something that a request has or did, and others may not. */
export interface Trait {
  readonly subject: ComparedField | 'header' | 'call' | 'query' | 'span' | 'time' | 'log';
  /** Recorded text: a value, a header with its value, a statement. */
  readonly name: string;
  /** What happened to it, such as `failed`; empty if having it is all. */
  readonly outcome: string;
  /** The clause that finds the requests with it; `null` if they can't be searched for. */
  readonly clause: string | null;
}

/** A trait, and how many requests have it: of those that were asked about, and of the rest. */
export interface ComparedTrait {
  readonly trait: Trait;
  readonly selected: Share;
  readonly rest: Share;
}

export function traitKey({ subject, name, outcome }: Trait): string {
  return `${subject}\n${outcome}\n${name}`;
}

export function createTrait(subject: Trait['subject'], name: string, outcome = ''): Trait {
  return { subject, name, outcome, clause: null };
}

/** A value of a field; `null` for the empty value and for `(other)`. */
export function valueTrait(field: ComparedField, value: string): Trait | null {
  if (value === '' || value === OTHER) return null;
  return { ...createTrait(field, value), clause: valueClause(field, value) };
}

/** The clause for exactly this value of a field; `null` if it can't be searched for. */
export function valueClause(field: string, value: string): string | null {
  const text = escapePattern(value);
  return isValidValue(field, text) ? clauseText(field, [text]) : null;
}
