import { tryOr } from '../errors.ts';

/** Deeper lines are indented no further. */
const MAX_INDENT = 20;
const [QUOTE, BACKSLASH] = ['"', '\\'];
const TOKEN = /"|[[\]{},:]|[^\s"[\]{},:]+|\s+/g;

/**
 * JSON with line breaks and indentation. Works token by token, so that the text stays as it is otherwise: numbers keep all their
 * digits, duplicate keys stay, and the end may be missing.
 */
export function prettyJson(json: string): string {
  const out: string[] = [];
  let depth = 0;
  const line = () => out.push(`\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`);
  TOKEN.lastIndex = 0;
  let isEmpty = false;
  for (let at = 0; at < json.length; ) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(json)?.[0] ?? '';
    const end = token === QUOTE ? stringEnd(json, at) : at + Math.max(1, token.length);
    const text = json.slice(at, end);
    at = end;
    if (text.trim() === '') {
      // Between two texts of JSON.
      if (depth === 0 && out.length > 0 && at < json.length) out.push('\n');
      continue;
    }
    const isClosing = text === ']' || text === '}';
    if (isClosing) depth = Math.max(0, depth - 1);
    if (isClosing ? !isEmpty : isEmpty) line();
    isEmpty = text === '[' || text === '{';
    if (isEmpty) depth++;
    out.push(text === ':' ? ': ' : text);
    if (text === ',') line();
  }
  return out.join('');
}

function stringEnd(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    if (json[at] === QUOTE) return at + 1;
    if (json[at] === BACKSLASH) at++;
  }
  return json.length;
}

/** The fields of an exception, which are JSON, as names and texts. */
export function errorFields(json: string | undefined): [name: string, text: string][] {
  if (json === undefined) return [];
  const fields: unknown = tryOr(null, () => JSON.parse(json));
  if (typeof fields !== 'object' || fields === null) return [['', json]];
  return Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : prettyJson(JSON.stringify(value)),
  ]);
}
