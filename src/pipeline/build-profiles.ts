import { isAuthority } from '../net/authority.ts';
import type { ClientClassifier } from '../profile/client-class.ts';
import type { Entry } from '../profile/entry.ts';
import type { Detail, Exception, Header, Profile } from '../profile/profile.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import type { Redaction } from '../redact/redaction.ts';
import { redactTrail } from '../redact/trail.ts';
import type { Draft } from './draft.ts';

const MAX_AGENT = 512;
const NO_TRACE = '0'.repeat(32);
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\//i;
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The redacted profiles of a draft: the request first, then its stages. `nextSeq` gives a seq to those without one. */
export function buildProfiles(
  draft: Draft,
  redaction: Redaction,
  classifyClient: ClientClassifier,
  nextSeq: () => Seq,
): Profile[] {
  // Redacted before it is lowercased, which would hide the format of a secret.
  const host = redaction.host(hostOf(draft)).toLowerCase();
  const url = redaction.url(urlOf(draft, host));
  const detail = draft.detail && toDetail(draft.detail, redaction);
  const activity = draft.detail?.activity ? redactTrail(draft.detail.activity, redaction) : {};
  const seq = draft.seq ?? nextSeq();
  const userAgent = redaction.header('user-agent', draft.agent)[1]?.slice(0, MAX_AGENT) ?? '';
  const main: Entry = {
    seq,
    time: draft.time as Micros,
    status: draft.status,
    ip: draft.ip,
    method: redaction.text(draft.method),
    url,
    host,
    route: redaction.url(draft.route),
    duration: draft.duration,
    requestBytes: draft.requestBytes,
    responseBytes: draft.responseBytes,
    userAgent,
    trace: traceId(draft.traceparent),
    kind: 'main',
    parent: null,
    error: redaction.text(draft.error),
    client: classifyClient(userAgent, url),
    detail: draft.state,
  };
  return [
    { entry: main, detail: detail && { ...detail, ...activity } },
    ...draft.stages.map(({ seq: leased, kind, name, duration, exception = null }) => ({
      // A stage must have a higher seq than its request, to be listed below it.
      entry: {
        ...main,
        seq: leased !== null && leased > seq ? leased : nextSeq(),
        kind,
        parent: seq,
        duration,
        ...(kind === 'sub' && { route: redaction.text(name), error: redaction.text(exception?.name ?? '') }),
      },
      // Activity and request headers are stored once, with the main request.
      detail: detail && {
        ...detail,
        requestHeaders: [],
        ...(kind === 'sub' && { exception: redactException(exception, redaction) }),
      },
    })),
  ];
}

/** The Host header if it is valid, otherwise the address the client connected to. */
function hostOf({ host, localHost }: Draft): string {
  return isAuthority(host) ? host : localHost;
}

/** The absolute URL, before redaction. */
function urlOf({ target, secure }: Draft, host: string): string {
  if (target.charCodeAt(0) !== 47 && ABSOLUTE.test(target)) return target;
  return `${secure ? 'https' : 'http'}://${host}${target === '*' ? '' : target}`;
}

function headersIn(block: string): [name: string, value: string][] {
  const headers: [string, string][] = [];
  for (const line of block.split('\r\n')) {
    const colon = line.indexOf(':');
    // Skips the status line.
    if (colon > 0 && !line.slice(0, colon).includes(' '))
      headers.push([line.slice(0, colon), line.slice(colon + 1).trimStart()]);
  }
  return headers;
}

function toDetail(
  { httpVersion, socketIp, headers, sent, exception }: NonNullable<Draft['detail']>,
  redaction: Redaction,
): Detail {
  const requestHeaders: Header[] = [];
  for (let i = 0; i + 1 < headers.length; i += 2)
    requestHeaders.push(redaction.header(headers[i] ?? '', headers[i + 1] ?? ''));
  return {
    httpVersion,
    socketIp,
    requestHeaders,
    responseHeaders: headersIn(sent).map(([name, value]) => redaction.header(name, value)),
    exception: redactException(exception, redaction),
  };
}

function redactException(exception: Exception | null, redaction: Redaction): Exception | null {
  return (
    exception && {
      name: redaction.text(exception.name),
      message: redaction.text(exception.message),
      stack: redactStack(exception, redaction),
      cause: redactException(exception.cause, redaction),
    }
  );
}

/** The message and the frames apart: a statement in the message has no certain end. */
function redactStack({ message, stack }: Exception, redaction: Redaction): string {
  const at = message === '' ? -1 : stack.indexOf(message);
  if (at < 0) return redaction.text(stack);
  const end = at + message.length;
  return redaction.text(stack.slice(0, end)) + redaction.text(stack.slice(end));
}

function traceId(traceparent: string): string {
  const id = traceparent === '' ? '' : (TRACEPARENT.exec(traceparent)?.[1] ?? '');
  return id === NO_TRACE ? '' : id;
}
