import { copyText } from '../format/cut-text.ts';
import { createLru, type Lru } from '../lru.ts';
import type { Header } from '../profile/profile.ts';
import { COOKIE_HEADERS, KEPT_HEADERS, STRICT_HEADERS, URL_HEADERS } from './header-list.ts';
import { redactAndCut } from './redact-and-cut.ts';
import { memoize, remember } from './remember.ts';
import { createRules, KNOWN_FORMATS_ONLY, REDACTED, type RedactRules } from './rules.ts';
import { redactText } from './text/find-secrets.ts';
import { redactHost, redactUrl } from './url.ts';

const DEFAULT_RULES = createRules([], [], false);
const MAX_LENGTH = 4096;
/** Names of cookies are read up to this length, and kept up to `MAX_LENGTH`. */
const MAX_COOKIES_LENGTH = 32_768;
/** How many values of a header are remembered, at most twice as many. */
const MAX_KNOWN_VALUES = 50;
const MAX_KNOWN_LENGTH = 256;
const MAX_COOKIE_NAMES = 500;
const SEPARATOR = '; ';
/** Headers whose values repeat from request to request, and are remembered. */
const REPEATED = new Set(
  `accept accept-encoding accept-language access-control-allow-headers access-control-allow-methods
  access-control-allow-origin cache-control connection content-encoding content-language content-length content-security-policy content-type
  cross-origin-opener-policy cross-origin-resource-policy date dnt etag host if-none-match keep-alive origin origin-agent-cluster
  pragma priority referer referrer-policy sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform sec-fetch-dest sec-fetch-mode sec-fetch-site
  sec-fetch-user server strict-transport-security transfer-encoding upgrade-insecure-requests user-agent vary via
  x-content-type-options x-dns-prefetch-control x-download-options x-forwarded-proto x-frame-options
  x-permitted-cross-domain-policies x-powered-by x-requested-with x-xss-protection`.split(/\s+/),
);

/** Creates a function that returns the header to record: its name in lower case and its redacted value. */
export function createRedactHeader(rules: RedactRules): (name: string, value: string) => Header {
  const known = new Map(Array.from(REPEATED, (name) => [name, createLru<Header>(MAX_KNOWN_VALUES)]));
  const ruleFor = memoize((name) => {
    const lower = name.toLowerCase();
    return rememberHeaders(createHeaderRule(lower, rules), known.get(lower));
  });

  return (name, value) => {
    try {
      return ruleFor(name)(value);
    } catch {
      return [typeof name === 'string' ? name.toLowerCase() : REDACTED, REDACTED];
    }
  };
}

/** Never remembers a value that was redacted. */
function rememberHeaders(rule: HeaderRule, known?: Lru<Header>): HeaderRule {
  if (!known) return rule;
  return (value) => {
    const existing = known.get(value);
    if (existing) return existing;
    const header = rule(value);
    if (header[1] !== value || value.length > MAX_KNOWN_LENGTH) return header;
    const copy = copyText(value);
    known.set(copy, [header[0], copy]);
    return header;
  };
}

/** The header of this name with a given value. */
type HeaderRule = (value: string) => Header;

function createHeaderRule(name: string, rules: RedactRules): HeaderRule {
  if (rules.isAllowed(name)) return keepHeader(name, KNOWN_FORMATS_ONLY);
  // `Access-Control-Allow-Credentials` is listed although its name is that of a secret; an added name always counts.
  const isAdded = rules.isSecret(name) && !DEFAULT_RULES.isSecret(name);
  const isKept = (rules.strict ? STRICT_HEADERS : KEPT_HEADERS).has(name) && !isAdded;
  if (isKept) return keepHeader(name, rules);
  if (COOKIE_HEADERS.has(name) && !rules.strict) return cookieRule(name, rules);
  const withheld: Header = [name, null];
  return () => withheld;
}

function keepHeader(name: string, rules: RedactRules): HeaderRule {
  if (URL_HEADERS.has(name)) return (value) => [name, redactUrl(value, rules)];
  // `token.example:3000` is a host with a port, not a secret.
  const redact = name === 'host' ? redactHost : redactText;
  return (value) => [name, redactAndCut(value, MAX_LENGTH, (text) => redact(text, rules))];
}

/** Keeps the names of cookies: `sid=***; theme=***`. The attributes of a Set-Cookie header are dropped. */
function cookieRule(header: string, rules: RedactRules): HeaderRule {
  const withoutValue = remember(
    (name) => `${redactText(name, rules)}=${REDACTED}`,
    (name, cookie) => cookie === `${name}=${REDACTED}`,
    { capacity: MAX_COOKIE_NAMES },
  );
  return (value) => {
    if (typeof value !== 'string') return [header, REDACTED];
    const names: string[] = [];
    let length = 0;
    let equals = -1;
    for (let at = 0; at <= value.length; ) {
      const end = indexOrEnd(value, ';', at);
      if (equals < at) equals = indexOrEnd(value, '=', at);
      // A cookie without `=` is a value without a name.
      const name = equals < end ? withoutValue(value.slice(at, equals).trim()) : REDACTED;
      names.push(name);
      length += name.length;
      if (header !== 'cookie' || end === value.length || length > MAX_COOKIES_LENGTH) break;
      length += SEPARATOR.length;
      at = end + 1;
    }
    // JSON takes twice the time for a text that was put together with `+`.
    const text = names.join(SEPARATOR);
    return [header, length <= MAX_LENGTH ? text : redactAndCut(text, MAX_LENGTH, (whole) => whole)];
  };
}

function indexOrEnd(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at < 0 ? text.length : at;
}
