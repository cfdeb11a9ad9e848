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
