import type { Body } from '../profile/body.ts';
import { compareNamed, joinByName } from './compare-headers.ts';
import { type Difference, NOISE, WEIGHTS } from './difference.ts';
import { isSameParameter } from './value-shape.ts';

const MAX_FIELDS = 200;
const MAX_DEPTH = 6;

export function compareParameters(urlA: string, urlB: string): readonly Difference[] {
  return compareNamed('parameter', parametersOf(urlA), parametersOf(urlB), (name, a, b) => {
    if (a === null) return isSameParameter(name, '0', '1') ? NOISE : WEIGHTS.inputNew;
    if (b === null) return WEIGHTS.inputMissing;
    return isSameParameter(name, a, b) ? NOISE : WEIGHTS.inputChanged;
  });
}

/** The fields of two bodies in JSON, or of two forms. Free text is not compared. */
export function compareFields(a: Body | undefined, b: Body | undefined): readonly Difference[] {
  const [fieldsA, fieldsB] = [fieldsOf(a), fieldsOf(b)];
  if (!fieldsA || !fieldsB) return [];
  return compareNamed('body field', fieldsA, fieldsB, (name, from, to) => {
    if (to === null) return WEIGHTS.inputMissing;
    if (from === null) return WEIGHTS.inputNew;
    return isSameField(name, from, to) ? NOISE : WEIGHTS.fieldChanged;
  });
}

function parametersOf(url: string): ReadonlyMap<string, string> {
  const at = url.indexOf('?');
  if (at < 0) return new Map();
  return joinByName([...new URLSearchParams(url.slice(at + 1).replace(/#.*$/s, ''))].slice(0, MAX_FIELDS));
}

const CONSTANT = /^(?:[A-Z][A-Z0-9_]*|[a-z]+(?:[_-][a-z]+)*)$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Equal requests can differ in free text, but not in constants such as `EUR`, in types, or in whether there is a value. */
function isSameField(name: string, a: string, b: string): boolean {
  if (isSameParameter(name, a, b)) return true;
  if (NUMBER.test(a) && NUMBER.test(b)) return Math.sign(Number(a)) === Math.sign(Number(b));
  const isText = (text: string) => !NUMBER.test(text) && !LITERALS.has(text);
  return isText(a) && isText(b) && !(CONSTANT.test(a) && CONSTANT.test(b));
}

const LITERALS: ReadonlySet<string> = new Set(['', 'true', 'false', 'null', '[]', '{}']);

/** `null` if the body is not complete JSON and not a form. */
export function fieldsOf(body: Body | undefined): ReadonlyMap<string, string> | null {
  if (body?.text === undefined || body.cut) return null;
  if (body.type.startsWith('application/x-www-form-urlencoded')) return parametersOf(`?${body.text}`);
  const fields = new Map<string, string>();
  try {
    flatten(JSON.parse(body.text), '', 0, fields);
  } catch {
    return null;
  }
  return fields;
}

/** Items of a list share their fields: how many there are differs between equal requests. */
function flatten(value: unknown, path: string, depth: number, fields: Map<string, string>): void {
  if (fields.size >= MAX_FIELDS) return;
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) {
    if (!fields.has(path)) fields.set(path, typeof value === 'object' ? 'null' : String(value));
    return;
  }
  const isList = Array.isArray(value);
  const entries = isList ? value.map((item) => ['[]', item]) : Object.entries(value);
  if (entries.length === 0) fields.set(path, isList ? '[]' : '{}');
  for (const [key, item] of entries) {
    const next = isList ? `${path}[]` : path === '' ? String(key) : `${path}.${key}`;
    flatten(item, next, depth + 1, fields);
  }
}
