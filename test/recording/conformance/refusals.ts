import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { exchange, openSocket, readToEnd, readUntil, resetSocket } from '../../support/raw-http.ts';
import { profileOf } from '../../support/running-server.ts';
import { rowsOf, type Suite } from './suite.ts';

/** What Node turns down before any app is asked, or while it is being asked. */
export function describeRefusals({ startKnown }: Suite): void {
  describe('refusals', () => {
    test('what is no HTTP is answered 400, and a row', async () => {
      const app = await startKnown();
      expect(await exchange(app, 'KNOCK KNOCK\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      const [row, ...others] = await rowsOf(app, 1);
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

    test('of a malformed request is known what came before the mistake', async () => {
      const app = await startKnown();
      const said =
        'GET /x?token=CANARY HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: curl/8\r\nBad Name: 1\r\n\r\n';
      expect(await exchange(app, said)).toMatch(/^HTTP\/1\.1 400 /);
      const [row, ...others] = await rowsOf(app, 1);
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

    test('a malformed request behind a good one is a row of its own', async () => {
      const app = await startKnown();
      const socket = openSocket(app, 'GET /ok HTTP/1.1\r\nHost: h\r\n\r\n');
      await readUntil(socket, 'ok');
      socket.write('GET /bad HTTP/9.9\r\n\r\n');
      expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 400 /);
      const rows = await rowsOf(app, 2);
      expect(rows.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
        'GET /ok',
        'GET /bad',
      ]);
      expect(rows[1]).toMatchObject({ status: 400, error: 'HPE_INVALID_VERSION' });
    });

    test('a malformed request that follows at once is told apart, and may get no answer', async () => {
      const app = await startKnown();
      const said = 'GET /ok HTTP/1.1\r\nHost: h\r\n\r\nGET /bad HTTP/9.9\r\n\r\n';
      const heard = await exchange(app, said);
      const bad = (await rowsOf(app, 2)).find(({ url }) => url.endsWith('/bad'));
      expect(bad?.error).toBe('HPE_INVALID_VERSION');
      // Node says nothing into an answer that has begun.
      expect(bad?.status).toBe(heard.includes(' 400 Bad Request') ? 400 : 499);
    });

    test('a head that is too long is answered 431, and a row', async () => {
      const app = await startKnown();
      const said = `GET /long HTTP/1.1\r\nHost: h\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
      expect(await exchange(app, said)).toMatch(/^HTTP\/1\.1 431 /);
      const [row, ...others] = await rowsOf(app, 1);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ status: 431, error: 'HPE_HEADER_OVERFLOW' });
    });

    test('a request that breaks off in its head is answered 400, and a row', async () => {
      const app = await startKnown();
      const socket = openSocket(app, 'GET /half HTTP/1.1\r\nHost: h\r\n');
      await once(socket, 'ready');
      await sleep(30);
      socket.end();
      await readToEnd(socket);
      expect((await rowsOf(app, 1)).map(({ status, error }) => `${status} ${error}`)).toEqual([
        '400 HPE_INVALID_EOF_STATE',
      ]);
    });

    test('a head that takes too long is answered 408, and a row; a connection that says nothing is none', async () => {
      const app = await startKnown();
      Object.assign(app.server, { headersTimeout: 120, requestTimeout: 120 });
      const silent = app.connect();
      silent.on('error', () => {});
      expect(await exchange(app, 'GET /slowly HTTP/1.1\r\nHost: h\r\n')).toMatch(/^HTTP\/1\.1 408 /);
      await sleep(150);
      silent.destroy();
      const [row, ...others] = await rowsOf(app, 1);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ status: 408, error: 'ERR_HTTP_REQUEST_TIMEOUT', ip: '127.0.0.1' });
    });

    test('a body that takes too long is the 408 of its own request, which is one row', async () => {
      const app = await startKnown();
      Object.assign(app.server, { headersTimeout: 120, requestTimeout: 120 });
      const said = 'POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhel';
      const heard = await exchange(app, said);
      const rows = (await rowsOf(app, 1)).filter(({ kind }) => kind === 'main');
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ method: 'POST', url: expect.stringContaining('/echo') });
      const [, status = '499'] = /^HTTP\/1\.1 (\d+)/.exec(heard) ?? [];
      expect(rows[0]?.status).toBe(Number(status));
      expect(rows[0]?.error).not.toBe('');
    });

    test('a body that is malformed is a fault of its own request, which is one row', async () => {
      const app = await startKnown();
      const said = 'POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n';
      const heard = await exchange(app, said);
      const rows = (await rowsOf(app, 1)).filter(({ kind }) => kind === 'main');
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ method: 'POST', error: expect.stringMatching(/./) });
      const [, status = '499'] = /^HTTP\/1\.1 (\d+)/.exec(heard) ?? [];
      expect(rows[0]?.status).toBe(Number(status));
    });

    test('what Node answers itself is a row: no Host, an expectation it can not meet', async () => {
      const app = await startKnown();
      const nameless = await exchange(app, 'GET /ok HTTP/1.1\r\nConnection: close\r\n\r\n');
      const [, status] = /^HTTP\/1\.1 (\d+) /.exec(nameless) ?? [];
      // A server of HTTP/2 in Node 22 does not ask for a Host.
      expect(status).toMatch('encrypted' in app.connect().destroy() ? /^[24]00$/ : /^400$/);
      const expecting = 'GET /ok HTTP/1.1\r\nHost: h\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
      expect(await exchange(app, expecting)).toMatch(/^HTTP\/1\.1 417 /);
      expect((await rowsOf(app, 2)).map(({ status }) => status)).toEqual([Number(status), 417]);
    });

    test('a connection that broke between two requests is no row', async () => {
      const app = await startKnown();
      const socket = openSocket(app, 'GET /ok HTTP/1.1\r\nHost: h\r\n\r\n').resume();
      await once(socket, 'data');
      resetSocket(socket);
      expect(await rowsOf(app, 1)).toHaveLength(1);
    });
  });
}
