import type { Term } from './criteria.ts';
import { FIELDS, type Written } from './fields.ts';
import { type Mistake, nearest } from './mistake.ts';
import type { Reader } from './time-text.ts';

/** The parameter that holds the query text. */
export const QUERY_PARAM = 'q';

/** `name:` of letters; but the colon of `https://…` belongs to an address. */
const NAME = /([A-Za-z][A-Za-z_-]*):(?!\/\/)/y;

/** One line of text into terms: `status:4xx -url:/health .env`. Bare words are URL substrings. */
export function parseQueryText(text: string, reader: Reader): { terms: Term[]; mistakes: Mistake[] } {
  const terms: Term[] = [];
  const mistakes: Mistake[] = [];
  const wrong = (from: number, to: number, message: string, fix: string) =>
    void mistakes.push({ param: QUERY_PARAM, from, to, message, fix });

  let at = skipSpace(text, 0);
  while (at < text.length) {
    const start = at;
    const not = text[at] === '-' && at + 1 < text.length && !isSpace(text[at + 1]);
    if (not) at++;
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[1];
    if (name !== undefined) at += name.length + 1;
    const { values, end, open } = readValues(text, at, name !== undefined);
    const field = FIELDS.get(name?.toLowerCase() ?? 'url');
    if (open !== null) {
      wrong(
        open,
        text.length,
        'this quote is never closed',
        'close it with " or write \\" for a quote itself',
      );
    } else if (!field) {
      const meant = nearest(name ?? '', [...FIELDS.keys()]);
      const quoted = `"${text.slice(start, end).replaceAll('"', '\\"')}"`;
      const fix = meant ? `write ${meant}:` : `quote it to find it in the URL: ${quoted}`;
      wrong(start, at, `there is no field "${name}"`, fix);
    } else if (values.every((value) => value.text === '')) {
      wrong(
        start,
        Math.max(end, at),
        `nothing stands behind "${name ?? ''}"`,
        `write ${field.example}, or leave it out`,
      );
    } else {
      const term = field.term(values, not, reader);
      if ('message' in term) wrong(term.from, term.to, term.message, term.fix);
      else terms.push(term);
    }
    at = skipSpace(text, end);
  }
  return { terms, mistakes };
}

interface Values {
  readonly values: Written[];
  readonly end: number;
  /** Where a quote opened that was never closed. */
  readonly open: number | null;
}

/** The values from here to the next space, quoted or bare; in a field, commas part them. */
function readValues(text: string, start: number, list: boolean): Values {
  const values: Written[] = [];
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
    while (at < text.length && !isSpace(text[at]) && !(list && text[at] === ',')) value += text[at++];
    values.push({ text: value, from, to: at });
    if (text[at] !== ',') return { values, end: at, open: null };
    at++;
  }
}

function isSpace(char: string | undefined): boolean {
  return char !== undefined && /\s/.test(char);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at++;
  return at;
}
