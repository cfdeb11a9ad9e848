import { maskShapes, redactText, WITHHELD } from './redact-text.ts';
import { isSecretKey } from './secret-key.ts';

/** The longest URL that is kept; what is longer is cut, and says so. */
const LONGEST = 8192;
const CUT = '…cut';
/** Nothing below can matter in a URL that holds none of these: the common case, told by one look. */
const SUSPECT = /[?;@]|eyJ|gh[pousr]_|github_pat_|-----|\d(?:[ -]?\d){12}/;

/** An absolute URL, or a request's target, without userinfo, secret values and token shapes. */
export function redactUrl(url: string): string {
  const bounded = url.length > LONGEST ? url.slice(0, LONGEST - CUT.length) + CUT : url;
  if (!SUSPECT.test(bounded)) return bounded;
  const queryAt = bounded.indexOf('?');
  if (queryAt < 0) return redactText(bounded);
  return `${redactText(bounded.slice(0, queryAt))}?${redactQuery(bounded.slice(queryAt + 1))}`;
}

/** `a=1&token=2` as `a=1&token=***`; works on form bodies too. */
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
  const equals = pair.indexOf('=');
  if (equals < 0) return maskShapes(redactText(pair));
  const name = pair.slice(0, equals);
  const value = pair.slice(equals + 1);
  return `${name}=${value !== '' && isSecretKey(name) ? WITHHELD : redactText(value)}`;
}

function pairEnd(query: string, from: number): number {
  let end = from;
  while (end < query.length && query[end] !== '&' && query[end] !== ';') end++;
  return end;
}
