import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { gatebook as recordFastify } from '../../src/fastify.ts';
import type { GatebookOptions } from '../../src/options/options.ts';
import type { Any, RunningServer } from '../support/frameworks/frameworks.ts';
import { openSocket, readUntil } from '../support/raw-http.ts';
import { detailOf, type Handler, serve } from '../support/recorded-server.ts';

const opened: RunningServer[] = [];
afterEach(async () => {
  for (const running of opened.splice(0)) await running.close();
});

async function start(handle: Handler, options: GatebookOptions = { bodies: 'all' }): Promise<RunningServer> {
  const running = await serve(handle, options);
  opened.push(running);
  return running;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const SENT = '{"user":"jo","password":"CANARY"}';
const STORED = '{"user":"jo","password":"***"}';

async function post(
  { url }: RunningServer,
  path: string,
  body: BodyInit = SENT,
  headers: HeadersInit = JSON_TYPE,
) {
  const response = await fetch(url + path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  return Buffer.from(await response.arrayBuffer());
}

/** All the ways to read a request. */
const READERS: Readonly<Record<string, (request: IncomingMessage) => Promise<unknown>>> = {
  'data events': async (request) => {
    request.on('data', () => {});
    await once(request, 'end');
  },
  'data events with an encoding': async (request) => {
    request.setEncoding('utf8').on('data', () => {});
    await once(request, 'end');
  },
  'a hex encoding': async (request) => {
    request.setEncoding('hex').on('data', () => {});
    await once(request, 'end');
  },
  iteration: async (request) => {
    for await (const _chunk of request);
  },
  'read()': async (request) => {
    request.on('readable', () => {
      while (request.read(7) !== null || request.read() !== null);
    });
    await once(request, 'end');
  },
  pipe: (request) => pipeline(request, new PassThrough().resume()),
  'a web stream': async (request) => {
    for await (const _chunk of Readable.toWeb(request));
  },
};

test.each(Object.entries(READERS))('keeps the body of a request read by %s', async (_name, read) => {
  const running = await start(async (request) => {
    await read(request);
  });
  await post(running, '/');
  const { requestBody, responseBody } = await detailOf(running, '/');
  expect(requestBody).toEqual({ type: 'application/json', bytes: SENT.length, text: STORED });
  expect(responseBody).toBeUndefined();
});

test.each<[string, Handler]>([
  ['end', (_request, response) => response.end(SENT)],
  ['end with bytes', (_request, response) => response.writeHead(200).end(Buffer.from(SENT))],
  ['an encoding', (_request, response) => response.end(Buffer.from(SENT).toString('base64'), 'base64')],
  [
    'write',
    (_request, response) => {
      for (const letter of SENT) response.write(letter);
    },
  ],
  [
    'a pipeline',
    (_request, response) => pipeline(Readable.from([SENT.slice(0, 9), SENT.slice(9)]), response),
  ],
])('keeps the body of a response written by %s', async (_name, write) => {
  const running = await start((request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    return write(request, response);
  });
  expect(String(await post(running, '/'))).toBe(SENT);
  const { responseBody } = await detailOf(running, '/');
  expect(responseBody).toEqual({ type: 'application/json; charset=utf-8', bytes: SENT.length, text: STORED });
});

test('keeps nothing without the option, and patches nothing', async () => {
  const own: string[] = [];
  const running = await start((request, response) => {
    own.push(...Object.keys(response).filter((key) => key === 'write' || key === 'end'));
    own.push(...(Object.hasOwn(request, 'read') ? ['read'] : []));
    response.setHeader('content-type', 'text/plain').end('x');
  }, {});
  await post(running, '/');
  const detail = await detailOf(running, '/');
  expect([detail.requestBody, detail.responseBody, own]).toEqual([undefined, undefined, []]);
});

test('with errors, keeps bodies of failed requests only', async () => {
  const running = await start(
    async (request, response) => {
      for await (const _chunk of request);
      response.writeHead(Number(request.url?.slice(1)), { 'content-type': 'text/plain' }).end('answer');
    },
    { bodies: 'errors' },
  );
  for (const status of ['200', '302', '400', '503']) {
    await post(running, `/${status}`);
    const { requestBody, responseBody } = await detailOf(running, `/${status}`);
    const isKept = status >= '400';
    expect([requestBody?.text, responseBody?.text]).toEqual(
      isKept ? [STORED, 'answer'] : [undefined, undefined],
    );
  }
});

test('keeps one side, of some types, up to a size', async () => {
  const running = await start(
    async (request, response) => {
      for await (const _chunk of request);
      response.setHeader('content-type', 'text/plain').end('answer');
    },
    { bodies: { request: 'all', response: 'none', types: ['text/*'], max: 10 } },
  );
  await post(running, '/json');
  expect(await detailOf(running, '/json')).toMatchObject({
    requestBody: { bytes: SENT.length, missing: 'type' },
  });
  await post(running, '/text', 'one two three', { 'content-type': 'text/plain' });
  const { requestBody, responseBody } = await detailOf(running, '/text');
  expect(requestBody).toEqual({ type: 'text/plain', bytes: 13, text: 'one two …cut', cut: true });
  expect(responseBody).toBeUndefined();
});

test.each<[string, Record<string, string>, number, string]>([
  ['an event stream', { 'content-type': 'text/event-stream' }, 200, 'stream'],
  ['a range', { 'content-type': 'text/plain', 'content-range': 'bytes 0-1/9' }, 206, 'range'],
  [
    'a response in an unknown encoding',
    { 'content-type': 'text/plain', 'content-encoding': 'x' },
    200,
    'encoding',
  ],
  [
    'what is not compressed as it says',
    { 'content-type': 'text/plain', 'content-encoding': 'br' },
    200,
    'encoding',
  ],
  ['an image', { 'content-type': 'image/png' }, 200, 'type'],
  ['a response without a type', {}, 200, 'type'],
])('never keeps %s', async (_name, headers, status, missing) => {
  const running = await start((_request, response) => response.writeHead(status, headers).end('CANARY'));
  await post(running, '/');
  const detail = await detailOf(running, '/');
  expect(detail.responseBody).toEqual({ type: headers['content-type'] ?? '', bytes: 6, missing });
  expect(JSON.stringify(detail)).not.toContain('CANARY');
});

test('keeps the text of a compressed response', async () => {
  const running = await start((_request, response) => {
    response.writeHead(400, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(SENT));
  });
  const compressed = { method: 'POST', headers: { 'accept-encoding': 'gzip' } };
  expect(await (await fetch(`${running.url}/gzip`, compressed)).text()).toBe(SENT);
  const { responseBody } = await detailOf(running, '/gzip');
  expect(responseBody).toEqual({ type: 'application/json', bytes: gzipSync(SENT).length, text: STORED });
});

test('never keeps what the app did not read, an encoded request, or a body that was not sent', async () => {
  const flowing: unknown[] = [];
  const running = await start((request, response) => {
    flowing.push(request.readableFlowing, request.listenerCount('data'));
    response.writeHead(request.url === '/204' ? 204 : 200, JSON_TYPE).end(request.url === '/204' ? '' : SENT);
  });
  await post(running, '/unread');
  await post(running, '/encoded', SENT, { ...JSON_TYPE, 'content-encoding': 'gzip' });
  await fetch(`${running.url}/head`, { method: 'HEAD' });
  await fetch(`${running.url}/204`);
  expect((await detailOf(running, '/unread')).requestBody).toMatchObject({ bytes: 0, missing: 'unread' });
  expect((await detailOf(running, '/encoded')).requestBody).toMatchObject({ missing: 'encoding' });
  expect((await detailOf(running, '/head')).responseBody).toBeUndefined();
  expect((await detailOf(running, '/204')).responseBody).toBeUndefined();
  expect(new Set(flowing)).toEqual(new Set([null, 0]));
});

test('never keeps what is sent after an upgrade', async () => {
  const running = await start(() => {});
  running.server.on('upgrade', (_request: unknown, socket: Any) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nCANARY'),
  );
  const socket = openSocket(
    running,
    'GET /up HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
  );
  await readUntil(socket, 'CANARY');
  socket.destroy();
  expect(JSON.stringify(await detailOf(running, '/up'))).not.toMatch(/CANARY|Body/);
});

test('keeps what arrived of a request that was aborted', async () => {
  const running = await start((request) => {
    request.on('data', () => {});
    return new Promise<void>((resolve) => request.on('close', resolve));
  });
  const sent = httpRequest(`${running.url}/aborted`, {
    method: 'POST',
    headers: { ...JSON_TYPE, 'content-length': 999 },
  });
  sent.on('error', () => {});
  sent.write('{"pin":1234,"a":"one two');
  await new Promise((resolve) => setTimeout(resolve, 50));
  sent.destroy();
  const { requestBody } = await detailOf(running, '/aborted');
  expect(requestBody).toMatchObject({ bytes: 24, text: expect.stringMatching(/^\{"pin":"?\*\*\*/) });
});

test('drops bodies first when the budget is exceeded, and counts them', async () => {
  const running = await start(
    async (request, response) => {
      for await (const _chunk of request);
      response.writeHead(500, { 'content-type': 'text/plain' }).end('x'.repeat(12_000));
    },
    { bodies: 'all', budget: { bytesPerSecond: 10_000 } },
  );
  for (const path of ['/1', '/2', '/3']) {
    await post(running, path);
    await running.book.flush();
  }
  const details = await Promise.all(['/1', '/3'].map((path) => detailOf(running, path)));
  expect(details[0]?.responseBody?.text).toHaveLength(12_000);
  expect(details[1]).toMatchObject({
    requestBody: { missing: 'budget' },
    responseBody: { bytes: 12_000, missing: 'budget' },
  });
  expect(running.book.stats().droppedBodies).toBeGreaterThanOrEqual(2);
});

test('keeps the page that the app wrote, without the toolbar', async () => {
  const running = await start(
    (_request, response) => response.setHeader('content-type', 'text/html').end('<body>x</body>'),
    { bodies: 'all', toolbar: true },
  );
  const headers = { 'sec-fetch-dest': 'document' };
  const sent = await (await fetch(`${running.url}/`, { headers })).text();
  const { responseBody } = await detailOf(running, '/');
  expect(responseBody?.text ?? '').toBe('<body>x</body>');
  expect(sent).toContain('<body>x');
});

test('leaves errors, return values and arguments of write and end as they are', async () => {
  const seen: unknown[] = [];
  const running = await start((_request, response) => {
    response.setHeader('content-type', 'text/plain');
    expect(() => response.write(5 as never)).toThrow('chunk');
    seen.push(response.write('a', () => seen.push('written')));
    seen.push(response.write(Buffer.alloc(1_000_000)));
    seen.push(response.end(() => seen.push('ended')) === response);
  });
  await post(running, '/');
  expect((await detailOf(running, '/')).responseBody?.bytes).toBe(1_000_001);
  expect(seen).toEqual([true, false, true, 'written', 'ended']);
  expect(running.book.stats().faults).toBe(0);
});

test('keeps bodies of injected requests', async () => {
  const app = fastify();
  await app.register(recordFastify, { storage: 'memory:', bodies: 'all' });
  app.post('/inject', async (request) => request.body);
  const { body } = await app.inject({ method: 'POST', url: '/inject', payload: SENT, headers: JSON_TYPE });
  expect(body).toBe(SENT);
  const { requestBody, responseBody } = await detailOf(
    { book: (app as Any).gatebook } as RunningServer,
    '/inject',
  );
  expect([requestBody?.text, responseBody?.text]).toEqual([STORED, STORED]);
  await app.close();
});
