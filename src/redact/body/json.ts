import { tryOr } from '../../errors.ts';
import { KEPT_HEADERS } from '../header-list.ts';
import { COUNTED, MESSAGE, NAMES, SECRET, STATEMENT_VALUES, VALUE } from '../names/names.ts';
import { hasRandomWord, isHarmless, isLikelySecret, isOAuthSecret } from '../names/shape.ts';
import { formatsOnly, REDACTED, type RedactRules } from '../rules.ts';
import { redactText } from '../text/find-secrets.ts';
import { LOOKS_SECRET, reasonOf } from '../text/found.ts';
import { namesSecret } from '../text/frames.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const OPENS_JSON = /^\s*[[{]/;
/** Values nested deeper are redacted. */
const MAX_DEPTH = 100;
const MAX_NAMING = 150;
/** `user.password`, `/user/password`, `['password']`. */
const NAMING = /^[\p{L}\p{N}_$./[\]*@~'" -]*$/u;
/** Numbers that JavaScript would print differently. */
const INEXACT = /\d{16}|\d\.\d{15}|\d[eE][+-]?\d|\.\d*0[\s,\]}]/;
const KEY = /"\s*:/g;
const HEADERS = /^(?:raw)?headers$/i;
/** A request or answer of OAuth has two of these. */
const OAUTH_KEYS = [
  'code',
  'state',
  'grant_type',
  'code_verifier',
  'redirect_uri',
  'session_state',
  'client_id',
];
const FIELD_NAME = /^[A-Za-z0-9_][\w.[\]$/-]{0,63}$/;
const STATEMENT_KEY = /sql|query|statement|command|detail|errno|severity/i;

export function opensJson(text: string): boolean {
  return OPENS_JSON.test(text);
}

/** Redacts JSON by its keys and leaves the rest as it was written. `null` if it is not JSON. */
export function redactJson(text: string, rules: RedactRules, depth = 0): string | null {
  const value = tryOr(undefined, (): Json => JSON.parse(text, INEXACT.test(text) ? keepDigits : undefined));
  if (value === undefined) return null;
  const walk = new JsonWalk(rules, depth);
  const redacted = walk.value(value, '', depth);
  // Of a duplicate key, JSON.parse returns only the last value.
  const isWhole = (text.match(KEY)?.length ?? 0) <= walk.keys;
  return !walk.isChanged && isWhole ? text : JSON.stringify(redacted, null, /\n\s/.test(text.trim()) ? 2 : 0);
}

interface RawJson {
  rawJSON(text: string): Json;
  isRawJSON(value: unknown): boolean;
}
const { rawJSON, isRawJSON: isRaw } = JSON as unknown as RawJson;

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isRounded =
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source;
  return isRounded ? rawJSON(context.source ?? '0') : value;
}

class JsonWalk {
  isChanged = false;
  /** How many keys were read. */
  keys = 0;
  readonly #rules: RedactRules;
  readonly #formatsOnly: RedactRules;
  readonly #depth: number;

  constructor(rules: RedactRules, depth: number) {
    this.#rules = rules;
    this.#formatsOnly = formatsOnly(rules);
    this.#depth = depth;
  }

  value(value: Json, key: string, depth: number, isAbout = false): Json {
    if (value === null || typeof value === 'boolean') return value;
    if (depth > MAX_DEPTH) return this.#hidden('nested too deeply');
    const verdict = key === '' ? 0 : this.#rules.judge(key);
    if (verdict === SECRET || (verdict === COUNTED && typeof value !== 'number')) {
      const isKept = typeof value === 'string' ? isHarmless(verdict, value) : isEmpty(value);
      return isKept ? value : this.#hidden('name: ', key);
    }
    if (isRaw(value)) return this.#number(value);
    if (this.#rules.strict && typeof value !== 'object' && !this.#rules.isAllowed(key))
      return this.#hidden('strict');
    if (typeof value === 'string') return this.#string(value, key, verdict, depth);
    if (typeof value === 'number') return this.#number(value);
    const isHeaders = HEADERS.test(key);
    if (Array.isArray(value))
      return this.#list(isHeaders ? this.#headers(value) : value, key, depth, isAbout);
    if (isHeaders) return this.#headerFields(value as { readonly [key: string]: Json }, depth);
    return this.#object(value as { readonly [key: string]: Json }, depth, isAbout);
  }

  #hidden(why: string, name = ''): string {
    this.#rules.explain?.(reasonOf({ why, name }));
    this.isChanged = true;
    return REDACTED;
  }

