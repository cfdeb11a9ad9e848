import type { Body } from '../../profile/body.ts';
import type { Header, Profile } from '../../profile/profile.ts';
import { isRefusal } from '../../record/http/refused-request.ts';
import { REDACTED } from '../../redact/rules.ts';
import {
  CONNECTION_HEADERS,
  METHOD,
  type RecordedRequest,
  sendableBody,
} from '../../report/export/replayable-request.ts';
import { isSendableHeader, type SentHeader } from './given-header.ts';
import type { ReplayTarget } from './replay-target.ts';
import { givenTarget, requestTarget } from './request-target.ts';

/** A recorded request as it is sent again. */
export interface PlannedRequest {
  readonly target: ReplayTarget;
  readonly method: string;
  /** A path with its query. */
  readonly path: string;
  readonly headers: readonly SentHeader[];
  readonly body: Uint8Array;
  readonly isHttp2: boolean;
  /** Parts that are not sent: the book does not have them, and they were not given. */
  readonly missing: readonly MissingPart[];
  /** Headers with another value than the recorded ones, because the server has another address. */
  readonly adapted: readonly string[];
}

/** Values to send instead of recorded or withheld ones. */
export interface GivenParts {
  readonly headers: readonly SentHeader[];
  readonly body?: Uint8Array | undefined;
  /** A path with its query. */
  readonly path?: string | undefined;
}

export type Plan =
  | { readonly ok: true; readonly request: PlannedRequest }
  | { readonly ok: false; readonly reason: string; readonly missing: readonly MissingPart[] };

/** A replay starts its own trace. */
const TRACE_HEADERS = /^(?:traceparent|tracestate|baggage|b3|x-b3-.*|uber-trace-id)$/;

/** Decides what of a recorded request can be sent again, and what is missing. */
export function planRequest(
  { entry, detail }: Profile,
  recorded: RecordedRequest,
  target: ReplayTarget,
  given: GivenParts,
): Plan {
  const refuse = (reason: string, missing: readonly MissingPart[] = []) => ({
    ok: false as const,
    reason,
    missing,
  });
  if (entry.kind === 'job') return refuse('A job is not a request and cannot be sent.');
  if (isRefusal(entry.error))
    return refuse(
      'Node refused this request because it was malformed. The book does not have what was malformed.',
    );
  if (!METHOD.test(entry.method) || entry.method === 'CONNECT') return refuse('This method cannot be sent.');
  if (entry.status === 101) return refuse('A connection that was upgraded cannot be replayed.');
  const path = given.path === undefined ? requestTarget(entry.url, entry.method) : givenTarget(given.path);
  if (path === null)
    return given.path === undefined
      ? refuse('Only a part of the URL was recorded.', [{ part: 'URL', name: '', why: 'was cut' }])
      : refuse('The path to send must start with a slash.');
  if (given.path === undefined && path.includes(REDACTED))
    return refuse('The URL contains withheld values.', [
      { part: 'URL', name: withheldIn(path), why: 'was withheld' },
    ]);
  const body = given.body ?? recordedBody(recorded.body, entry.requestBytes);
  if ('missing' in body) return refuse(body.reason, [body.missing]);

  const headers = chooseHeaders(recorded.headers, given, { target, recordedHost: entry.host });
  const missing: MissingPart[] = [...headers.missing];
  if (entry.detail !== 'kept') missing.push({ part: 'header', name: '', why: 'was not kept' });
  return {
    ok: true,
    request: {
      target,
      method: entry.method,
      path,
      headers: headers.sent,
      body,
      isHttp2: detail?.httpVersion.startsWith('2') ?? false,
      missing,
      adapted: headers.adapted,
    },
  };
}

interface Addresses {
  readonly target: ReplayTarget;
  readonly recordedHost: string;
}

function chooseHeaders(recorded: readonly Header[], given: GivenParts, addresses: Addresses) {
  const { target } = addresses;
  const names = new Set(given.headers.map(([name]) => name));
  const sent: SentHeader[] = [];
  const missing: MissingPart[] = [];
  const adapted: string[] = names.has('host') ? [] : ['host'];
  for (const [name, value] of recorded) {
    if (CONNECTION_HEADERS.has(name) || TRACE_HEADERS.test(name) || name.startsWith(':')) continue;
    if (name === 'host' || names.has(name)) continue;
    // The given body is not compressed.
    if (name === 'content-encoding' && given.body !== undefined) continue;
    const text = value === null ? null : adaptUrl(name, value, addresses);
    if (text !== value) adapted.push(name);
    if (text === null || text.includes(REDACTED)) missing.push(withheldHeader(name, value));
    else if (!isSendableHeader(name, text)) missing.push({ part: 'header', name, why: 'cannot be sent' });
    else sent.push([name, text]);
  }
  const host: SentHeader[] = names.has('host') ? [] : [['host', target.authority]];
  return { sent: [...host, ...sent, ...given.headers], missing, adapted };
}

/** Rewrites Origin and Referer of the same server, or CSRF checks fail. */
function adaptUrl(name: string, value: string, { target, recordedHost }: Addresses): string {
  if ((name !== 'origin' && name !== 'referer') || recordedHost === '') return value;
  const [origin = ''] = /^https?:\/\/[^/?#]*/i.exec(value) ?? [];
  return origin.replace(/^https?:\/\//i, '') === recordedHost
    ? target.origin + value.slice(origin.length)
    : value;
}

function withheldHeader(name: string, value: string | null): MissingPart {
  const cookies = (value ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '');
  const names = name === 'cookie' ? cookies.filter((cookie) => cookie !== '' && cookie !== REDACTED) : [];
  return { part: 'header', name, why: 'was withheld', ...(names.length > 0 && { cookies: names }) };
}

/** The names of the parameters that were withheld. */
function withheldIn(path: string): string {
  const query = path.slice(path.indexOf('?') + 1);
  const pairs = path.includes('?') ? query.split(/[&;]/).filter((pair) => pair.includes(REDACTED)) : [];
  return pairs.map((pair) => pair.split('=', 1)[0] ?? '').join(', ');
}

/** A part of a request that the book does not have. */
export interface MissingPart {
  readonly part: 'header' | 'body' | 'URL';
  /** The name of the header, or of the URL parameters; empty for a body, or if all are missing. */
  readonly name: string;
  readonly why: 'was withheld' | 'was not kept' | 'was not recorded' | 'was cut' | 'cannot be sent';
  /** The names of the cookies of a Cookie header. */
  readonly cookies?: readonly string[];
}

interface MissingBody {
  readonly missing: MissingPart;
  readonly reason: string;
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const ASCII = /^\p{ASCII}*$/u;

/** The body as bytes, or why it can't be sent. */
function recordedBody(body: Body | undefined, bytes: number): Uint8Array | MissingBody {
  const found = sendableBody(body, bytes, 'code');
  if ('omitted' in found) {
    if (found.omitted === '') return Buffer.alloc(0);
    const size = Math.max(bytes, body?.bytes ?? 0);
    if (body?.cut) return missingBody('was cut', `Only the start of the body of ${size} bytes was recorded.`);
    return missingBody('was not recorded', `The body of ${size} bytes was not recorded.`);
  }
  if (found.text.includes(REDACTED)) return missingBody('was withheld', 'The body contains withheld values.');
  const charset = CHARSET.exec(body?.type ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset) && !ASCII.test(found.text))
    return missingBody('cannot be sent', 'The body is not in UTF-8.');
  return Buffer.from(found.text);
}

function missingBody(why: MissingPart['why'], reason: string): MissingBody {
  return { missing: { part: 'body', name: '', why }, reason };
}
