import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFromThisMachine } from './loopback.ts';

const server = createServer((request, response) =>
  response.end(isFromThisMachine(request) ? 'allowed' : 'refused'),
);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

/** Writes the request by hand because Node's client only sends HTTP/1.1. */
async function send(headers: Record<string, string>, version = '1.1'): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const lines = Object.entries({ Host: '127.0.0.1:3000', Connection: 'close', ...headers });
  socket.write(
    `GET / HTTP/${version}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  const [, body = ''] = (await text(socket)).split('\r\n\r\n');
  return /allowed|refused/.exec(body)?.[0] ?? body;
}

describe('a request over loopback', () => {
  test('is allowed', async () => {
    expect(await send({})).toBe('allowed');
    expect(await send({ 'User-Agent': 'x', Accept: '*/*', 'Accept-Language': 'en', DNT: '1' })).toBe(
      'allowed',
    );
  });

  test('is refused over HTTP/1.0, which a plain proxy_pass in nginx sends', async () => {
    expect(await send({}, '1.0')).toBe('refused');
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
    expect(await send({ [header]: '127.0.0.1' })).toBe('refused');
  });

  test("is refused if another site's page makes it, unless the user follows a link", async () => {
    const crossSite = { 'Sec-Fetch-Site': 'cross-site' };
    const link = { ...crossSite, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    expect(await send(crossSite)).toBe('refused');
    expect(await send({ ...crossSite, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' })).toBe(
      'refused',
    );
    expect(await send({ ...link, 'Sec-Fetch-Dest': 'iframe' })).toBe('refused');
    expect(await send(link)).toBe('allowed');
    expect(await send({ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'no-cors' })).toBe('allowed');
    expect(await send({ 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' })).toBe('allowed');
  });

  test('is allowed with the origin "null" only if the browser says that it is from the same origin', async () => {
    expect(await send({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })).toBe('allowed');
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await send({ Origin: 'null', 'Sec-Fetch-Site': site })).toBe('refused');
    expect(await send({ Origin: 'null' })).toBe('refused');
  });
});
