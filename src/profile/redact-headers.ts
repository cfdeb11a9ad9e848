import type { Header } from './profile.ts';
import { redactText } from './redact-text.ts';
import { redactUrl } from './redact-url.ts';

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

export function redactHeader(name: string, value: string): Header {
  const lower = name.toLowerCase();
  if (lower === 'cookie') return [lower, cookieNames(value.split(';'))];
  if (lower === 'set-cookie') return [lower, cookieNames([value])];
  if (URLS.has(lower)) return [lower, redactUrl(value)];
  if (!KEPT.has(lower)) return [lower, null];
  return [lower, redactText(value.length > LONGEST ? `${value.slice(0, LONGEST)}…cut` : value)];
}

function cookieNames(cookies: readonly string[]): string {
  const names = cookies.map((cookie) => `${cookie.split('=', 1)[0]?.trim()}=***`).join('; ');
  return names.length > LONGEST ? `${names.slice(0, LONGEST)}…cut` : names;
}
