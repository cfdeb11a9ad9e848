import { memoize } from '../lru.ts';
import type { Header } from '../profile/profile.ts';
import { COOKIE_HEADERS, KEPT_HEADERS, STRICT_HEADERS, URL_HEADERS } from './header-list.ts';
import { redactAndCut } from './redact-and-cut.ts';
import { isUnchanged, remember } from './remember.ts';
import { createRules, KNOWN_FORMATS_ONLY, REDACTED, type RedactRules } from './rules.ts';
import { redactText } from './text/find-secrets.ts';
import { redactHost, redactUrl } from './url.ts';

const DEFAULT_RULES = createRules([], [], false);
const MAX_LENGTH = 4096;
/** Names of cookies are read up to this length, and kept up to `MAX_LENGTH`. */
const MAX_COOKIES_LENGTH = 32_768;
/** Which names are remembered. */
const NAMES = { capacity: 500, maxLength: 40 };
/** How many values of a header are remembered, at most twice as many. */
const MAX_KNOWN_VALUES = 100;
const MAX_COOKIE_NAMES = 500;
const SEPARATOR = '; ';

/** Creates a function that returns the header to record: its name in lower case and its redacted value. */
export function createRedactHeader(rules: RedactRules): (name: string, value: string) => Header {
  const ruleOf = memoize((name) => createHeaderRule(name, rules), NAMES);
  // Clients can spell a name in many ways.
  const ruleFor = memoize((name) => ruleOf(name.toLowerCase()), NAMES);

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
  // `token.example:3000` is a host with a port, not a secret.
  const redact = name === 'host' ? redactHost : redactText;
  const redactValue = URL_HEADERS.has(name)
    ? (value: string) => redactUrl(value, rules)
    : (value: string) => redactAndCut(value, MAX_LENGTH, (text) => redact(text, rules));
  const remembered = remember(redactValue, isUnchanged, { capacity: MAX_KNOWN_VALUES });
  return (value) => [name, remembered(value)];
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
