import { CUT_MARK } from '../format/cut-text.ts';
import { redactBody } from './body.ts';
import type { RedactHeader } from './headers.ts';
import { MAX_NESTING, redactJson } from './json.ts';
import { redactCutWord } from './redact-and-cut.ts';
import { REDACTED } from './redacted.ts';
import type { RedactRules } from './rules.ts';
import { redactText } from './text.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** Keys of codes and states, which are secrets elsewhere. */
const CODE_KEY = /(?:^|[^a-z])(?:code|state|signal)$|[a-z](?:Code|State|Signal)$/;
const MAX_CODE_NUMBER = 99_999;
/** `ECONNREFUSED`, `P2002`, `ER_DUP_ENTRY`, `invalid_type`, `auth/user-not-found`. */
const CODE = /^(?:[A-Z]{1,40}\d{0,5}(?:_[A-Z0-9]{1,40}){0,8}|[a-z]{1,16}(?:[-_./][a-z]{1,24}){0,8})$/;
/** The SQLSTATE of a database, by the classes that are in use. Others, such as `HY000`, look like a code. */
const SQL_STATE = /^(?:0[0-9A-Z]|2[0-9A-F]|3[0-9BD]|4[024]|5[3-8]|72|HV)[0-9A-Z]{3}$/;
/** The values of a statement or a command, and those that a check has rejected. */
const VALUES_KEY =
  /^(?:parameters|params|bindings|bind|replacements|values|args|arguments|keyValue|consideredValue|rawHeaders|_header)$/i;
const HEADERS_KEY = /headers$/i;
/** Keys of the name of the field that a check has rejected. */
const PATH_KEY = /^(?:instancePath|dataPath|path|property|propertyName|param|field)$/;
/** What does not depend on the rejected value. */
const CHECK_KEY =
  /^(?:keyword|type|kind|schemaPath|location|validation|rule|origin|minimum|maximum|inclusive)$/;
