import type { Header } from './profile.ts';
import { redactText } from './redact-text.ts';
import { redactUrl } from './redact-url.ts';
import { WITHHELD } from './redacted.ts';

/** The headers whose values may be kept. Of any other, only the name is. */
const KEPT = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'connection',
  'content-disposition',
  'content-encoding',
  'content-language',
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
  'range',
  'retry-after',
  'server',
  'traceparent',
  'transfer-encoding',
  'upgrade-insecure-requests',
  'user-agent',
  'vary',
  'x-powered-by',
  'x-request-id',
]);
const URLS = new Set(['referer', 'location', 'content-location']);
const LONGEST = 4096;
/** More than is kept is read, so that no secret is cut in two and not known any more. */
const READ = 16_384;

export function redactHeader(name: string, value: string): Header {
  const lower = name.toLowerCase();
  if (lower === 'cookie') return [lower, cut(value.split(';').map(cookieName).join('; '))];
  if (lower === 'set-cookie') return [lower, cut(cookieName(value.split(';', 1)[0] ?? ''))];
  if (URLS.has(lower)) return [lower, redactUrl(value)];
  if (!KEPT.has(lower)) return [lower, null];
  const read = value.slice(0, READ);
  // A port is no value of a secret, whatever the host is called.
  return [lower, cut(lower === 'host' ? redactText(`//${read}`).slice(2) : redactText(read))];
}

/** `sid=***`. A cookie without a name is all value. */
function cookieName(cookie: string): string {
  const equals = cookie.indexOf('=');
  return equals < 0 ? WITHHELD : `${cookie.slice(0, equals).trim()}=${WITHHELD}`;
}

function cut(value: string): string {
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…cut` : value;
}
