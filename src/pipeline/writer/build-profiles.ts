import { type ClientClassifier, createClientClassifier } from '../../clients/classifier.ts';
import { asksForHealth } from '../../clients/health-checks.ts';
import { copyText } from '../../format/cut-text.ts';
import { isAuthority } from '../../net/client.ts';
import type { Entry, ProcessInfo } from '../../profile/entry.ts';
import type { Detail, Exception, Header, Profile } from '../../profile/profile.ts';
import { coveredTime, queryTimes } from '../../profile/query-time.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq, TokenKey } from '../../profile/token.ts';
import { hashUser } from '../../profile/user-hash.ts';
import { boundProfile } from '../../redact/profile/bound-profile.ts';
import { redactException } from '../../redact/profile/redact-exception.ts';
import { type Redaction, rememberTexts } from '../../redact/redaction.ts';
import { isUnchanged, remember } from '../../redact/remember.ts';
import { withoutOperationValues } from '../../redact/url.ts';
import { pathOf } from '../../search/pattern.ts';
import type { Draft, RawDetail, Stage } from '../draft/draft.ts';
import { errorGroup } from '../error-group.ts';
import { buildBodies } from './build-body.ts';
import { redactTrail } from './redact-trail.ts';
import { mapDraft } from './source-maps/map-draft.ts';
import { NO_SOURCE_MAPS, type SourceMaps } from './source-maps/source-maps.ts';

const MAX_AGENT = 512;
/** How many values are remembered. */
const [MAX_HOSTS, MAX_IPS] = [100, 500];
const NO_TRACE = '0'.repeat(32);
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\//i;
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/**
 * The redacted profiles of a draft: the request first, then its stages.
 * @param nextSeq gives a seq to those without one
 * @param key of the book
 */
export type BuildProfiles = (draft: Draft, nextSeq: () => Seq, key: TokenKey) => Profile[];

export function createProfileBuilder(
  redactEach: Redaction,
  { service, instance, environment, release }: ProcessInfo,
  clients: ClientClassifier = createClientClassifier(),
  maps: SourceMaps = NO_SOURCE_MAPS,
): BuildProfiles {
  const redaction = rememberTexts(redactEach);
  // Redacted before it is lowercased, which would hide the format of a secret.
  const redactHost = (host: string) => redaction.host(host).toLowerCase();
  const toValidHost = (host: string) => (isAuthority(host) ? redactHost(host) : '');
  const validHost = remember(toValidHost, isUnchanged, { capacity: MAX_HOSTS });
  const copyIp = remember((ip) => ip, isUnchanged, { capacity: MAX_IPS });

  function toEntry(draft: Draft, seq: Seq, key: TokenKey, detail: Detail | null): Entry {
    // The Host header if it is valid, otherwise the address the client connected to.
    const host = (draft.host && validHost(draft.host)) || redactHost(draft.localHost);
    const sent = urlOf(draft, host);
    const url = redaction.url(draft.operation === '' ? sent : withoutOperationValues(sent));
    const isPlain = url === sent;
    const method = redaction.text(draft.method);
    const userAgent = agentOf(draft);
    const ip = copyIp(draft.ip);
    const time = draft.time as Micros;
    const times = queryTimesOf(draft);
    const error = redaction.text(draft.error);
    return {
      seq,
      time,
      status: draft.status,
      ip,
      method,
      url,
      host,
      route: redaction.url(draft.route),
      operation: redaction.text(draft.operation),
      duration: draft.duration,
      requestBytes: draft.requestBytes,
      responseBytes: draft.responseBytes,
      userAgent,
      trace: traceId(draft.traceparent),
      kind: draft.kind,
      parent: draft.parent ?? null,
      error,
      errorGroup: error && errorGroup(error, fatalOf(draft, detail)),
      client:
        draft.kind === 'main'
          ? // Before redaction, which removes code from queries.
            clients.classify(
              { time, ip, method, url: isPlain ? url : sent, status: draft.status, userAgent },
              isPlain,
            )
          : 'unknown',
      user: userOf(draft, key),
      tags: draft.tags.map(redaction.text),
      queries: times.length / 2,
      queryTime: coveredTime(times),
      service,
      instance,
      environment,
      release,
      detail: draft.state,
    };
  }

  /** The exception that ended the request, redacted; `null` if the app has only reported one. */
  function fatalOf({ error, detail: raw, fatal }: Draft, detail: Detail | null): Exception | null {
    if (fatal) return redactException(fatal, redaction);
    return raw?.exception?.name === error ? (detail?.exception ?? null) : null;
  }

  function userOf({ user }: Draft, key: TokenKey): string {
    if (user === '') return '';
    return redaction.hashesUsers ? hashUser(user, key) : redaction.text(user);
  }

  function agentOf({ agent }: Draft): string {
    const value = redaction.header('user-agent', agent)[1] ?? '';
    return value.length > MAX_AGENT ? copyText(value.slice(0, MAX_AGENT)) : value;
  }

  return (recorded, nextSeq, key) => {
    const draft = mapDraft(recorded, maps);
    const seq = draft.seq ?? nextSeq();
    const recordedDetail = draft.detail && toDetail(draft.detail, redaction);
    const entry = toEntry(draft, seq, key, recordedDetail);
    const isDropped = recordedDetail !== null && isPassedCheck(entry);
    const detail = isDropped ? null : recordedDetail;
    const main: Entry = isDropped ? { ...entry, detail: 'policy' } : entry;
    const activity = draft.detail?.activity;
    const profile = boundProfile({
      entry: main,
      detail: detail && {
        ...detail,
        ...(activity && redactTrail(activity, redaction)),
        ...(draft.detail && buildBodies(draft.detail, redaction)),
      },
    });
    return [profile, ...draft.stages.map((stage) => boundProfile(toStage(stage, main, detail, nextSeq)))];
  };

  function toStage(stage: Stage, main: Entry, detail: Detail | null, nextSeq: () => Seq): Profile {
    const { seq, kind, name, duration } = stage;
    const exception = stage.exception ? redactException(stage.exception, redaction) : null;
    return {
      // A stage must have a higher seq than its request, to be listed below it.
      entry: {
        ...main,
        seq: seq !== null && seq > main.seq ? seq : nextSeq(),
        kind,
        parent: main.seq,
        duration,
        queries: 0,
        queryTime: 0,
        ...(kind === 'sub' && {
          route: redaction.text(name),
          operation: '',
          error: exception?.name ?? '',
          errorGroup: exception ? errorGroup(exception.name, main.detail === 'off' ? null : exception) : '',
        }),
      },
      // Activity, bodies and request headers are stored once, with the main request.
      detail: detail && {
        ...detail,
        requestHeaders: [],
        ...(kind === 'sub' && { exception }),
      },
    };
  }
}

