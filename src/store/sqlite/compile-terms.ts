import type { SQLInputValue } from 'node:sqlite';
import { CLIENT_CLASSES, KINDS } from '../../profile/entry.ts';
import type { Tokens } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import type { Pattern } from '../../search/pattern.ts';
import { toIpValue } from './rows.ts';

/** A condition in SQL. Every value that came from outside is a bound parameter. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
}

/** The URL from its path on. */
const TARGET = `CASE instr(substr(url, instr(url, '://') + 3), '/') WHEN 0 THEN ''
  ELSE substr(url, instr(url, '://') + 2 + instr(substr(url, instr(url, '://') + 3), '/')) END`;

export function compileTerms(terms: readonly Term[], seqOf: Tokens['seqOf']): Condition {
  return all(terms.map((term) => (term.not ? negate(compile(term, seqOf)) : compile(term, seqOf))));
}

export function all(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: 'TRUE', params: [] };
  return join(conditions, ' AND ');
}

function compile(term: Term, seqOf: Tokens['seqOf']): Condition {
  switch (term.field) {
    case 'time':
    case 'status':
    case 'duration':
      return any(
        term.any.map(({ from, to }) => ({ sql: `${term.field} BETWEEN ? AND ?`, params: [from, to] })),
      );
    case 'ip':
      return any(
        term.any.map(({ from, to }) => ({
          sql: 'ip BETWEEN ? AND ?',
          params: [toIpValue(from), toIpValue(to)],
        })),
      );
    case 'url':
    case 'host':
    case 'route':
    case 'error':
      return any(term.any.map((pattern) => like(term.field, pattern)));
    case 'agent':
      return any(term.any.map((pattern) => like('user_agent', pattern)));
    case 'method':
    case 'trace':
      return isOneOf(term.field, term.any);
    case 'kind':
      return isOneOf(
        'kind',
        term.any.map((kind) => KINDS.indexOf(kind)),
      );
    case 'client':
      return isOneOf(
        'client',
        term.any.map((client) => CLIENT_CLASSES.indexOf(client)),
      );
    case 'token':
      return isOneOf('seq', seqs(term.any, seqOf));
    case 'parent': {
      const { sql, params } = isOneOf('parent', seqs(term.any, seqOf));
      return { sql: `(parent IS NOT NULL AND ${sql})`, params };
    }
  }
}

/** LIKE knows the case of ASCII letters only, as the search promises. */
function like(column: string, { span, parts }: Pattern): Condition {
  const escaped = parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%');
  const pattern = span === 'contains' ? `%${escaped}%` : escaped;
  return { sql: `${span === 'target' ? TARGET : column} LIKE ? ESCAPE '\\'`, params: [pattern] };
}

function isOneOf(column: string, values: readonly SQLInputValue[]): Condition {
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, params: values };
}

function seqs(tokens: readonly string[], seqOf: Tokens['seqOf']): SQLInputValue[] {
  return tokens.map(seqOf).filter((seq) => seq !== null);
}

function any(conditions: readonly Condition[]): Condition {
  return join(conditions, ' OR ');
}

function negate({ sql, params }: Condition): Condition {
  return { sql: `NOT (${sql})`, params };
}

function join(conditions: readonly Condition[], word: string): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(word),
    params: conditions.flatMap(({ params }) => params),
  };
}
