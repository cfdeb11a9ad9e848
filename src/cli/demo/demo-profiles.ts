import { withoutMessageValues } from '../../pipeline/message-values.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Detail, Exception, Header, Profile } from '../../profile/profile.ts';
import { coveredTime, isQuery, queryTimes } from '../../profile/query-time.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import type { Store } from '../../store/store.ts';
import { demoDay } from './demo-day.ts';
import type { DemoRequest } from './work.ts';

const BATCH = 1000;

/** Writes a day of requests into an empty book. Returns how many profiles there are. */
export async function writeDemo(book: Store, seed: number, end: number): Promise<number> {
  const requests = demoDay(seed, end);
  // A request has at most an error stage.
  const { first } = await book.lease(2 * requests.length);
  let count = 0;
  let profiles: Profile[] = [];
  const flush = async () => {
    await book.write({ id: `demo-${count}`, profiles });
    count += profiles.length;
    profiles = [];
  };
  for (const request of requests) {
    profiles.push(...demoProfiles(request, first + count + profiles.length));
    if (profiles.length >= BATCH) await flush();
  }
  if (profiles.length > 0) await flush();
  return count;
}

const HOST = 'shop.example';
const MAX_MESSAGE = 160;

/** The profiles of a request: its own and, if it failed, that of its error stage. */
export function demoProfiles(request: DemoRequest, seq: number): readonly Profile[] {
  const main = mainEntry(request, seq);
  const { status, exception, spans, logs, duration } = request.outcome;
  const detail: Detail = {
    httpVersion: request.job === undefined ? '1.1' : '',
    socketIp: main.ip === '' ? '' : '10.0.0.4',
    requestHeaders: requestHeaders(request),
    responseHeaders: responseHeaders(request),
    exception,
    phases: {
      handler: Math.round(duration * 0.02),
      headers: Math.round(duration * 0.96),
      finished: duration,
    },
    ...(spans.length > 0 && { spans }),
    ...(logs.length > 0 && { logs }),
    cpu: Math.round(1500 + duration * 0.05),
    loopDelay: Math.round(900 + duration * 0.02),
  };
  if (request.job !== undefined || (status !== 404 && exception === null)) return [{ entry: main, detail }];
  const stage: Entry = {
    ...main,
    seq: (seq + 1) as Seq,
    kind: 'error',
    parent: main.seq,
    route: '',
    queries: 0,
    queryTime: 0,
    duration: Math.round(duration * 0.03),
  };
  const { responseHeaders: sent } = detail;
  return [
    { entry: main, detail },
    {
      entry: stage,
      detail: {
        httpVersion: '1.1',
        socketIp: detail.socketIp,
        requestHeaders: [],
        responseHeaders: sent,
        exception,
      },
    },
  ];
}

function mainEntry(
  { time, visitor, method, path, route, release, outcome, job }: DemoRequest,
  seq: number,
): Entry {
  const { status, duration, responseBytes, exception, spans, tags } = outcome;
  const error = exception?.name ?? '';
  const isJob = job !== undefined;
  return {
    seq: seq as Seq,
    time: time as Micros,
    status,
    ip: isJob ? '' : visitor.ip,
    method,
    url: isJob ? `job:${job}` : `https://${HOST}${path}`,
    host: isJob ? '' : HOST,
    route,
    operation: job ?? '',
    duration,
    requestBytes: method === 'POST' ? 180 : 0,
    responseBytes,
    userAgent: isJob ? '' : visitor.userAgent,
    trace: '',
    kind: isJob ? 'job' : 'main',
    parent: null,
    error,
    errorGroup: exception ? errorGroup(exception) : '',
    client: isJob ? 'unknown' : visitor.client,
    user: isJob ? '' : visitor.user,
    tags,
    queries: spans.filter(isQuery).length,
    queryTime: coveredTime(queryTimes(spans, duration)),
    service: 'shop',
    instance: seq % 2 === 0 ? 'web-1:4711' : 'web-2:4712',
    environment: 'production',
    release,
    detail: 'kept',
  };
}

/** As the recorder writes it in the folder of the app: `TypeError: … at taxFor (src/tax.js)`. */
function errorGroup({ name, message, stack }: Exception): string {
  const [, place = '', file = ''] = /at (?:async )?(\w+) \(\/srv\/shop\/([^:]+)/.exec(stack) ?? [];
  return `${name}: ${withoutMessageValues(message, MAX_MESSAGE)} at ${place} (${file})`;
}

function requestHeaders({ visitor, method, job }: DemoRequest): readonly Header[] {
  if (job !== undefined) return [];
  return [
    ['host', HOST],
    ['user-agent', visitor.userAgent],
    ['accept', method === 'POST' ? 'application/json' : 'text/html,application/xhtml+xml,*/*;q=0.8'],
    ...(visitor.client === 'browser' ? ([['accept-language', 'en-GB,en;q=0.7']] as const) : []),
    ...(method === 'POST' ? ([['content-type', 'application/json']] as const) : []),
    ...(visitor.user === '' ? [] : ([['cookie', 'session=***']] as const)),
  ];
}

function responseHeaders({ outcome: { status, responseBytes }, route, job }: DemoRequest): readonly Header[] {
  if (job !== undefined) return [];
  if (status === 302) return [['location', route === '/login' ? '/' : '/login']];
  const type = route.startsWith('/api') ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
  return [
    ['content-type', type],
    ['content-length', String(responseBytes)],
  ];
}
