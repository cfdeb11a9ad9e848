import type { Header, Profile } from '../../profile/profile.ts';
import { isRefusal } from '../../record/http/refused-request.ts';
import { REDACTED } from '../../redact/rules.ts';
import type { RecordedRequest } from '../../report/export/profile-lookup.ts';
import { CONNECTION_HEADERS } from '../../report/export/replayable-request.ts';
import { isSendableHeader, type SentHeader } from './given-header.ts';
import { type MissingPart, recordedBody } from './recorded-body.ts';
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
  /** What is not sent, because the book does not have it and it was not given. */
  readonly missing: readonly MissingPart[];
  /** Headers with another value than the recorded ones, because the server has another address. */
  readonly adapted: readonly string[];
}

/** What is sent instead of recorded or withheld values. */
export interface GivenParts {
  readonly headers: readonly SentHeader[];
  readonly body?: Uint8Array | undefined;
  /** A path with its query. */
  readonly path?: string | undefined;
}

export type Plan =
  | { readonly ok: true; readonly request: PlannedRequest }
  | { readonly ok: false; readonly reason: string; readonly missing: readonly MissingPart[] };

const METHOD = /^[A-Za-z][A-Za-z0-9-]{0,31}$/;
/** They belong to the recorded request alone; a replay starts a trace of its own. */
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
    // A body that is given is not encoded.
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

/** A page of the same server is one of the new address too: apps refuse forms of other sites. */
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
