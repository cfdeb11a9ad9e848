import { FIELDS, type RawValue } from './fields.ts';

/** A clause of the query text, valid or not. A bare word is a `url` clause. */
export interface Clause {
  readonly name: string;
  readonly not: boolean;
  readonly values: readonly string[];
  readonly start: number;
  readonly end: number;
  /** `false` if it has an unclosed quote. */
  readonly closed: boolean;
  /** Words without a field and without quotes. */
  readonly bare: boolean;
}

/** A mistake in joining clauses, and its range in the query text. */
interface JoinMistake {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly fix: string;
}

export interface RawClause extends RawValues {
  readonly start: number;
  readonly not: boolean;
  /** The name of the field, as it was written; undefined for a bare word. */
  readonly name: string | undefined;
  /** Where the name and its colon end. */
  readonly valuesAt: number;
  readonly bare: boolean;
  readonly mistake?: JoinMistake;
}

interface RawValues {
  readonly values: readonly RawValue[];
  readonly end: number;
  /** The index of an unclosed quote, or `null`. */
  readonly open: number | null;
}

/** The name of a field and its colon; `https://` is not a field. */
const NAME = /([A-Za-z][A-Za-z_-]*):(?!\/\/)/y;
/** `duration>500ms`, which means `duration:>500ms`. */
const COMPARISON = /([A-Za-z][A-Za-z_-]*)\s*(>=|<=|>|<)\s*/y;
const PARENTHESIS = /^\(+-?(?:[A-Za-z][A-Za-z_-]*:(?!\/\/)|(?:\S+\s+(?:OR|AND|NOT)\s))/;

/** Splits query text into clauses with their positions, so that one can be edited in place. */
export function parseClauses(text: string): Clause[] {
  return rawClauses(text).map(({ name = 'url', not, values, start, end, open, bare }) => ({
    name: name.toLowerCase(),
    not,
    values: values.map((value) => value.text),
    start,
    end,
    closed: open === null,
    bare,
  }));
}

/** Splits query text into clauses. Clauses joined by OR become one, with the values of both. */
export function rawClauses(text: string): RawClause[] {
  const clauses: RawClause[] = [];
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const clause = parseClause(text, at);
    const operator = operatorOf(text, clause);
    const before = clauses.at(-1);
    const next = operator === null ? null : clauseAfter(text, clause.end);
    if (operator === null) {
      clauses.push(clause);
    } else if (next === null || (operator !== 'NOT' && before === undefined)) {
      clauses.push({ ...clause, mistake: aloneMistake(clause, operator) });
    } else if (operator === 'NOT') {
      clauses.push({ ...next, start: clause.start, not: !next.not });
    } else if (operator === 'OR' && before) {
      clauses.splice(-1, 1, joined(text, before, next));
    } else {
      clauses.push(next);
    }
    at = skipSpace(text, clauses.at(-1)?.end ?? text.length);
  }
  return clauses;
}

/** The clause after an operator, which NOT may exclude; `null` if there is none. */
function clauseAfter(text: string, end: number): RawClause | null {
  const start = skipSpace(text, end);
  if (start >= text.length) return null;
  const clause = parseClause(text, start);
  const operator = operatorOf(text, clause);
  if (operator === null) return clause;
  const next = operator === 'NOT' ? clauseAfter(text, clause.end) : null;
  return next && { ...next, start, not: !next.not };
}

function parseClause(text: string, start: number): RawClause {
  const not = text[start] === '-' && start + 1 < text.length && !isSpace(text[start + 1]);
  const nameAt = not ? start + 1 : start;
  const compared = matchAt(COMPARISON, text, nameAt);
  if (compared && FIELDS.has(compared[1]?.toLowerCase() ?? '')) {
    const [whole, name = '', sign = ''] = compared;
    const valuesAt = text.indexOf(sign, nameAt);
    const { values, end, open } = parseValues(text, nameAt + whole.length, true);
    const [first, ...rest] = values;
    const value = { text: sign + (first?.text ?? ''), from: valuesAt, to: first?.to ?? end };
    return { start, not, name, valuesAt, values: [value, ...rest], end, open, bare: false };
  }
  const name = matchAt(NAME, text, nameAt)?.[1];
  const valuesAt = name === undefined ? nameAt : nameAt + name.length + 1;
  const clause = { start, not, name, valuesAt, ...parseValues(text, valuesAt, name !== undefined) };
  const bare = name === undefined && text[valuesAt] !== '"';
  const parenthesis = bare ? PARENTHESIS.exec(text.slice(valuesAt)) : null;
  if (!parenthesis) return { ...clause, bare };
  const mistake = {
    from: valuesAt,
    to: valuesAt + 1,
    message: 'parentheses cannot group terms',
    fix: 'write several values of one field with commas, such as status:404,500, or quote the text',
  };
  return { ...clause, bare, mistake };
}

function operatorOf(text: string, { start, end }: RawClause): 'OR' | 'AND' | 'NOT' | null {
  const word = text.slice(start, end);
  return word === 'OR' || word === 'AND' || word === 'NOT' ? word : null;
}

function aloneMistake({ start, end }: RawClause, operator: 'OR' | 'AND' | 'NOT'): JoinMistake {
  const needed = operator === 'NOT' ? 'a term after it' : 'a term on both sides';
  return {
    from: start,
    to: end,
    message: `${operator} needs ${needed}`,
    fix: `add one, or quote it to find it in the URL: "${operator}"`,
  };
}

/** Joins two clauses on the same field into one. */
function joined(text: string, a: RawClause, b: RawClause): RawClause {
  const [nameA, nameB] = [a, b].map(({ name }) => name?.toLowerCase() ?? 'url');
  const clause: RawClause = {
    ...a,
    values: [...a.values, ...b.values],
    end: b.end,
    open: b.open,
    bare: a.bare && b.bare,
  };
  if (a.mistake) return clause;
  if (b.mistake) return { ...clause, mistake: b.mistake };
  const range = { from: text.indexOf('OR', a.end), to: text.indexOf('OR', a.end) + 2 };
  if (a.not || b.not) {
    const list = clause.values.map((value) => text.slice(value.from, value.to)).join(',');
    const fix =
      a.not && b.not && nameA === nameB
        ? `write -${nameA}:${list} to exclude both`
        : 'remove OR to apply both terms';
    return { ...clause, mistake: { ...range, message: 'OR cannot join excluded terms', fix } };
  }
  if (nameA !== nameB) {
    const message = `OR joins values of one field, not ${nameA} and ${nameB}`;
    const fix = 'remove OR to find requests that match both, or search for one after the other';
    return { ...clause, mistake: { ...range, message, fix } };
  }
  return clause;
}

/** Parses quoted and bare values up to the next space. The values of a field are separated by commas. */
function parseValues(text: string, start: number, isList: boolean): RawValues {
  const values: RawValue[] = [];
  let at = start;
  for (;;) {
    const from = at;
    let value = '';
    if (text[at] === '"') {
      at++;
      while (at < text.length && text[at] !== '"') {
        if (text[at] === '\\' && text[at + 1] === '"') at++;
        value += text[at++];
      }
      if (at >= text.length) return { values, end: text.length, open: from };
      at++;
    }
    while (at < text.length && !isSpace(text[at]) && !(isList && text[at] === ',')) value += text[at++];
    values.push({ text: value, from, to: at });
    if (text[at] !== ',') return { values, end: at, open: null };
    at++;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isSpace(char: string | undefined): boolean {
  return char !== undefined && /\s/.test(char);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at++;
  return at;
}
