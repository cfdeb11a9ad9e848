import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openCanaryBook } from './canary-book.ts';
import { newLoginCode } from './credentials.ts';
import type { Received } from './oracle.ts';
import { overTcp, type Pair } from './pairs.ts';
import { BASE, routesOf } from './route-table.ts';
import { fewTrials } from './trials.ts';
import { tryTrials } from './try-trials.ts';

/** What a page with a hole would answer; `null` leaves the request to the app. */
type Hole = (request: IncomingMessage, path: string, canary: string) => string | null;

const cookie = 'HTTP/1.1 303 See Other\r\nSet-Cookie: gatebook-1=1\r\nContent-Length: 0\r\n\r\n';
const page = (text: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`;

/** Holes that once were there, or nearly. */
const HOLES: Readonly<Record<string, Hole>> = {
  'a check of the raw path in front of a router that normalises it': ({ url = '' }, path, canary) =>
    path.startsWith(BASE) && !url.startsWith(path) ? page(canary) : null,
  'a router that answers HEAD as GET, behind a check of GET': ({ method }, path) =>
    method === 'HEAD' && path.startsWith(`${BASE}/login/`) ? cookie : null,
  'a prefix that opens everything': ({ url = '' }, path, canary) =>
    url.startsWith(`${BASE}/assets/`) && !path.startsWith(`${BASE}/assets/`) ? page(canary) : null,
  'a login behind a router that decodes letters': ({ url = '' }) =>
    decodeLetters(url) === url || !decodeLetters(url).startsWith(BASE) ? null : cookie,
  'an answer that is not the one of the app': ({ url }) =>
    url === `${BASE}/overview` ? page('the app.') : null,
};

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(handle: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

const app = (response: ServerResponse) => response.end('the app');

describe('the access matrix finds', () => {
  test.each(Object.entries(HOLES))('%s', async (_name, hole) => {
    const book = await openCanaryBook();
    const received = new Map<string, Received>();
    const bare = await listen((request, response) => {
      const { method = '', url = '', httpVersion, headers } = request;
      received.set(String(headers['x-case']), { method, url, httpVersion, headers });
      app(response);
    });
    const leaky = await listen((request, response) => {
      const answer = hole(request, routed(request.url ?? ''), book.canaries[0] ?? '');
      if (answer === null) app(response);
      else response.socket?.end(answer);
    });
    const pair: Pair = {
      connect: () => overTcp(leaky.port),
      connectBare: () => overTcp(bare.port),
      received,
    };
    const routes = routesOf(book, newLoginCode());
    const known = { canaries: book.canaries, assets: new Set<string>() };
    const tally = await tryTrials(pair, fewTrials(routes, 0), known);
    expect(tally.failures).not.toEqual([]);
  });
});

/** As the URL class resolves it, which routers use. */
function routed(url: string): string {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : url;
}

function decodeLetters(url: string): string {
  return url.replace(/%([46-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
