import { CUT_MARK } from '../format/cut-text.ts';
import { HOST_END, isCharacterAt, Source } from './characters.ts';
import { isHarmlessUrl } from './harmless.ts';
import { redactAndCut } from './redact-and-cut.ts';
import { REDACTED } from './redacted.ts';
import { isSecretField, KNOWN_FORMATS_ONLY, type RedactRules } from './rules.ts';
import { redactValue } from './text.ts';
import { userinfoEnd } from './userinfo.ts';

/** Longer URLs are cut and marked. */
const MAX_LENGTH = 8192;
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2,}/i;
const PORT = /:\d{1,5}$/;

/** Redacts the credentials and secret values of an absolute URL or request target. */
export function redactUrl(url: string, rules: RedactRules): string {
  try {
    const redact = (text: string) => redactParts(text, rules);
    if (url.endsWith(CUT_MARK)) return redactAndCut(url.slice(0, -CUT_MARK.length), MAX_LENGTH, redact, true);
    if (!rules.strict && url.length <= MAX_LENGTH && isHarmlessUrl(url, rules)) return url;
    return redactAndCut(url, MAX_LENGTH, redact);
  } catch {
    return REDACTED;
  }
}

/** Redacts the credentials before a host; keeps its port. */
export function redactHost(host: string, rules: RedactRules): string {
  const at = host.lastIndexOf('@');
  const port = PORT.exec(host)?.[0] ?? '';
  const name = redactValue(host.slice(at + 1, host.length - port.length), rules);
  return `${at > 0 ? `${REDACTED}@` : host.slice(0, at + 1)}${name}${port}`;
}

function redactParts(url: string, rules: RedactRules): string {
  const start = SCHEME.exec(url)?.[0].length ?? 0;
  const host = start > 0 ? userinfoEnd(new Source(url), start) : 0;
  let end = host;
  if (start > 0) while (end < url.length && !isCharacterAt(url, end, HOST_END)) end++;
  const [location, fragment] = splitAt(url.slice(end), '#');
  const [path, query] = splitAt(location, '?');
  return (
    url.slice(0, start) +
    redactHost(url.slice(start, end), rules) +
    redactPath(path, rules) +
    (query === null ? '' : `?${redactQuery(query, rules)}`) +
    (fragment === null ? '' : `#${redactQuery(fragment, rules)}`)
  );
}

function redactPath(path: string, rules: RedactRules): string {
  const kept = redactValue(path, rules);
  return kept === REDACTED ? `/${REDACTED}` : kept;
}

/** Turns `a=1&token=2` into `a=1&token=***`. Also handles fragments. */
export function redactQuery(query: string, rules: RedactRules): string {
  let out = '';
  let secret = false;
  for (let at = 0; at < query.length; ) {
    const end = pairEnd(query, at);
    // A query of nothing but `&` has thousands of empty pairs.
    if (end > at) {
      const [name, value] = splitAt(query.slice(at, end), '=');
      secret ||= value !== null && value !== '' && isSecretField(rules, name);
      out += redactPair(name, value, secret, rules);
    }
    if (end < query.length) out += query[end];
    // A semicolon ends a pair for some parsers and is part of the value for others, so a secret extends past it.
    if (query[end] !== ';') secret = false;
    at = end + 1;
  }
  return out;
}

function redactPair(name: string, value: string | null, secret: boolean, rules: RedactRules): string {
  // Without a name, the text may be a value.
  if (value === null && (secret || rules.strict)) return REDACTED;
  const kept = redactValue(name, rules);
  if (value === null) return kept;
  if (value === '') return `${kept}=`;
  return `${kept}=${secret ? REDACTED : redactValue(value, rules.isAllowed(name) ? KNOWN_FORMATS_ONLY : rules)}`;
}

function splitAt(text: string, separator: string): [string, string | null] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

function pairEnd(query: string, from: number): number {
  let end = from;
  while (end < query.length && query[end] !== '&' && query[end] !== ';') end++;
  return end;
}
