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
  const redact = (value: string) => {
    if (typeof value !== 'string') return REDACTED;
    if (value.length <= MAX_LENGTH && isHarmless(value, rules)) return value;
    if (URL_HEADERS.has(name)) return redactUrl(value, rules);
    // `token.example:3000` is a host with a port, not a secret.
    return redactAndCut(value, MAX_LENGTH, (text) =>
      name === 'host' ? redactHost(text, rules) : redactText(text, rules),
    );
  };
  const create = (value: string): Header => [name, value];
  if (!REPEATED.has(name)) return (value) => create(redact(value));
  return rememberUnchanged(redact, create, name === 'user-agent' ? MANY_VALUES : FEW_VALUES);
}

function cookieRule(header: string, rules: RedactRules): HeaderRule {
  // A cookie without `=` is a value without a name.
  const withoutValue = rememberUnchanged(
    (name) => redactValue(name, rules),
    (name) => `${name}=${REDACTED}`,
    MANY_VALUES,
  );
  const cookieName = (cookie: string) => {
    const equals = cookie.indexOf('=');
    return equals < 0 ? REDACTED : withoutValue(cookie.slice(0, equals).trim());
  };
  return (value) => {
    // The attributes of a Set-Cookie header are dropped.
    const cookies = header === 'cookie' ? value.split(';') : [value.split(';', 1)[0] ?? ''];
    // `sid=***; theme=***`
    return [header, redactAndCut(cookies.map(cookieName).join('; '), MAX_LENGTH, (names) => names)];
  };
}
