import type { Header } from './profile.ts';
import { redactCut } from './redact-cut.ts';
import { isHarmless } from './redact-harmless.ts';
import { DEFAULT_RULES, ONLY_SHAPES, type RedactRules } from './redact-rules.ts';
import { redactText, redactValue } from './redact-text.ts';
import { redactHost, redactUrl } from './redact-url.ts';
import { WITHHELD } from './redacted.ts';

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
const KEPT_STRICTLY = new Set(['accept', 'content-length', 'content-type', 'host']);
const URLS = new Set(['referer', 'location', 'content-location']);
const LONGEST = 4096;

/** A header as it is kept: its name in lower case, and what may be kept of its value. */
export function redactHeader(name: string, value: string, rules: RedactRules = DEFAULT_RULES): Header {
  try {
    const lower = name.toLowerCase();
    return [lower, keptValue(lower, value, rules)];
  } catch {
    return [typeof name === 'string' ? name.toLowerCase() : WITHHELD, WITHHELD];
  }
}

function keptValue(name: string, value: string, rules: RedactRules): string | null {
  if (rules.isAllowed(name)) return redacted(name, value, ONLY_SHAPES);
  if (!(rules.strict ? KEPT_STRICTLY : KEPT).has(name)) return cookieNames(name, value, rules);
  return rules.isSecret(name) ? null : redacted(name, value, rules);
}

function redacted(name: string, value: string, rules: RedactRules): string {
  if (typeof value !== 'string') return WITHHELD;
  if (value.length <= LONGEST && isHarmless(value, rules)) return value;
  if (URLS.has(name)) return redactUrl(value, rules);
  return redactCut(value, LONGEST, (text) =>
    // A port is no value of a secret, whatever the host is called.
    name === 'host' ? redactHost(text, rules) : redactText(text, rules),
  );
}

/** `sid=***; theme=***`; `null` for what is no cookie. */
function cookieNames(header: string, value: string, rules: RedactRules): string | null {
  if (rules.strict || (header !== 'cookie' && header !== 'set-cookie')) return null;
  const cookies = header === 'cookie' ? value.split(';') : [value.split(';', 1)[0] ?? ''];
  return redactCut(cookies.map((cookie) => cookieName(cookie, rules)).join('; '), LONGEST, (names) => names);
}

/** A cookie without a name is all value. */
function cookieName(cookie: string, rules: RedactRules): string {
  const equals = cookie.indexOf('=');
  return equals < 0 ? WITHHELD : `${redactValue(cookie.slice(0, equals).trim(), rules)}=${WITHHELD}`;
}
