import { PLAIN, SECRET, VALUE } from '../names/names.ts';
import type { RedactRules } from '../rules.ts';
import { BLANK, BREAK, DIGIT, isAt, NAME, nameStart, QUOTE, skip, WORD, wordStart } from './characters.ts';
import { because, byName, type Found } from './found.ts';
import { isInspected, lineEnd, valueEnd } from './value-end.ts';

/** Words before a quoted value that a database or a validator has refused. */
const REFUSED =
  /\b(?:(?:incorrect|invalid|final|truncated|non-integer|non-string|with|for|of|the|varchar|nvarchar|numeric)(?: [A-Za-z]{1,16})? value(?: was)?:?|provided|for enum:?)$/i;
/** joi names the field before its value. */
const NAMED = /["'`]([\w.[\]-]{1,64})["'`] with value$/;
const NEAR = /\bnear$/i;
const KEYWORD = /^["'`][a-z_]+["'`]$/i;
/** Shorter quotes, such as `token 'x'`, are about characters. */
const MIN_ANNOUNCED = 4;
const FIELD_NAME =
  /^(?:e-?mail|(?:user|first|last|full|nick|file)?_?name|id|user(?:_?id)?|phone|address|role|age|title|created_?at|updated_?at)$/i;

/** `password "…"`, `invalid value "…"`, and `'authorization', '…'` in a list. */
export function readQuote(text: string, at: number, rules: RedactRules, found: Found[]): number {
  if (isAt(text, at - 1, BLANK) || text[at - 1] === ':')
    return findAnnounced(text, at, rules, found) ?? at + 1;
  if (text[at + 1] !== ',' || !isAt(text, at - 1, WORD)) return at + 1;
  const name = nameStart(text, at);
  if (!isAt(text, name - 1, QUOTE) || rules.judge(text, name, at) !== SECRET) return at + 1;
  const from = skip(text, at + 2, BLANK | BREAK);
  if (!isAt(text, from, QUOTE | DIGIT) && !isInspected(text, from)) return at + 1;
  const to = valueEnd(text, from, { name: from, isQuoted: true, isQuery: false, isLine: false });
  const isList = text[to] === ':' || isFieldName(text.slice(from + 1, to - 1), rules);
  if (isList) return at + 1;
  found.push(byName(from, to, text.slice(name, at)));
  return to;
}

function findAnnounced(text: string, start: number, rules: RedactRules, found: Found[]): number | null {
  let end = start;
  while (end > 0 && (isAt(text, end - 1, BLANK) || text[end - 1] === ':')) end--;
  const name = wordStart(text, end, WORD | NAME);
  if (name === end) return null;
  const verdict = rules.judge(text, name, end);
  const isSecret = verdict === SECRET && text[start - 1] !== ':' && !text.startsWith('nexpected ', name - 10);
  if (!isSecret && (verdict !== PLAIN || !isRefusal(text, name, end)) && verdict !== VALUE) return null;
  const before = text.slice(Math.max(0, end - 60), start).trimEnd();
  if (!isSecret && !REFUSED.test(before) && !NEAR.test(before)) return null;
  const [, field] = NAMED.exec(before) ?? [];
  if (field !== undefined && !rules.isSecret(field)) return null;
  const isNear = NEAR.test(before);
  const to = isNear
    ? lastQuote(text, start)
    : valueEnd(text, start, { name, isQuoted: false, isQuery: false, isLine: false });
  if (to - start - 2 < MIN_ANNOUNCED && isSecret) return null;
  if (isNear && KEYWORD.test(text.slice(start, to))) return null;
  found.push(
    isSecret ? byName(start, to, text.slice(name, end)) : because(start, to, 'value that was refused'),
  );
  return to;
}

/** Whether this is a name in a list of names: `['password', 'email']`. */
function isFieldName(text: string, rules: RedactRules): boolean {
  if (FIELD_NAME.test(text)) return true;
  return /^[a-z][a-z_-]{0,31}$/i.test(text) && rules.judge(text) === SECRET;
}

/** The end of the last quote of the line: a part of a statement may have quotes in it. */
function lastQuote(text: string, from: number): number {
  return text.lastIndexOf(text[from] ?? '', lineEnd(text, from)) + 1;
}

/** Whether this is a word that messages have right before a value that was refused. */
function isRefusal(text: string, name: number, end: number): boolean {
  const length = end - name;
  if (length < 3 || length > 8) return false;
  return /^(?:was|near|provided|enum)$/i.test(text.slice(name, end));
}
