import type { IncomingMessage, ServerResponse } from 'node:http';
import { codeOf, messageOf } from '../../errors.ts';
import type { Redaction } from '../../redact/redaction.ts';
import { API, type ErrorAnswer, SENT_CODES, type SentCode } from '../../store/remote/protocol.ts';
import type { Store } from '../../store/store.ts';
import { pagePath } from '../access/page-path.ts';
import type { OnRead } from '../access/reader-log.ts';
import { createCounters } from './counters.ts';
import { type GrantRules, grantOf } from './grant.ts';
import { createAdmission, Overload, TooLarge } from './read-body.ts';
import { createReadiness } from './readiness.ts';
import { type ApiRoute, type GrantName, ROUTES } from './routes.ts';
import { BadInput } from './shapes/shape.ts';

export interface CollectorOptions extends GrantRules {
  readonly store: Store;
  readonly redaction: Redaction;
  /** Called when a request reads the book. */
  readonly onRead?: OnRead | undefined;
  /** What bodies may use together, in bytes. Only tests change it. */
  readonly maxHeld?: number;
}

/** Answers a request to the API of a collector. Returns `false` if it asks for something else. */
export type CollectorApi = (request: IncomingMessage, response: ServerResponse) => boolean;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Whether the request may not have been read to its end. */
  readonly closes?: boolean;
  readonly retryAfter?: number;
}

const RETRY_SECONDS = 1;
const CODE_STATUS: Readonly<Record<SentCode, number>> = {
  'disk-full': 503,
  'profile-refused': 422,
  'seq-taken': 409,
  'store-failed': 503,
};

/** The API of a collector: what a key may do decides which routes there are. */
export function createCollectorApi({
  store,
  redaction,
  onRead,
  maxHeld,
  ...rules
}: CollectorOptions): CollectorApi {
  const admission = createAdmission(maxHeld);
  const counters = createCounters();
  const shared = { store, admission, redaction, counters };
  const isReady = createReadiness(store);
  const apps = {
    write: appOf('write'),
    read: appOf('read'),
    own: appOf('own'),
  } satisfies Record<GrantName, unknown>;

  /** For probes, which have no key: they see whether it works, and nothing else. */
  async function health(request: IncomingMessage, isWorking: () => Promise<boolean>): Promise<Answer> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return failure(404, 'not-found', 'There is no such route.', { closes: true });
    return (await isWorking()) ? { status: 200, body: 'ok\n' } : { status: 503, body: 'not ready\n' };
  }

  async function answer(request: IncomingMessage, signal: AbortSignal): Promise<Answer> {
    const right = grantOf(request, rules);
    if (right.to === 'nothing')
      return failure(401, 'unauthorized', 'There is no such key.', { closes: true });
    const path = pagePath(API, request.url ?? '');
    const [, name = '', id, ...rest] = path?.slice(API.length).split('/') ?? [];
    const route = rest.length === 0 ? apps[right.to].get(`${request.method} ${name}`) : undefined;
    if (!route || (route.hasId ? !id : id !== undefined))
      return failure(404, 'not-found', 'There is no such route for this key.', { closes: true });
    if (route.grants.includes('read') && name !== 'metrics') onRead?.(request, `${API}/${name}`);
    const start = performance.now();
    const encoding = request.headers['content-encoding'];
    const result = await admission
      .withBody(request, route.maxBody, (body, hold) =>
        route.run({ ...shared, right, id: id ?? '', body, encoding, hold, signal }),
      )
      .then((body): Answer => ({ status: 200, body }), failureOf);
    counters.answer(name, result.status, performance.now() - start);
    return result;
  }

  const probes = new Map([
    ['/healthz', async () => true],
    ['/readyz', isReady],
  ]);
  return (request, response) => {
    const { url = '' } = request;
    const probe = probes.get(url);
    if (probe) {
      void health(request, probe).then((sent) => send(response, sent));
      return true;
    }
    if (url !== API && !url.startsWith(`${API}/`)) return false;
    const controller = new AbortController();
    response.once('close', () => controller.abort());
    void answer(request, controller.signal).then((sent) => send(response, sent));
    return true;
  };
}

function appOf(grant: GrantName): ReadonlyMap<string, ApiRoute> {
  const routes = ROUTES.filter(({ grants }) => grants.includes(grant));
  return new Map(routes.map((route) => [`${route.method} ${route.name}`, route]));
}

function failureOf(error: unknown): Answer {
  if (error instanceof BadInput) return failure(400, 'bad-request', `${error.message}.`);
  if (error instanceof TooLarge)
    return failure(413, 'profile-refused', 'The batch is too large.', { closes: true });
  if (error instanceof Overload)
    return failure(503, 'overload', 'The collector is busy.', { closes: true, retryAfter: RETRY_SECONDS });
  const code = SENT_CODES.find((sent) => sent === codeOf(error)) ?? 'store-failed';
  const status = CODE_STATUS[code];
  return failure(status, code, messageOf(error), status === 503 ? { retryAfter: RETRY_SECONDS } : {});
}

function failure(
  status: number,
  code: string,
  message: string,
  rest: Pick<Answer, 'closes' | 'retryAfter'> = {},
): Answer {
  return { status, body: { error: { code, message } } satisfies ErrorAnswer, ...rest };
}

function send(response: ServerResponse, { status, body, closes, retryAfter }: Answer): void {
  if (response.destroyed) return;
  const isText = typeof body === 'string';
  const text = isText ? body : JSON.stringify(body ?? null);
  response.writeHead(status, {
    'Content-Type': `${isText ? 'text/plain' : 'application/json'}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
    ...(closes && { Connection: 'close' }),
  });
  response.end(text);
}