/** Whether it is a health check that passed. An app gets many of them, and their details tell nothing. */
function isPassedCheck({ client, status, error, method, url }: Entry): boolean {
  return client === 'monitor' && status < 400 && error === '' && asksForHealth(method, pathOf(url));
}

function queryTimesOf({ detail, duration, queryTimes: times }: Draft): readonly number[] {
  const { spans, phases } = detail?.activity ?? {};
  return spans ? queryTimes(spans, Math.max(duration, phases?.finished ?? 0)) : times;
}

/** The absolute URL, before redaction. */
function urlOf({ target, secure, kind }: Draft, host: string): string {
  if (kind !== 'main' || ABSOLUTE.test(target)) return copyText(target);
  return `${secure ? 'https' : 'http'}://${host}${target === '*' ? '' : target}`;
}

function toDetail(
  { httpVersion, socketIp, headers, sent, exception }: RawDetail,
  redaction: Redaction,
): Detail {
  const requestHeaders: Header[] = [];
  for (let i = 0; i < headers.length; i += 2)
    requestHeaders.push(redaction.header(headers[i] ?? '', headers[i + 1] ?? ''));
  return {
    httpVersion,
    socketIp,
    requestHeaders,
    responseHeaders: responseHeaders(sent, redaction),
    exception: exception && redactException(exception, redaction),
  };
}

function responseHeaders(block: string, redaction: Redaction): Header[] {
  const headers: Header[] = [];
  for (let at = 0, end = 0; at < block.length; at = end + 2) {
    end = block.indexOf('\r\n', at);
    if (end < 0) end = block.length;
    const colon = block.indexOf(':', at);
    if (colon < 0) break;
    if (colon <= at || colon >= end) continue;
    const name = block.slice(at, colon);
    // Only the status line has a space there.
    if (!name.includes(' ')) headers.push(redaction.header(name, block.slice(colon + 1, end).trimStart()));
  }
  return headers;
}

function traceId(traceparent: string): string {
  const id = TRACEPARENT.exec(traceparent)?.[1] ?? '';
  return id === NO_TRACE ? '' : id;
}
