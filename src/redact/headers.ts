import type { Header } from '../profile/profile.ts';
import { createRecent } from '../profile/recent.ts';
import { redactAndCut } from './cut.ts';
import { isHarmless } from './harmless.ts';
import { owned, remembered } from './memory.ts';
import { REDACTED } from './redacted.ts';
import { DEFAULT_RULES, KNOWN_FORMATS_ONLY, type RedactRules } from './rules.ts';
import { redactText, redactValue } from './text.ts';
import { redactHost, redactUrl } from './url.ts';

/** The headers whose values may be kept. Of any other, only the name is. */
const KEPT = new Set([
  'accept',
  'accept-ch',
  'accept-charset',
  'accept-datetime',
  'accept-encoding',
  'accept-language',
  'accept-patch',
  'accept-post',
  'accept-query',
  'accept-ranges',
  'age',
  'cache-control',
  'cache-status',
  'cdn-cache-control',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-modified',
  'pragma',
  'range',
  'referer',
  'traceparent',
  'user-agent',
  'vary',
  'x-cache',
  'x-request-id',
]);
/** What is left of them when everything else has to go. */
const KEPT_IF_STRICT = new Set(['accept', 'content-length', 'content-type', 'host']);
const URLS = new Set(['referer', 'location', 'content-location']);
const COOKIES = new Set(['cookie', 'set-cookie']);
const MAX_LENGTH = 4096;
/** Those that say the same in request after request. */
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

export type RedactHeader = (name: string, value: string) => Header;

/** A header as it is kept: its name in lower case, and what may be kept of its value. */
export const redactHeader: RedactHeader = createRedactHeader(DEFAULT_RULES);

interface HeaderRule {
  readonly name: string;
  /** `null` withholds the value. */
  readonly redact: ((value: string) => string) | null;
  /** Whether a value is harmless, as far as a glance can tell. */
  readonly isHarmless: (value: string) => boolean;
}

export function createRedactHeader(rules: RedactRules): RedactHeader {
  const treatmentOf = remembered((name) => createHeaderRule(name.toLowerCase(), rules));
  return (name, value) => {
    try {
      const treatment = treatmentOf(name);
      if (treatment.redact === null) return [treatment.name, null];
      const isShort = typeof value === 'string' && value.length <= MAX_LENGTH;
      if (isShort && treatment.isHarmless(value)) return [treatment.name, value];
      return [treatment.name, typeof value === 'string' ? treatment.redact(value) : REDACTED];
    } catch {
      return [typeof name === 'string' ? name.toLowerCase() : REDACTED, REDACTED];
    }
  };
}

function createHeaderRule(name: string, rules: RedactRules): HeaderRule {
  if (rules.isAllowed(name)) return keepHeader(name, KNOWN_FORMATS_ONLY);
  const isKept = (rules.strict ? KEPT_IF_STRICT : KEPT).has(name) && !rules.isSecret(name);
  if (isKept) return keepHeader(name, rules);
  const isCookie = COOKIES.has(name) && !rules.strict;
  return {
    name,
    redact: isCookie ? (value) => cookieNames(name, value, rules) : null,
    isHarmless: () => false,
  };
}

function keepHeader(name: string, rules: RedactRules): HeaderRule {
  const glance = (value: string) => isHarmless(value, rules);
  if (URLS.has(name)) return { name, redact: (value) => redactUrl(value, rules), isHarmless: glance };
  // A port is no value of a secret, whatever the host is called.
  const redact = name === 'host' ? redactHost : redactText;
  return {
    name,
    redact: (value) => redactAndCut(value, MAX_LENGTH, (text) => redact(text, rules)),
    isHarmless: REPEATED.has(name) ? rememberHarmless(glance) : glance,
  };
}

/** What was found harmless before is known by its look: only that is remembered, never a secret. */
function rememberHarmless(glance: (value: string) => boolean): (value: string) => boolean {
  const known = createRecent<true>(MAX_KNOWN_VALUES);
  return (value) => {
    if (value.length > MAX_REPEATED_LENGTH) return glance(value);
    if (known.get(value)) return true;
    if (!glance(value)) return false;
    known.set(owned(value), true);
    return true;
  };
}

/** `sid=***; theme=***`. Of one that is set, what follows its name and value is not kept. */
function cookieNames(header: string, value: string, rules: RedactRules): string {
  const cookies = header === 'cookie' ? value.split(';') : [value.split(';', 1)[0] ?? ''];
  return redactAndCut(
    cookies.map((cookie) => cookieName(cookie, rules)).join('; '),
    MAX_LENGTH,
    (names) => names,
  );
}

/** A cookie without a name is all value. */
function cookieName(cookie: string, rules: RedactRules): string {
  const equals = cookie.indexOf('=');
  return equals < 0 ? REDACTED : `${redactValue(cookie.slice(0, equals).trim(), rules)}=${REDACTED}`;
}
