import { copyText } from '../format/cut-text.ts';
import { createLru } from '../lru.ts';
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
const MAX_KNOWN_VALUES = 1000;
const MAX_KNOWN_LENGTH = 256;
/** How many headers with one value are remembered: clients can spell a name in many ways. */
const MAX_NAMES = 4;
const MAX_COOKIE_NAMES = 500;
const SEPARATOR = '; ';
/** Headers whose values repeat from request to request. The values are remembered. */
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
  const ruleFor = memoize((name) => createHeaderRule(name.toLowerCase(), rules));
  const known = createLru<KnownHeader>(MAX_KNOWN_VALUES);

  /** Never remembers a value that was redacted. */
  function remember(name: string, value: string, header: Header): void {
    const others = known.get(value);
    if (header[1] !== value || !REPEATED.has(header[0]) || (others && others.count >= MAX_NAMES)) return;
    const copy = copyText(value);
    const count = (others?.count ?? 0) + 1;
    known.set(copy, { name: copyText(name), header: [header[0], copy], next: others, count });
  }

  return (name, value) => {
    try {
      const isShort = value.length <= MAX_KNOWN_LENGTH;
      for (let next = isShort ? known.get(value) : undefined; next; next = next.next)
        if (next.name === name) return next.header;
      const header = ruleFor(name)(value);
      if (isShort) remember(name, value, header);
      return header;
    } catch {
      return [typeof name === 'string' ? name.toLowerCase() : REDACTED, REDACTED];
    }
  };
}

/** A header that was read before and had nothing to redact. */
interface KnownHeader {
  /** As it was sent. */
  readonly name: string;
  readonly header: Header;
  /** Another header with the same value. */
  readonly next: KnownHeader | undefined;
  readonly count: number;
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