  #string(value: string, key: string, verdict: number, depth: number): string {
    if (isLikelySecret(verdict, key, value)) return this.#hidden(LOOKS_SECRET, key);
    const rules = key !== '' && this.#rules.isAllowed(key) ? this.#formatsOnly : this.#rules;
    const inner =
      opensJson(value) && depth - this.#depth < MAX_DEPTH ? redactJson(value, rules, depth + 20) : null;
    const redacted = inner ?? redactText(value, rules);
    this.isChanged ||= redacted !== value;
    return redacted;
  }

  /** A number that may be a card number. */
  #number(value: Json): Json {
    const digits = JSON.stringify(value);
    const redacted = digits.length > 12 ? redactText(digits, this.#formatsOnly) : digits;
    this.isChanged ||= redacted !== digits;
    return redacted === digits ? value : redacted;
  }

  /** A name and its value may follow each other, as in a list of raw headers. */
  #list(list: readonly Json[], key: string, depth: number, isAbout: boolean): Json {
    if (list.length > 0 && list.every(isPair))
      return list.map(([name, item]) => [
        this.value(name, key, depth + 1, isAbout),
        this.value(item, name, depth + 1, isAbout),
      ]);
    const isNames = list.every((item) => typeof item === 'string' && isFieldWord(item));
    return list.map((item, index) => {
      const before = list[index - 1];
      const isNamed =
        !isNames && typeof before === 'string' && FIELD_NAME.test(before) && this.#rules.isSecret(before);
      return isNamed && !isEmpty(item)
        ? this.#hidden('name: ', before)
        : this.value(item, key, depth + 1, isAbout);
    });
  }

  #object(object: { readonly [key: string]: Json }, depth: number, isAbout: boolean): Json {
    const entries = Object.entries(object);
    this.keys += entries.length;
    const judged = entries.map(([key]) => this.#rules.judge(key));
    // Nested objects are about the same name. `…` means that fields were left out, and one may be the name.
    const isNamed =
      isAbout ||
      '…' in object ||
      entries.some(([, value], index) => judged[index] === NAMES && this.#namesSecret(value));
    const isBytes = object.type === 'Buffer' && Array.isArray(object.data);
    const isStatement = judged.includes(STATEMENT_VALUES) && entries.some(([key]) => STATEMENT_KEY.test(key));
    return Object.fromEntries(
      entries.map(([key, value], index) => {
        const verdict = judged[index];
        const isValue = verdict === VALUE && (isNamed || (isBytes && key === 'data'));
        const isStatementValue = (isStatement || isNamed) && verdict === STATEMENT_VALUES;
        const repeatsValue =
          isNamed && verdict === MESSAGE && typeof value === 'string' && this.#repeats(value, object);
        const why = isStatementValue
          ? 'value of a statement'
          : isNamed
            ? 'value next to the name of a secret'
            : 'bytes';
        if (this.#isOAuth(key, value, object)) return [key, this.#hidden('format: OAuth')];
        const isHidden = (isValue || isStatementValue || repeatsValue) && !isEmpty(value);
        return [this.#key(key), isHidden ? this.#hidden(why) : this.value(value, key, depth + 1, isNamed)];
      }),
    );
  }

  /** Whether this is the code or the state of an object with other fields of OAuth. */
  #isOAuth(key: string, value: Json, object: { readonly [key: string]: Json }): boolean {
    if ((key !== 'code' && key !== 'state') || typeof value !== 'string') return false;
    if (this.#rules.isAllowed(key) || OAUTH_KEYS.filter((name) => name in object).length < 2) return false;
    return 'grant_type' in object || 'code_verifier' in object || isOAuthSecret(value);
  }

  /** Whether a message seems to repeat a value of its object. */
  #repeats(message: string, object: { readonly [key: string]: Json }): boolean {
    const isValue = (part: Json) => typeof part === 'string' && part.length > 3 && message.includes(part);
    return (
      hasRandomWord(message) ||
      Object.entries(object).some(([key, part]) => this.#rules.judge(key) === VALUE && isValue(part))
    );
  }

  /** Like request headers: values of unknown headers are not kept. */
  #headerFields(headers: { readonly [key: string]: Json }, depth: number): Json {
    const entries = Object.entries(headers);
    this.keys += entries.length;
    return Object.fromEntries(
      entries.map(([name, value]) => [
        name,
        this.#isKept(name) ? this.value(value, name, depth + 1) : this.#hidden('header: ', name),
      ]),
    );
  }

  #headers(list: readonly Json[]): readonly Json[] {
    if (!list.every((item) => typeof item === 'string')) return list;
    return list.map((item, index) =>
      index % 2 === 0 || this.#isKept(String(list[index - 1]))
        ? item
        : this.#hidden('header: ', String(list[index - 1])),
    );
  }

  #isKept(name: string): boolean {
    return KEPT_HEADERS.has(name.toLowerCase()) || this.#rules.isAllowed(name);
  }

  #key(key: string): string {
    const redacted = redactText(key, this.#formatsOnly);
    this.isChanged ||= redacted !== key;
    return redacted;
  }

  /** `"path": "/user/password"`, `"loc": ["body", "password"]`. */
  #namesSecret(value: Json): boolean {
    if (Array.isArray(value)) return value.some((part) => this.#namesSecret(part));
    if (value !== null && typeof value === 'object')
      return Object.values(value).some((part) => this.#namesSecret(part));
    // A value that was nested too deeply to be recorded.
    if (value === '[Array]' || value === '[Object]') return true;
    const isNaming = typeof value === 'string' && value.length <= MAX_NAMING && NAMING.test(value);
    return isNaming && namesSecret(value, this.#rules);
  }
}

/** `["password", "…"]`, as in a list of entries. */
function isPair(item: Json): item is readonly [string, Json] {
  return Array.isArray(item) && item.length === 2 && typeof item[0] === 'string' && FIELD_NAME.test(item[0]);
}

function isEmpty(value: Json): boolean {
  if (value === null || typeof value === 'boolean' || value === '' || value === REDACTED) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Letters only, like a field name, and not at random. */
function isFieldWord(text: string): boolean {
  return /^[A-Za-z]+(?:[_.-][A-Za-z]+)*$/.test(text) && text.length <= 32 && !hasRandomWord(text);
}
