import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { exchange, openSocket, readToEnd, readUntil, resetSocket } from '../../support/raw-http.ts';
import { profileOf } from '../../support/running-server.ts';
import { entriesOf, type Suite } from './suite.ts';

/** Requests that Node rejects before or while the app handles them. */
export function describeRefusals({ startAttached }: Suite): void {
  describe('refusals', () => {
    test('answers 400 to data that is not HTTP and records it', async () => {
      const app = await startAttached();
      expect(await exchange(app, 'KNOCK KNOCK\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      const [row, ...others] = await entriesOf(app, 1);
      expect(others).toEqual([]);
      expect(row).toMatchObject({
        status: 400,
        kind: 'main',
        method: '',
        url: `${app.url}`,
        ip: '127.0.0.1',
        error: 'HPE_INVALID_METHOD',
      });
      expect((await profileOf(app, row))?.detail?.exception?.message).toContain('Invalid method');
    });

    test('records the part of a malformed request that came before the mistake', async () => {
      const app = await startAttached();
      const data =
        'GET /x?token=CANARY HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: curl/8\r\nBad Name: 1\r\n\r\n';
      expect(await exchange(app, data)).toMatch(/^HTTP\/1\.1 400 /);
      const [row, ...others] = await entriesOf(app, 1);
      expect(others).toEqual([]);
      const scheme = new URL(app.url).protocol;
      expect(row).toMatchObject({
        status: 400,
        method: 'GET',
        url: `${scheme}//shop.example/x?token=***`,
        userAgent: 'curl/8',
        error: 'HPE_INVALID_HEADER_TOKEN',
      });
    });

    test('records a malformed request that follows a good one on the same connection', async () => {
      const app = await startAttached();
      const socket = openSocket(app, 'GET /ok HTTP/1.1\r\nHost: h\r\n\r\n');
      await readUntil(socket, 'ok');
      socket.write('GET /bad HTTP/9.9\r\n\r\n');
      expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 400 /);
      const rows = await entriesOf(app, 2);
      expect(rows.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
        'GET /ok',
        'GET /bad',
      ]);
      expect(rows[1]).toMatchObject({ status: 400, error: 'HPE_INVALID_VERSION' });
    });

    test('records a pipelined malformed request separately, with or without a response', async () => {
      const app = await startAttached();
      const data = 'GET /ok HTTP/1.1\r\nHost: h\r\n\r\nGET /bad HTTP/9.9\r\n\r\n';
      const received = await exchange(app, data);
      const bad = (await entriesOf(app, 2)).find(({ url }) => url.endsWith('/bad'));
      expect(bad?.error).toBe('HPE_INVALID_VERSION');
      // Node does not write a 400 into a response that has started.
      expect(bad?.status).toBe(received.includes(' 400 Bad Request') ? 400 : 499);
    });

    test('answers 431 to headers that are too long and records it', async () => {
      const app = await startAttached();
      const data = `GET /long HTTP/1.1\r\nHost: h\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
      expect(await exchange(app, data)).toMatch(/^HTTP\/1\.1 431 /);
      const [row, ...others] = await entriesOf(app, 1);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ status: 431, error: 'HPE_HEADER_OVERFLOW' });
    });

    test('answers 400 to a request that ends within its headers and records it', async () => {
      const app = await startAttached();
      const socket = openSocket(app, 'GET /half HTTP/1.1\r\nHost: h\r\n');
      await once(socket, 'ready');
      await sleep(30);
      socket.end();
      await readToEnd(socket);
      expect((await entriesOf(app, 1)).map(({ status, error }) => `${status} ${error}`)).toEqual([
        '400 HPE_INVALID_EOF_STATE',
      ]);
    });

    test('answers 408 to headers that take too long and records it, but not a silent connection', async () => {
      const app = await startAttached();
      Object.assign(app.server, { headersTimeout: 120, requestTimeout: 120 });
      const silent = app.connect();
      silent.on('error', () => {});
      expect(await exchange(app, 'GET /slowly HTTP/1.1\r\nHost: h\r\n')).toMatch(/^HTTP\/1\.1 408 /);
      await sleep(150);
      silent.destroy();
      const [row, ...others] = await entriesOf(app, 1);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ status: 408, error: 'ERR_HTTP_REQUEST_TIMEOUT', ip: '127.0.0.1' });
    });

    test('records one entry with status 408 for a body that takes too long', async () => {
      const app = await startAttached();
      Object.assign(app.server, { headersTimeout: 120, requestTimeout: 120 });
      const data = 'POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhel';
      const received = await exchange(app, data);
      const rows = (await entriesOf(app, 1)).filter(({ kind }) => kind === 'main');
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ method: 'POST', url: expect.stringContaining('/echo') });
      const [, status = '499'] = /^HTTP\/1\.1 (\d+)/.exec(received) ?? [];
      expect(rows[0]?.status).toBe(Number(status));
      expect(rows[0]?.error).not.toBe('');
    });

    test('records one entry with an error for a malformed body', async () => {
      const app = await startAttached();
      const data = 'POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n';
      const received = await exchange(app, data);
      const rows = (await entriesOf(app, 1)).filter(({ kind }) => kind === 'main');
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ method: 'POST', error: expect.stringMatching(/./) });
      const [, status = '499'] = /^HTTP\/1\.1 (\d+)/.exec(received) ?? [];
      expect(rows[0]?.status).toBe(Number(status));
    });

    test('records responses sent by Node itself: missing Host, unsupported Expect', async () => {
      const app = await startAttached();
      const withoutHost = await exchange(app, 'GET /ok HTTP/1.1\r\nConnection: close\r\n\r\n');
      const [, status] = /^HTTP\/1\.1 (\d+) /.exec(withoutHost) ?? [];
      // In Node 22 an HTTP/2 server does not require a Host header.
      expect(status).toMatch('encrypted' in app.connect().destroy() ? /^[24]00$/ : /^400$/);
      const withExpect = 'GET /ok HTTP/1.1\r\nHost: h\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
      expect(await exchange(app, withExpect)).toMatch(/^HTTP\/1\.1 417 /);
      expect((await entriesOf(app, 2)).map(({ status }) => status)).toEqual([Number(status), 417]);
    });

    test('does not record a connection that breaks between two requests', async () => {
      const app = await startAttached();
      const socket = openSocket(app, 'GET /ok HTTP/1.1\r\nHost: h\r\n\r\n').resume();
      await once(socket, 'data');
      resetSocket(socket);
      expect(await entriesOf(app, 1)).toHaveLength(1);
    });
  });
}
