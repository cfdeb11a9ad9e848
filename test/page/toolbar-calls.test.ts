import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';
import { WITH_KEY } from '../support/key.ts';
import { readToEnd } from '../support/raw-http.ts';
import { BODIES, HEADS } from '../support/response-calls.ts';

const BAR =
  /<script type="module" src="\/_profiler\/assets\/toolbar\.js\?v=\w+" data-gatebook="\w{6}"><\/script>/;
const OURS =
  /^X-Debug-Token: \w{6}\r\nX-Debug-Token-Link: http:\/\/localhost\/_profiler\/\w{6}\r\nServer-Timing: gatebook;desc="\w{6}"\r\n/m;
const DATE = /^Date: .*\r\n/gim;
const VALIDATORS = /^(?:etag|last-modified): .*\r\n/gim;
const REQUESTS: Readonly<Record<string, (path: string) => string>> = {
  GET: (path) => `GET ${path} HTTP/1.1\r\n`,
  HEAD: (path) => `HEAD ${path} HTTP/1.1\r\n`,
  'HTTP/1.0': (path) => `GET ${path} HTTP/1.0\r\n`,
};

/** After these, `pipe` throws outside of any `try`. */
const NOT_PIPED = /^strict, a|wrong message|wrong status of|can not be sent/;

interface Exchange {
  readonly received: string;
  /** What each call returned or threw, and what happened in which order. */
  readonly seen: readonly string[];
}

/** Node without and with the toolbar. Both have the same listener. */
const seen = new Map<string, Promise<readonly string[]>>();
const servers = { bare: createServer(), toolbar: createServer() };
let book: ReturnType<typeof gatebook>;

beforeAll(async () => {
  book = gatebook(servers.toolbar, { storage: 'memory:', toolbar: true });
  for (const [name, server] of Object.entries(servers)) {
    server.on('request', (request, response) =>
      seen.set(`${name} ${request.url}`, respond(request.url ?? '', response)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  // Responses have no token before the book is open.
  await book.store();
});

afterAll(async () => {
  for (const server of Object.values(servers)) server.close().closeAllConnections();
  await book.close();
});

/** Makes the calls that the URL names, and returns what was seen until the response was closed. */
async function respond(url: string, response: ServerResponse): Promise<readonly string[]> {
  const notes: string[] = [];
  const [, head = '', body = ''] = url.split('/').map(decodeURIComponent);
  for (const event of ['finish', 'close', 'error', 'pipe', 'drain', 'prefinish'])
    response.on(event, (error?: unknown) => notes.push(`${event} ${codeOf(error)}`));
  const attempt = (call: () => unknown) => {
    try {
      const result = call();
      notes.push(result === response ? 'the response' : String(result));
    } catch (error) {
      notes.push(`throws ${codeOf(error)}: ${error instanceof Error ? error.message : error}`);
    }
    notes.push(stateOf(response));
  };
  HEADS[head]?.(response, attempt, (text) => notes.push(text));
  BODIES[body]?.(response, attempt, (text) => notes.push(text));
  // A response that its calls have left open.
  setTimeout(() => response.socket?.destroySoon(), 30);
  if (!response.closed) await once(response, 'close').catch(() => {});
  return notes;
}

function stateOf(response: ServerResponse): string {
  const { headersSent, statusCode, statusMessage, writableEnded, finished, destroyed } = response;
  const state = { headersSent, statusCode, statusMessage, writableEnded, finished, destroyed };
  return JSON.stringify({ ...state, headers: response.getHeaders() });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : typeof error;
}

async function send(name: keyof typeof servers, start: string, path: string): Promise<Exchange> {
  const { port } = servers[name].address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const headers = { ...WITH_KEY, host: 'localhost', 'sec-fetch-dest': 'document', connection: 'close' };
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
  socket.write(`${start}${lines.join('')}\r\n`);
  const received = await readToEnd(socket);
  return { received: received.replace(DATE, ''), seen: (await seen.get(`${name} ${path}`)) ?? [] };
}

/** Removes the toolbar, and its part of the lengths. */
function withoutToolbar(received: string): string {
  const [bar] = BAR.exec(received) ?? [];
  const plain = received.replace(OURS, '');
  if (bar === undefined) return plain;
  const shorter = (length: string, radix: number) =>
    (Number.parseInt(length, radix) - bar.length).toString(radix);
  return plain
    .replace(/^(content-length: )(\d+)/im, (_all, name, length) => name + shorter(length, 10))
    .replace(/(?<=\r\n\r\n)([0-9a-f]+)(?=\r\n)/, (length) => shorter(length, 16))
    .replace(BAR, '');
}

describe.each(Object.keys(REQUESTS))('with the toolbar, to %s', (kind) => {
  test.each(Object.keys(HEADS))('all calls behave as in bare Node: %s', async (head) => {
    const at = Object.keys(HEADS).indexOf(head);
    // Every pair of head and body for GET, a quarter of them for the others.
    const bodies = Object.keys(BODIES).filter((_body, i) => kind === 'GET' || (i + at) % 4 === 0);
    await Promise.all(bodies.map((body) => compare(kind, head, body)));
  });
});

async function compare(kind: string, head: string, body: string): Promise<void> {
  if (body.startsWith('pipe') && NOT_PIPED.test(head)) return;
  const path = pathOf(head, body, kind);
  const start = REQUESTS[kind]?.(path) ?? '';
  const [bare, edited] = await Promise.all([send('bare', start, path), send('toolbar', start, path)]);
  const expected = BAR.test(edited.received) ? bare.received.replace(VALIDATORS, '') : bare.received;
  expect({ body, received: withoutToolbar(edited.received) }).toEqual({ body, received: expected });
  expect({ body, seen: edited.seen }).toEqual({ body, seen: bare.seen });
  // A response without our headers would be the same for the wrong reason.
  expect(OURS.test(edited.received)).toBe(/^HTTP\/1\.1 [2-9]/m.test(bare.received));
}

function pathOf(...names: readonly string[]): string {
  return names.map((name) => `/${encodeURIComponent(name)}`).join('');
}

test.each([
  ['setHeader of the type', 'end with the page', true],
  ['setHeader of type and length', 'write, then end', true],
  ['writeHead twice', 'end with bytes', true],
  ['writeHead, then other headers', 'end later', false],
  ['strict, the right length', 'end with a callback', true],
  ['a length too long', 'end with the page', false],
  ['early hints', 'end with a Uint8Array', true],
  ['trailers', 'end with the page', true],
  ['no length and no chunks', 'end with the page', true],
  ['a writeHead of its own', 'end twice', true],
  ['setHeader of the type', 'write in two pieces', false],
])('whether the page has the toolbar after %s, %s: %o', async (head, body, has) => {
  const path = pathOf(head, body, 'page');
  const { received } = await send('toolbar', `GET ${path} HTTP/1.1\r\n`, path);
  expect(BAR.test(received)).toBe(has);
});
