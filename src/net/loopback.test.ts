import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFromThisMachine } from './loopback.ts';

const server = createServer((request, response) =>
  response.end(isFromThisMachine(request) ? 'let in' : 'refused'),
);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

/** Written by hand: a client of Node's own speaks HTTP/1.1 only. */
async function answer(headers: Record<string, string>, version = '1.1'): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const lines = Object.entries({ Host: '127.0.0.1:3000', Connection: 'close', ...headers });
  socket.write(
    `GET / HTTP/${version}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  const [, body = ''] = (await text(socket)).split('\r\n\r\n');
  return /let in|refused/.exec(body)?.[0] ?? body;
}

describe('a request from this machine', () => {
  test('is let in', async () => {
    expect(await answer({})).toBe('let in');
    expect(await answer({ 'User-Agent': 'x', Accept: '*/*', 'Accept-Language': 'en', DNT: '1' })).toBe(
      'let in',
    );
  });

  test('is refused as HTTP/1.0, which is what a plain proxy_pass of nginx speaks', async () => {
    expect(await answer({}, '1.0')).toBe('refused');
  });

  test.each([
    'Forwarded',
    'X-Forwarded-For',
    'X-Vercel-Forwarded-For',
    'Via',
    'Client-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'Fly-Client-IP',
    'X-Real-IP',
    'X-Originating-IP',
    'X-ProxyUser-Ip',
    'X-Remote-Addr',
    'Remote-Addr',
    'X-Envoy-External-Address',
    'X-Original-URL',
    'CF-Ray',
    'X-Azure-Ref',
    'X-Appengine-Country',
    'X-Amzn-Trace-Id',
  ])('is refused with %s', async (header) => {
    expect(await answer({ [header]: '127.0.0.1' })).toBe('refused');
  });

  test("is refused when another site's page makes it, except for a link that is followed", async () => {
    const foreign = { 'Sec-Fetch-Site': 'cross-site' };
    const link = { ...foreign, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    expect(await answer(foreign)).toBe('refused');
    expect(await answer({ ...foreign, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' })).toBe(
      'refused',
    );
    expect(await answer({ ...link, 'Sec-Fetch-Dest': 'iframe' })).toBe('refused');
    expect(await answer(link)).toBe('let in');
    expect(await answer({ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'no-cors' })).toBe('let in');
    expect(await answer({ 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' })).toBe('let in');
  });
});
