import { STATUS_CODES } from 'node:http';
import type * as Har from 'har-format';
import { describeBody } from '../../format/body-text.ts';
import { readPackage } from '../../package-files.ts';
import type { Body } from '../../profile/body.ts';
import { KIND_NAMES, STATUS_ABORTED } from '../../profile/entry.ts';
import type { Header, Profile } from '../../profile/profile.ts';
import { formatIsoTime } from '../../profile/time.ts';
import type { Tokens } from '../../profile/token.ts';
import { REDACTED } from '../../redact/rules.ts';
import { missingResponse } from '../profile/profile-facts.ts';
import type { RecordedRequest } from './replayable-request.ts';

export const HAR_VERSION = '1.2';
export const HAR_CREATOR: Har.Creator = { name: 'gatebook', version: readPackage().version };

const WHY_NO_HEADERS = {
  kept: '',
  off: 'This app does not record headers.',
  policy: 'The detail policy did not keep the headers.',
  budget: 'The headers were dropped because the recording budget was exceeded, or writing was too slow.',
} as const;

export function harOf(entry: Har.Entry): Har.Har {
  return { log: { version: HAR_VERSION, creator: HAR_CREATOR, entries: [entry] } };
}

/** A request and its response. Withheld headers are omitted, other withheld text is `***`; a comment says so. */
export function harEntry(profile: Profile, recorded: RecordedRequest, tokens: Tokens): Har.Entry {
  const { entry } = profile;
  const parent = entry.parent === null ? null : tokens.tokenOf(entry.parent);
  return {
    startedDateTime: formatIsoTime(entry.time),
    time: entry.duration / 1000,
    request: harRequest(profile, recorded),
    response: harResponse(profile),
    cache: {},
    timings: timingsOf(profile),
    ...(parent && { comment: `The ${KIND_NAMES[entry.kind]} of ${parent}.` }),
    _token: tokens.tokenOf(entry.seq),
    _parent: parent,
    _kind: entry.kind,
    _clientIp: entry.ip,
    _client: entry.client,
    _route: entry.route,
    _error: entry.error,
    _errorGroup: entry.errorGroup,
    _trace: entry.trace,
    _operation: entry.operation,
    _user: entry.user,
    _tags: entry.tags,
    _queries: entry.queries,
    _queryTime: entry.queryTime / 1000,
    _service: entry.service,
    _instance: entry.instance,
    _environment: entry.environment,
    _release: entry.release,
  };
}

function harRequest({ entry, detail }: Profile, { headers, body }: RecordedRequest): Har.Request {
  const notes = [
    ...withheldNotes(headers, entry.url),
    ...(entry.requestBytes > 0 && !body ? ['The body was not recorded.'] : []),
    WHY_NO_HEADERS[entry.detail],
  ];
  return {
    method: entry.method,
    url: entry.url,
    httpVersion: httpVersion(detail?.httpVersion),
    cookies: cookiesOf(headers, 'cookie'),
    headers: keptHeaders(headers),
    queryString: queryOf(entry.url),
    ...(body && { postData: postData(body) }),
    headersSize: -1,
    bodySize: Math.max(entry.requestBytes, body?.bytes ?? 0),
    ...commentOf(notes),
  };
}

function harResponse({ entry, detail }: Profile): Har.Response {
  const headers = detail?.responseHeaders ?? [];
  const value = (name: string) => headers.find((header) => header[0] === name)?.[1];
  const notes = withheldNotes(headers, '');
  if (entry.status === STATUS_ABORTED) notes.push(`${missingResponse(entry.error)}.`);
  return {
    status: entry.status,
    statusText: STATUS_CODES[entry.status] ?? '',
    httpVersion: httpVersion(detail?.httpVersion),
    cookies: cookiesOf(headers, 'set-cookie'),
    headers: keptHeaders(headers),
    content: {
      size: entry.responseBytes,
      mimeType: value('content-type') ?? 'x-unknown',
      ...(detail?.responseBody?.text !== undefined && { text: detail.responseBody.text }),
      comment: detail?.responseBody ? bodyComment(detail.responseBody) : 'The body was not recorded.',
    },
    redirectURL: value('location') ?? '',
    headersSize: -1,
    bodySize: entry.responseBytes,
    ...commentOf([...notes, WHY_NO_HEADERS[entry.detail]]),
  };
}

function postData(body: Body): Har.PostData {
  const { type, text = '', parts } = body;
  const about = { mimeType: type, comment: bodyComment(body) };
  return parts
    ? { ...about, params: parts.map(({ name, type: contentType }) => ({ name, contentType })) }
    : { ...about, text };
}

function bodyComment(body: Body): string {
  const about = `Recorded: ${describeBody(body)}.`;
  return body.text?.includes(REDACTED) ? `${about} ${REDACTED} replaces a withheld value.` : about;
}

/** A server cannot measure connecting and sending, so the time until the response headers counts as waiting. */
function timingsOf({ entry, detail }: Profile): Har.Timings {
  const wait = Math.min(detail?.phases?.headers ?? entry.duration, entry.duration);
  return {
    blocked: -1,
    dns: -1,
    connect: -1,
    ssl: -1,
    send: 0,
    wait: wait / 1000,
    receive: (entry.duration - wait) / 1000,
  };
}

function keptHeaders(headers: readonly Header[]): Har.Header[] {
  return headers.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

function withheldNotes(headers: readonly Header[], url: string): string[] {
  const names = headers.filter(([, value]) => value === null).map(([name]) => name);
  const notes = names.length > 0 ? [`Omitted because their values were withheld: ${names.join(', ')}.`] : [];
  if (url.includes(REDACTED) || headers.some(([, value]) => value?.includes(REDACTED)))
    notes.push(`${REDACTED} replaces a withheld value.`);
  return notes;
}

function commentOf(notes: readonly string[]): { comment?: string } {
  const comment = notes.filter((note) => note !== '').join(' ');
  return comment === '' ? {} : { comment };
}

function cookiesOf(headers: readonly Header[], from: 'cookie' | 'set-cookie'): Har.Cookie[] {
  return headers
    .filter(([name]) => name === from)
    .flatMap(([, value]) => value?.split(';') ?? [])
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== '')
    .map((cookie) => {
      const equals = cookie.indexOf('=');
      if (equals < 0) return { name: '', value: cookie };
      return { name: cookie.slice(0, equals), value: cookie.slice(equals + 1) };
    });
}

function queryOf(url: string): Har.QueryString[] {
  const [beforeFragment = ''] = url.split('#', 1);
  const mark = beforeFragment.indexOf('?');
  if (mark < 0) return [];
  return [...new URLSearchParams(beforeFragment.slice(mark + 1))].map(([name, value]) => ({ name, value }));
}

/** `1.1` becomes `HTTP/1.1`, `2.0` becomes `HTTP/2`. */
function httpVersion(recorded: string | undefined): string {
  return recorded
    ? `HTTP/${recorded.replace(/^(\d)\.0$/, (whole, major) => (major === '1' ? whole : major))}`
    : 'unknown';
}
