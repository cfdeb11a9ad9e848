import { connect, createServer } from 'node:http2';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { gatebook } from '../../src/http2.ts';
import { type Any, listen } from '../support/frameworks/frameworks.ts';
import { requestOn } from '../support/http2-client.ts';
import { detailOf } from '../support/recorded-server.ts';

const MEGABYTES = Number(process.env.BODY_MB ?? 10);
const JSON_TYPE = { 'content-type': 'application/json' };
const SENT = '{"user":"jo","password":"CANARY"}';
const STORED = '{"user":"jo","password":"***"}';

test('keeps bodies of HTTP/2: of its requests and of its streams', async () => {
  const server = createServer();
  const answer = async (readable: AsyncIterable<unknown>, writable: Any) => {
    for await (const _chunk of readable);
    writable.end(SENT);
  };
  server.on('stream', (stream: Any, headers) => {
    if (headers[':path'] !== '/stream') return;
    stream.respond({ ':status': 200, ...JSON_TYPE });
    void answer(stream, stream);
  });
  server.on('request', (request, response) => {
    if (request.url === '/stream') return;
    response.writeHead(200, JSON_TYPE);
    void answer(request, response);
  });
  const running = await listen(server as Any, gatebook(server, { storage: 'memory:', bodies: 'all' }));
  const session = connect(running.url);
  for (const path of ['/request', '/stream']) {
    const headers = { ':method': 'POST', ':path': path, ...JSON_TYPE };
    expect((await requestOn(session, headers, SENT)).body).toBe(SENT);
    const { requestBody, responseBody } = await detailOf(running, path);
    expect(requestBody).toEqual({ type: 'application/json', bytes: SENT.length, text: STORED });
    expect(responseBody).toEqual(requestBody);
  }
  session.destroy();
  await running.close();
});

test('changes nothing about large bodies of HTTP/2', async () => {
  const server = createServer();
  server.on('stream', (stream: Any, headers) => {
    if (headers[':path'] !== '/stream') return;
    stream.respond({ ':status': 200, 'content-type': 'text/csv' });
    stream.pipe(stream);
  });
  server.on('request', (request, response) => {
    if (request.url === '/stream') return;
    response.setHeader('content-type', 'text/csv');
    request.pipe(response);
  });
  const running = await listen(server as Any, gatebook(server, { storage: 'memory:', bodies: 'all' }));
  const session = connect(running.url);
  const sent = Buffer.alloc(MEGABYTES * 2 ** 20, 'id,name\n7,"Jo"\n');
  for (const path of ['/request', '/stream']) {
    const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'text/csv' });
    const sending = pipeline(Readable.from(slices(sent)), stream);
    let checksum = 0;
    for await (const chunk of stream) checksum = crc32(chunk, checksum);
    await sending;
    expect(checksum).toBe(crc32(sent));
    const { requestBody, responseBody } = await detailOf(running, path);
    for (const body of [requestBody, responseBody])
      expect(body).toMatchObject({ type: 'text/csv', bytes: sent.length, cut: true });
  }
  session.destroy();
  await running.close();
});

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
