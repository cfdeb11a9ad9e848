import { copyText, cutText, textStart } from '../../format/cut-text.ts';
import type { RequestLike } from './exchange.ts';

// What a client sends, up to the length that is kept.

/** Redaction cuts URLs further; this bounds how much it has to read. */
const MAX_TARGET_LENGTH = 16_384;
/** HTTP/2 allows methods of any length. */
const MAX_METHOD_LENGTH = 32;
/** No valid Host header is longer. */
const MAX_HOST_LENGTH = 260;
const MAX_AGENT_LENGTH = 2048;
const MAX_TRACEPARENT_LENGTH = 100;

/** Names and values together. */
const MAX_HEADERS = 400;
const MAX_HEADERS_LENGTH = 65_536;

export function cutTarget(target: string): string {
  // Redaction drops what the cut has split.
  return cutText(target, MAX_TARGET_LENGTH);
}

/** A copy if it was cut, because a slice keeps the whole method in memory. */
export function methodOf({ method = '' }: RequestLike): string {
  return method.length <= MAX_METHOD_LENGTH ? method : copyText(textStart(method, MAX_METHOD_LENGTH));
}

export function hostOf({ headers: { host } }: RequestLike): string | undefined {
  return host !== undefined && host.length <= MAX_HOST_LENGTH ? host : undefined;
}

export function agentOf({ headers }: RequestLike): string {
  return textStart(headers['user-agent'] ?? '', MAX_AGENT_LENGTH);
}

export function traceparentOf({ headers }: RequestLike): string {
  return textStart(String(headers.traceparent ?? ''), MAX_TRACEPARENT_LENGTH);
}

/** Limits the number and total length of raw headers (names and values in turn). */
export function capHeaders(raw: readonly string[]): readonly string[] {
  let length = 0;
  for (let i = 0; i < raw.length; i++) length += raw[i]?.length ?? 0;
  if (raw.length <= MAX_HEADERS && length <= MAX_HEADERS_LENGTH) return raw;
  const kept: string[] = [];
  let left = MAX_HEADERS_LENGTH;
  for (let i = 0; i + 1 < Math.min(raw.length, MAX_HEADERS) && left > 0; i += 2) {
    const [name = '', value = ''] = raw.slice(i, i + 2);
    kept.push(name.slice(0, left), value.slice(0, left));
    left -= name.length + value.length;
  }
  kept.push('…cut', '');
  return kept;
}
