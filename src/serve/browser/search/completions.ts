import { quoteValue } from '../../../search/escape-value.ts';

/** What can be completed: the fields with their help, and the known values of each. */
export interface Vocabulary {
  readonly fields: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface Completion {
  /** The text that replaces the one from `from` to `to`. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly help: string;
}

const MAX_COMPLETIONS = 8;

/** The completions of the word before the caret: names of fields, or values of its field. */
export function completionsOf(query: string, caret: number, { fields, values }: Vocabulary): Completion[] {
  const start = wordStart(query, caret);
  const word = query.slice(start, caret);
  const nameAt = start + (word.startsWith('-') ? 1 : 0);
  const colon = query.slice(nameAt, caret).indexOf(':');
  if (colon < 0) {
    const typed = query.slice(nameAt, caret).toLowerCase();
    if (typed === '') return [];
    return [...fields]
      .filter(([name]) => name.startsWith(typed))
      .slice(0, MAX_COMPLETIONS)
      .map(([name, help]) => ({ text: `${name}:`, from: nameAt, to: caret, help }));
  }
  const known = values.get(query.slice(nameAt, nameAt + colon).toLowerCase());
  const valueAt = Math.max(nameAt + colon, query.lastIndexOf(',', caret - 1)) + 1;
  const typed = query.slice(valueAt, caret).replaceAll('"', '').toLowerCase();
  const found = [...(known ?? [])].filter((value) => value.toLowerCase() !== typed);
  const starting = found.filter((value) => value.toLowerCase().startsWith(typed));
  const containing = found.filter((value) => value.toLowerCase().indexOf(typed) > 0);
  return [...starting, ...containing]
    .slice(0, MAX_COMPLETIONS)
    .map((value) => ({ text: `${quoteValue(value)} `, from: valueAt, to: caret, help: '' }));
}

/** Where the word before the caret starts. Quoted spaces belong to it. */
function wordStart(query: string, caret: number): number {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < caret; at++) {
    if (query[at] === '"' && query[at - 1] !== '\\') isQuoted = !isQuoted;
    else if (query[at] === ' ' && !isQuoted) start = at + 1;
  }
  return start;
}
