import { type Clause, parseClauses } from './clauses.ts';
import { addClause, clauseText } from './edit-query.ts';
import { SORT_PARAM } from './query-text.ts';

/** One clause of a query, and the queries that differ from it in that clause only. */
export interface Filter extends Pick<Clause, 'name' | 'not' | 'values' | 'start' | 'end'> {
  /** The query without this clause. */
  readonly removed: string;
  /** The query that excludes what this clause includes, or the other way round; `null` if that has no meaning. */
  readonly inverted: string | null;
}

/** Clauses that are not about a value of the request. */
const NOT_INVERTED: ReadonlySet<string> = new Set(['since', 'until', SORT_PARAM]);

/** The clauses of a query without mistakes. */
export function filtersOf(query: string): Filter[] {
  const clauses = parseClauses(query);
  const texts = clauses.map(({ start, end }) => query.slice(start, end));
  return clauses.map(({ name, not, values, start, end }, i) => {
    const canInvert = not || !NOT_INVERTED.has(name);
    const inverted = `${not ? '' : '-'}${clauseText(name, values)}`;
    return {
      name,
      not,
      values,
      start,
      end,
      removed: texts.toSpliced(i, 1).join(' '),
      inverted: canInvert ? texts.toSpliced(i, 1, inverted).join(' ') : null,
    };
  });
}

/** Whether the query leaves out requests of this value. */
export function excludesValue(query: string, name: string, value: string): boolean {
  return parseClauses(query).some(
    (clause) => clause.not && clause.name === name && clause.values.includes(value),
  );
}

/** The query without requests of this value. A filter for exactly this value is removed. */
export function excludeValue(query: string, name: string, value: string): string {
  const others = parseClauses(query).filter(
    ({ values, ...clause }) =>
      clause.not || clause.name !== name || values.length !== 1 || values[0] !== value,
  );
  const rest = others.map(({ start, end }) => query.slice(start, end)).join(' ');
  return addClause(rest, `-${clauseText(name, [value])}`);
}
