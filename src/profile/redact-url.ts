import { hidesSecret, redactText } from './redact-text.ts';
import { WITHHELD } from './redacted.ts';
import { isSecretKey } from './secret-key.ts';

/** The longest URL that is kept; what is longer is cut, and says so. */
const LONGEST = 8192;
/** More than is kept is read, so that no secret is cut in two and not known any more. */
const READ = 16_384;
const CUT = '…cut';
const ORIGIN = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;
/** Nothing below can matter in a URL that holds none of these: the common case, told by two looks. */
const SUSPECT_TARGET = /[?:;#=%+]/;
const SUSPECT_SHAPE = /@|eyJ|gh[pousr]_|github_pat_|-----|\d(?:[ -]?\d){12}/;

/** An absolute URL, or a request's target, without userinfo, secret values and token shapes. */
export function redactUrl(url: string): string {
  const redacted = redactParts(url.length > READ ? url.slice(0, READ) : url);
  return redacted.length > LONGEST ? redacted.slice(0, LONGEST - CUT.length) + CUT : redacted;
}

function redactParts(url: string): string {
  const origin = ORIGIN.exec(url)?.[0] ?? '';
  const target = url.slice(origin.length);
  if (!SUSPECT_TARGET.test(target) && !SUSPECT_SHAPE.test(url)) return url;
  const [location, fragment] = splitAt(target, '#');
  const [path, query] = splitAt(location, '?');
  return (
    redactText(origin) +
    redactPath(path) +
    (query === null ? '' : `?${redactQuery(query)}`) +
    (fragment === null ? '' : `#${redactQuery(fragment)}`)
  );
}

function redactPath(path: string): string {
  const segments = redactText(path).split('/').map(withholdHidden).join('/');
  return hidesSecret(segments) ? `/${WITHHELD}` : segments;
}

/** `a=1&token=2` as `a=1&token=***`; works on form bodies and fragments too. */
function redactQuery(query: string): string {
  let out = '';
  for (let at = 0; at <= query.length; ) {
    const end = pairEnd(query, at);
    out += redactPair(query.slice(at, end));
    if (end < query.length) out += query[end];
    at = end + 1;
  }
  return out;
}

function redactPair(pair: string): string {
  const [name, value] = splitAt(pair, '=');
  const keptName = withholdHidden(redactText(name));
  if (value === null) return keptName;
  const secret = value !== '' && isSecretKey(name);
  return `${keptName}=${secret ? WITHHELD : withholdHidden(redactText(value))}`;
}

/** What is encoded in parts only shows its secrets as a whole. */
function withholdHidden(text: string): string {
  return hidesSecret(text) ? WITHHELD : text;
}

function splitAt(text: string, mark: string): [string, string | null] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

function pairEnd(query: string, from: number): number {
  let end = from;
  while (end < query.length && query[end] !== '&' && query[end] !== ';') end++;
  return end;
}
