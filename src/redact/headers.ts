import type { Header } from '../profile/profile.ts';
import { isHarmless } from './harmless.ts';
import { COOKIE_HEADERS, KEPT_HEADERS, STRICT_HEADERS, URL_HEADERS } from './header-list.ts';
import { memoize } from './memoize.ts';
import { redactAndCut } from './redact-and-cut.ts';
import { REDACTED } from './redacted.ts';
import { rememberUnchanged } from './remember.ts';
import { createRules, KNOWN_FORMATS_ONLY, type RedactRules } from './rules.ts';
import { redactText, redactValue } from './text.ts';
import { redactHost, redactUrl } from './url.ts';

const DEFAULT_RULES = createRules([], [], false);
const MAX_LENGTH = 4096;
/** Names of cookies are read up to this length, then cut to the other. */
const MAX_COOKIES_LENGTH = 32_768;
/** How many values of a header are remembered. */
const [FEW_VALUES, MANY_VALUES] = [50, 500];
/** Headers that have the same values in most requests. The values are remembered. */
const REPEATED = new Set(
  `accept accept-encoding accept-language access-control-allow-headers access-control-allow-methods
  access-control-allow-origin cache-control connection content-encoding content-language content-security-policy content-type
  cross-origin-opener-policy cross-origin-resource-policy date dnt host keep-alive origin origin-agent-cluster
  pragma priority referrer-policy sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform sec-fetch-dest sec-fetch-mode sec-fetch-site
  sec-fetch-user server strict-transport-security transfer-encoding upgrade-insecure-requests user-agent vary via
  x-content-type-options x-dns-prefetch-control x-download-options x-forwarded-proto x-frame-options
  x-permitted-cross-domain-policies x-powered-by x-requested-with x-xss-protection`.split(/\s+/),
);

/** Returns the header to record: its name in lower case and its redacted value. */
export type RedactHeader = (name: string, value: string) => Header;

export function createRedactHeader(rules: RedactRules): RedactHeader {
  const shared = new Map<string, HeaderRule>();
  const ruleFor = memoize((name) => {
    const lower = name.toLowerCase();
    if (!REPEATED.has(lower) && !COOKIE_HEADERS.has(lower)) return createHeaderRule(lower, rules);
    // All spellings share one rule, because each rule remembers values.
    const rule = shared.get(lower) ?? createHeaderRule(lower, rules);
    shared.set(lower, rule);
    return rule;
  });
  return (name, value) => {
    try {
      return ruleFor(name)(value);
    } catch {
      return [typeof name === 'string' ? name.toLowerCase() : REDACTED, REDACTED];
    }
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
  const redact = redactorOf(name, rules);
  const create = (value: string): Header => [name, value];
  if (!REPEATED.has(name)) return (value) => create(redact(value));
  return rememberUnchanged(redact, create, name === 'user-agent' ? MANY_VALUES : FEW_VALUES);
}

function redactorOf(name: string, rules: RedactRules): (value: string) => string {
  if (URL_HEADERS.has(name))
    return (value) => (typeof value === 'string' ? redactUrl(value, rules) : REDACTED);
  // `token.example:3000` is a host with a port, not a secret.
  const redact = name === 'host' ? redactHost : redactText;
  return (value) => {
    if (typeof value !== 'string') return REDACTED;
    if (value.length <= MAX_LENGTH && isHarmless(value, rules)) return value;
    return redactAndCut(value, MAX_LENGTH, (text) => redact(text, rules));
  };
}

/** Keeps the names of cookies: `sid=***; theme=***`. The attributes of a Set-Cookie header are dropped. */
function cookieRule(header: string, rules: RedactRules): HeaderRule {
  const withoutValue = rememberUnchanged(
    (name) => redactValue(name, rules),
    (name) => `${name}=${REDACTED}`,
    MANY_VALUES,
  );
  return (value) => {
    if (typeof value !== 'string') return [header, REDACTED];
    let names = '';
    let equals = -1;
    for (let at = 0; at <= value.length; ) {
      const end = indexOrEnd(value, ';', at);
      if (equals < at) equals = indexOrEnd(value, '=', at);
      // A cookie without `=` is a value without a name.
      names += equals < end ? withoutValue(value.slice(at, equals).trim()) : REDACTED;
      if (header !== 'cookie' || end === value.length || names.length > MAX_COOKIES_LENGTH) break;
      names += '; ';
      at = end + 1;
    }
    return [header, names.length <= MAX_LENGTH ? names : redactAndCut(names, MAX_LENGTH, (text) => text)];
  };
}

function indexOrEnd(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at < 0 ? text.length : at;
}
