import { copyText } from '../format/cut-text.ts';
import { createLru } from '../lru.ts';
import type { Header } from '../profile/profile.ts';
import { isHarmless } from './harmless.ts';
import { COOKIE_HEADERS, KEPT_HEADERS, STRICT_HEADERS, URL_HEADERS } from './header-list.ts';
import { memoize } from './memoize.ts';
import { redactAndCut } from './redact-and-cut.ts';
import { REDACTED } from './redacted.ts';
import { createRules, KNOWN_FORMATS_ONLY, type RedactRules } from './rules.ts';
import { redactText, redactValue } from './text.ts';
import { redactHost, redactUrl } from './url.ts';

const DEFAULT_RULES = createRules([], [], false);
const MAX_LENGTH = 4096;
/** Headers that have the same values in most requests. */
const REPEATED = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'host',
  'user-agent',
  'vary',
]);
const MAX_REPEATED_LENGTH = 256;
const MAX_KNOWN_VALUES = 500;

/** Returns the header to record: its name in lower case and its redacted value. */
export type RedactHeader = (name: string, value: string) => Header;

interface HeaderRule {
  readonly name: string;
  /** `null` if the value is never recorded. */
  readonly redact: ((value: string) => string) | null;
  /** A fast check: whether the value certainly contains no secret. */
  readonly isHarmless: (value: string) => boolean;
}

export function createRedactHeader(rules: RedactRules): RedactHeader {
  const ruleFor = memoize((name) => createHeaderRule(name.toLowerCase(), rules));
  return (name, value) => {
    try {
      const rule = ruleFor(name);
      if (rule.redact === null) return [rule.name, null];
      const isShort = typeof value === 'string' && value.length <= MAX_LENGTH;
      if (isShort && rule.isHarmless(value)) return [rule.name, value];
      return [rule.name, typeof value === 'string' ? rule.redact(value) : REDACTED];
    } catch {
      return [typeof name === 'string' ? name.toLowerCase() : REDACTED, REDACTED];
    }
  };
}

function createHeaderRule(name: string, rules: RedactRules): HeaderRule {
  if (rules.isAllowed(name)) return keepHeader(name, KNOWN_FORMATS_ONLY);
  // `Access-Control-Allow-Credentials` is listed although its name is that of a secret; an added name always counts.
  const isAdded = rules.isSecret(name) && !DEFAULT_RULES.isSecret(name);
  const isKept = (rules.strict ? STRICT_HEADERS : KEPT_HEADERS).has(name) && !isAdded;
  if (isKept) return keepHeader(name, rules);
  const isCookie = COOKIE_HEADERS.has(name) && !rules.strict;
  return {
    name,
    redact: isCookie ? (value) => cookieNames(name, value, rules) : null,
    isHarmless: () => false,
  };
}

function keepHeader(name: string, rules: RedactRules): HeaderRule {
  const isHarmlessValue = (value: string) => isHarmless(value, rules);
  if (URL_HEADERS.has(name))
    return { name, redact: (value) => redactUrl(value, rules), isHarmless: isHarmlessValue };
  // `token.example:3000` is a host with a port, not a secret.
  const redact = name === 'host' ? redactHost : redactText;
  return {
    name,
    redact: (value) => redactAndCut(value, MAX_LENGTH, (text) => redact(text, rules)),
    isHarmless: REPEATED.has(name) ? rememberHarmless(isHarmlessValue) : isHarmlessValue,
  };
}

/** Remembers harmless values. Values that may contain a secret are never kept in memory. */
function rememberHarmless(check: (value: string) => boolean): (value: string) => boolean {
  const known = createLru<true>(MAX_KNOWN_VALUES);
  return (value) => {
    if (value.length > MAX_REPEATED_LENGTH) return check(value);
    if (known.get(value)) return true;
    if (!check(value)) return false;
    known.set(copyText(value), true);
    return true;
  };
}

/** `sid=***; theme=***`. The attributes of a Set-Cookie header are dropped. */
function cookieNames(header: string, value: string, rules: RedactRules): string {
  const cookies = header === 'cookie' ? value.split(';') : [value.split(';', 1)[0] ?? ''];
  return redactAndCut(
    cookies.map((cookie) => cookieName(cookie, rules)).join('; '),
    MAX_LENGTH,
    (names) => names,
  );
}

/** A cookie without `=` is a value without a name. */
function cookieName(cookie: string, rules: RedactRules): string {
  const equals = cookie.indexOf('=');
  return equals < 0 ? REDACTED : `${redactValue(cookie.slice(0, equals).trim(), rules)}=${REDACTED}`;
}