/** What recording writes instead of a field that exceeds its limits. */
const REST = '…';
/** Values that another field may name. */
const VALUE_KEY = /^(?:value|val|v|data|content|input|received|actual|given|message|msg|reason|context)$/i;
/** The name of a check: `minLength`. */
const KEYWORD = /^[a-zA-Z]{1,32}$/;
/** JSON, perhaps after the name of an error. */
const JSON_TEXT = /^([\w$.]{1,100}: )?(\s*[[{][\s\S]*)$/;
const NAMES_PATH = /"(?:instancePath|dataPath|path|property|propertyName|param|field)"/;
const PATH_BREAK = /[./[\]'"]+/;

/**
 * Redacts the fields of an error, which are JSON. Codes such as `ENOENT` are kept: the names of such fields only mark secrets
 * elsewhere.
 */
export function redactErrorFields(
  json: string,
  rules: RedactRules,
  header: RedactHeader,
  nesting = 0,
): string {
  const original: Json = JSON.parse(json);
  const prepared = prepare(original, rules, header, nesting);
  const redacted = redactJson(JSON.stringify(prepared), false, rules);
  if (redacted === null) return JSON.stringify(REDACTED);
  return JSON.stringify(withCodes(JSON.parse(redacted), prepared));
}

/** Redacts the message of an error. That of some libraries, such as Zod, is a list of errors as JSON. */
export function redactErrorText(text: string, rules: RedactRules, header: RedactHeader, nesting = 0): string {
  const [, title = '', json = ''] = JSON_TEXT.exec(text) ?? [];
  if (json === '') return redactText(redactCutWord(text), rules);
  const value = parse(json);
  if (value === undefined) return NAMES_PATH.test(json) ? title + REDACTED : redactLikeBody(text, rules);
  // Written again, a text with many layers of escapes could become too long for the memory.
  if (nesting >= MAX_NESTING) return title + REDACTED;
  const redacted = redactErrorFields(json, rules, header, nesting + 1);
  return title + (json.includes('\n') ? JSON.stringify(parse(redacted), null, 2) : redacted);
}

/** Redacts what only its place in the error of a library shows to be a secret. */
function prepare(value: Json, rules: RedactRules, header: RedactHeader, nesting: number): Json {
  if (typeof value === 'string')
    return JSON_TEXT.test(value) || value.endsWith(CUT_MARK)
      ? redactErrorText(value, rules, header, nesting)
      : value;
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((item) => prepare(item, rules, header, nesting));
  // A Buffer as JSON.
  if (value.type === 'Buffer' && isList(value.data ?? null)) return { ...value, data: REDACTED };
  const isSecret = namesSecret(value, rules);
  const isIncomplete = Object.entries(value).some(([key, field]) => key === REST || field === REST);
  return fromEntries(
    Object.entries(value).map(([key, field]) => {
      if (VALUES_KEY.test(key) && !isMark(field)) return [key, REDACTED];
      if (isSecret && !isAboutCheck(key, field)) return [key, redactRejected(field)];
      if (isIncomplete && VALUE_KEY.test(key)) return [key, redactRejected(field)];
      if (HEADERS_KEY.test(key)) return [key, redactHeaders(field, header)];
      return [key, prepare(field, rules, header, nesting)];
    }),
  );
}

/** Redacts a text that starts like JSON. Its end may be missing. */
function redactLikeBody(text: string, rules: RedactRules): string {
  const isCut = text.endsWith(CUT_MARK);
  return redactBody(isCut ? text.slice(0, -CUT_MARK.length) : text, 'text', isCut, rules);
}

function parse(json: string): Json | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Whether an object is about a field with the name of a secret, such as one of the errors of a validation. */
function namesSecret(object: JsonObject, rules: RedactRules): boolean {
  // The path of a file.
  if (Object.hasOwn(object, 'syscall')) return false;
  return Object.entries(object).some(
    ([key, path]) =>
      PATH_KEY.test(key) && (isCutPath(path) || textsOf(path).some((text) => rules.isSecret(text))),
  );
}

function textsOf(path: Json): string[] {
  const texts = isList(path) ? path : [path];
  return texts.flatMap((text) => (typeof text === 'string' ? text.split(PATH_BREAK) : []));
}

/** Whether recording has left out a part of a path, which may have named a secret. */
function isCutPath(path: Json): boolean {
  if (isList(path)) return path.some(isCutPath);
  return typeof path === 'string' && (isMark(path) || path.includes(REST));
}

function isAboutCheck(key: string, field: Json): boolean {
  return PATH_KEY.test(key) || CHECK_KEY.test(key) || isCode(key, field);
}

/** The message of a check often repeats the value. */
function redactRejected(field: Json): Json {
  return field === null || typeof field === 'boolean' ? field : REDACTED;
}

function redactHeaders(headers: Json, header: RedactHeader): Json {
  if (!isObject(headers)) return headers === null || isMark(headers) ? headers : REDACTED;
  return fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? (header(name, value)[1] ?? REDACTED) : REDACTED,
    ]),
  );
}

/** Restores the codes that were redacted because of their names. */
function withCodes(redacted: Json, original: Json): Json {
  if (isList(redacted) && isList(original))
    return redacted.map((item, i) => withCodes(item, original[i] ?? null));
  if (!isObject(redacted) || !isObject(original)) return redacted;
  return fromEntries(
    Object.entries(redacted).map(([key, value]) => {
      const before = original[key] ?? null;
      return [key, isCode(key, before) ? before : withCodes(value, before)];
    }),
  );
}

function isCode(key: string, value: Json): boolean {
  if (typeof value === 'number')
    return CODE_KEY.test(key) && Number.isInteger(value) && Math.abs(value) <= MAX_CODE_NUMBER;
  if (typeof value !== 'string') return false;
  if (key === 'keyword') return KEYWORD.test(value);
  return CODE_KEY.test(key) && (CODE.test(value) || SQL_STATE.test(value));
}

/** What recording writes instead of a value: `[Socket]`. */
function isMark(value: Json): boolean {
  return typeof value === 'string' && /^\[[A-Z][\w$]{1,100}\]$/.test(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** Unlike an assignment, this keeps a field that is called `__proto__`. */
function fromEntries(entries: readonly (readonly [string, Json])[]): Json {
  return Object.fromEntries(entries);
}
