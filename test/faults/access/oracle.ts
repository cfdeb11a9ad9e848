import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer.ts';
import { BASE } from './route-table.ts';

/** A request as the app without Gatebook got it, after the proxies in front of it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Question {
  readonly received: Received | null;
  readonly hasKey: boolean;
  readonly answer: Answer;
  /** That of the app without Gatebook. */
  readonly expected: Answer;
}

export interface Known {
  /** Texts of the book that the request does not contain. */
  readonly canaries: readonly string[];
  readonly assets: ReadonlySet<string>;
}

/** What a request got: the answer of the app, one of Gatebook's that is right, or one that must not be. */
export type Verdict = 'app' | 'locked' | 'asset' | 'opened' | 'COOKIE' | 'BOOK' | 'OTHER ANSWER';

const CANONICAL = new RegExp(`^${BASE}(?:/[A-Za-z0-9._~-]+)*/?$`);
const PROXY = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/;
const LOOPBACK = /^(?:localhost|[a-z]+\.localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

export function judge({ received, hasKey, answer, expected }: Question, known: Known): Verdict {
  if (answer.bytes === expected.bytes) return 'app';
  const isPage = received !== null && isCanonical(received.url);
  if (isPage && hasKey) return 'opened';
  if (/^set-cookie:/im.test(answer.head)) return 'COOKIE';
  if (known.canaries.some((canary) => answer.bytes.includes(canary))) return 'BOOK';
  if (isPage && isFromThisMachine(received)) {
    if (isLocked(answer, received.method)) return 'locked';
    if (isAsset(answer, received, known.assets)) return 'asset';
  }
  return 'OTHER ANSWER';
}

/** The rule, written down a second time: SECURITY.md, "Access". */
export function isCanonical(target: string): boolean {
  const path = target.split('?', 1)[0] ?? '';
  return CANONICAL.test(path) && !path.split('/').some((segment) => segment === '.' || segment === '..');
}

export function isFromThisMachine({ httpVersion, headers }: Received): boolean {
  const host = String(headers[':authority'] ?? headers.host ?? '');
  if (httpVersion === '1.0' || !LOOPBACK.test(host)) return false;
  if (Object.keys(headers).some((name) => PROXY.test(name))) return false;
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (site === 'cross-site' && mode !== 'navigate') return false;
  return origin === undefined || origin === `http://${host}`;
}

function isLocked({ status, body }: Answer, method: string): boolean {
  if (status !== 401) return false;
  return method === 'HEAD' ? body === '' : body.includes('<h1>Profile Search is locked</h1>');
}

/** An asset, or that there is none of this name. */
function isAsset({ status, body }: Answer, { method, url }: Received, assets: ReadonlySet<string>) {
  if (!url.startsWith(`${BASE}/assets/`) || (status !== 200 && status !== 404)) return false;
  if (method === 'HEAD') return body === '';
  return method === 'GET' && (status === 200 ? assets.has(body) : body === '404 Not Found');
}
