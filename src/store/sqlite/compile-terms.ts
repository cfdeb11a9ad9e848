import type { SQLInputValue } from 'node:sqlite';
import type { Tokens } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import type { Pattern } from '../../search/pattern.ts';
import { toIpValue, traceValueOf } from './rows.ts';

/** A condition in SQL. Values from the user are always bound parameters. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
}

/** The fields that are part of an entry's dimensions. */
export const DIMENSION_FIELDS = [
  'status',
  'method',
  'host',
  'route',
  'operation',
  'kind',
  'error',
  'client',
] as const;
export type DimensionField = (typeof DIMENSION_FIELDS)[number];
export type RowTerm = Exclude<Term, { field: DimensionField }>;

/** The fields that are stored once for each process. */
export const PROCESS_FIELDS = ['service', 'instance', 'release'] as const;
export type ProcessTerm = Extract<Term, { field: (typeof PROCESS_FIELDS)[number] }>;

/** The path and query of the URL. */
const TARGET = `CASE instr(substr(u.text, instr(u.text, '://') + 3), '/') WHEN 0 THEN ''
  ELSE substr(u.text, instr(u.text, '://') + 2 + instr(substr(u.text, instr(u.text, '://') + 3), '/')) END`;

/** Compiles terms into a condition on an entry `e`, its URL `u` and its agent `a`. */
export function compileTerms(terms: readonly RowTerm[], seqOf: Tokens['seqOf']): Condition {
  const conditions = terms.map((term) => {
    const { sql, params } = compile(term, seqOf);
    return { sql: term.not ? `NOT (${sql})` : sql, params };
  });
  return conditions.length === 0 ? { sql: 'TRUE', params: [] } : join(conditions, ' AND ');
}

export function likePattern(pattern: Pattern): Condition {
  return like('u.text', pattern);
}

function compile(term: RowTerm, seqOf: Tokens['seqOf']): Condition {
  switch (term.field) {
    case 'time':
    case 'duration':
    case 'queries':
    case 'queryTime': {
      const column = term.field === 'queryTime' ? 'query_time' : term.field;
      return any(
        term.any.map(({ from, to }) => ({ sql: `e.${column} BETWEEN ? AND ?`, params: [from, to] })),
      );
    }
    case 'ip':
      return any(
        term.any.map(({ from, to }) => ({
          sql: 'e.ip BETWEEN ? AND ?',
          params: [toIpValue(from), toIpValue(to)],
        })),
      );
    case 'url':
      return any(term.any.map((pattern) => like('u.text', pattern)));
    case 'agent':
      return any(term.any.map((pattern) => like('a.text', pattern)));
    case 'user':
      return any(term.any.map((pattern) => like("ifnull(e.user, '')", pattern)));
    case 'service':
    case 'instance':
    case 'release': {
      const { sql, params } = any(term.any.map((pattern) => like(`p.${term.field}`, pattern)));
      return { sql: `e.process IN (SELECT p.id FROM processes p WHERE ${sql})`, params };
    }
    case 'tag': {
      const { sql, params } = any(term.any.map((pattern) => like('t.value', pattern)));
      return { sql: `EXISTS (SELECT 1 FROM json_each(e.tags) t WHERE ${sql})`, params };
    }
    case 'trace':
      return any(term.any.map((trace) => ({ sql: 'e.trace IS ?', params: [traceValueOf(trace)] })));
    case 'token':
      return isOneOf('e.seq', seqsOf(term.any, seqOf));
    case 'parent': {
      const { sql, params } = isOneOf('e.parent', seqsOf(term.any, seqOf));
      return { sql: `(e.parent IS NOT NULL AND ${sql})`, params };
    }
  }
}

export function seqsOf(tokens: readonly string[], seqOf: Tokens['seqOf']): number[] {
  return tokens.map(seqOf).filter((seq) => seq !== null);
}

/** LIKE ignores the case of ASCII letters only, as the search documents. */
function like(column: string, { match, parts }: Pattern): Condition {
  const escaped = parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%');
  const pattern = match === 'contains' ? `%${escaped}%` : escaped;
  return { sql: `${match === 'target' ? TARGET : column} LIKE ? ESCAPE '\\'`, params: [pattern] };
}

function isOneOf(column: string, values: readonly SQLInputValue[]): Condition {
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, params: values };
}

export function any(conditions: readonly Condition[]): Condition {
  return join(conditions, ' OR ');
}

function join(conditions: readonly Condition[], operator: string): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(operator),
    params: conditions.flatMap(({ params }) => params),
  };
}
