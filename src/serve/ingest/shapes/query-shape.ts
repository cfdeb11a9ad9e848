import type { IpKey, IpRange } from '../../../net/ip.ts';
import { CLIENT_CLASSES, type Entry, KINDS } from '../../../profile/entry.ts';
import type { Criteria, NumberRange, Term, TermValues } from '../../../search/criteria.ts';
import type { Cursor } from '../../../search/cursor.ts';
import type { Pattern } from '../../../search/pattern.ts';
import { DEADLINE_MS } from '../../../store/remote/protocol.ts';
import type { Retention } from '../../../store/store.ts';
import { micros, seq } from './entry-shape.ts';
import {
  BadInput,
  boolean,
  decimal,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Shape,
  text,
} from './shape.ts';

/** More than a person writes: findings and pages add terms of their own, and look for a page of tokens at once. */
const MAX_TERMS = 100;
const MAX_VALUES = 2000;
/** As in `parsePattern`, but that the text may be percent-encoded or lowercased to more characters. */
const MAX_PART = 4096;
const MAX_PARTS = 16;

const numbers = object<NumberRange>({ from: decimal, to: decimal });
const pattern = object<Pattern>({
  match: oneOf('contains', 'whole', 'target'),
  parts: list(text(MAX_PART), MAX_PARTS),
});
const ipKey: Shape<IpKey> = (value, path) =>
  typeof value === 'number' ? integer(0, 2 ** 32 - 1)(value, path) : text(32, /^[0-9a-f]{32}$/)(value, path);
const ipRange = object<IpRange>({ from: ipKey, to: ipKey });
const token = text(64);

const VALUES: { readonly [Field in keyof TermValues]: Shape<TermValues[Field]> } = {
  time: numbers,
  status: numbers,
  duration: numbers,
  queries: numbers,
  queryTime: numbers,
  ip: ipRange,
  url: pattern,
  host: pattern,
  route: pattern,
  operation: pattern,
  service: pattern,
  instance: pattern,
  environment: pattern,
  release: pattern,
  user: pattern,
  tag: pattern,
  agent: pattern,
  error: pattern,
  method: text(1024),
  trace: text(64),
  token,
  parent: token,
  kind: oneOf(...KINDS),
  client: oneOf(...CLIENT_CLASSES),
};
const FIELDS = Object.keys(VALUES) as (keyof TermValues)[];

const term: Shape<Term> = (value, path) => {
  const { field } = object<Pick<Term, 'field'>>({ field: oneOf(...FIELDS) })(value, path);
  const read = object({
    field: oneOf(field),
    not: boolean,
    any: list(VALUES[field] as Shape<unknown>, MAX_VALUES),
  });
  const found = read(value, path) as Term;
  if (found.any.length === 0) throw new BadInput(`${path}.any is empty`);
  return found;
};

const terms = list(term, MAX_TERMS);
const limit = integer(0, 10_000);
const deadline: Shape<number> = (value, path) =>
  integer(0, DEADLINE_MS.max)(value ?? DEADLINE_MS.default, path);
const cursor = object<Cursor>({ toward: oneOf('older', 'newer'), time: micros, seq });

export const searchQuery = object<{ criteria: Criteria; deadline: number }>({
  criteria: object<Pick<Criteria, 'terms' | 'limit' | 'cursor'>>({ terms, limit, cursor: nullable(cursor) }),
  deadline,
});
export const countQuery = object<{ terms: readonly Term[]; cap: number; deadline: number }>({
  terms,
  cap: integer(),
  deadline,
});
export const surveyQuery = object<{ terms: readonly Term[]; deadline: number }>({ terms, deadline });
export const slowestQuery = object<{ terms: readonly Term[]; limit: number; deadline: number }>({
  terms,
  limit,
  deadline,
});
export const groupsQuery = object<{
  terms: readonly Term[];
  by: 'client' | 'user' | 'route' | 'error' | 'time';
  limit: number;
  deadline: number;
}>({ terms, by: oneOf('client', 'user', 'route', 'error', 'time'), limit, deadline });

/** The engines need no more of an entry to find its detail. */
export function detailsQuery(max: number): Shape<{ entries: readonly Entry[] }> {
  return object({ entries: list(object({ seq, time: micros }) as Shape<Entry>, max) });
}

export const retention = object<Omit<Retention, 'fitsDisk'>>({
  age: optional(decimal),
  entries: optional(integer()),
  bytes: optional(integer()),
});
