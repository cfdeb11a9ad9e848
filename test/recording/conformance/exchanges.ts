import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Traits } from '../../support/frameworks/frameworks.ts';
import { get, openSocket, readUntil } from '../../support/raw-http.ts';
import { inShort, rowsOf, type Suite } from './suite.ts';

/** Requests that are asked and answered well, in every way that HTTP/1 has. */
export function describeExchanges({ errorStage }: Traits, { start }: Suite): void {
  describe('exchanges', () => {
    test('a streamed answer is one row, whole when it has ended', async () => {
      const app = await start();
      expect((await get(app, '/stream')).body).toBe('one two three');
      const [row, ...others] = await rowsOf(app, 1);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ status: 200, error: '', url: `${app.url}/stream` });
      expect(row?.duration).toBeGreaterThan(15_000);
      expect(row?.responseBytes).toBeGreaterThan(12);
    });

    test('HEAD is a row without a body', async () => {
      const app = await start();
      const { status, body } = await get(app, '/ok', { method: 'HEAD' });
      expect({ status, body }).toEqual({ status: 200, body: '' });
      expect((await rowsOf(app, 1)).map(inShort)).toEqual(['main 200 HEAD /ok -']);
    });

    test('OPTIONS is a row, for a path and for the server as a whole', async () => {
      const app = await start();
      const { status } = await get(app, '/ok', { method: 'OPTIONS' });
      const socket = openSocket(app, 'OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n').resume();
      await once(socket, 'close');
      const mains = (await rowsOf(app, 2)).filter(({ kind }) => kind === 'main');
      expect(mains.map(({ method, status }) => ({ method, status }))[0]).toEqual({
        method: 'OPTIONS',
        status,
      });
      expect(mains[1]).toMatchObject({ method: 'OPTIONS', url: expect.stringMatching(/^https?:\/\/h$/) });
    });

    test('requests that share a connection are a row each', async () => {
      const app = await start();
      const socket = openSocket(app, 'GET /ok?1 HTTP/1.1\r\nHost: h\r\n\r\n');
      await readUntil(socket, 'ok');
      for (const n of [2, 3]) {
        socket.write(`GET /ok?${n} HTTP/1.1\r\nHost: h\r\n\r\n`);
        await readUntil(socket, 'ok');
      }
      socket.destroy();
      expect((await rowsOf(app, 3)).map(inShort)).toEqual([1, 2, 3].map((n) => `main 200 GET /ok?${n} -`));
    });

    test('pipelined requests are a row each, also those that wait behind a slow one', async () => {
      const app = await start();
      const paths = ['/later?1', '/ok?2', '/stream?3', '/ok?4'];
      const socket = openSocket(app, paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`).join(''));
      const heard = await readUntil(socket, 'three');
      if (!heard.endsWith('ok')) await readUntil(socket, 'ok');
      socket.destroy();
      const rows = await rowsOf(app, 4);
      expect(rows.map(inShort)).toEqual(paths.map((path) => `main 200 GET ${path} -`));
    });

    test('a pipelined request whose connection broke before its turn was not answered', async () => {
      const app = await start();
      const paths = ['/slow?1', '/ok?2'];
      const socket = openSocket(app, paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`).join(''));
      await once(socket, 'ready');
      setTimeout(() => socket.destroy(), 60);
      const rows = await rowsOf(app, 2);
      expect(rows.map(inShort)).toEqual(paths.map((path) => `main 499 GET ${path} Aborted`));
    });

    test('204 and 304 have no body', async () => {
      const app = await start();
      expect(await get(app, '/empty')).toMatchObject({ status: 204, body: '' });
      expect(await get(app, '/unchanged')).toMatchObject({ status: 304, body: '' });
      expect((await rowsOf(app, 2)).map(inShort)).toEqual([
        'main 204 GET /empty -',
        'main 304 GET /unchanged -',
      ]);
    });

    test('early hints go out, and the answer is the one that comes after them', async () => {
      const app = await start();
      const headers = { host: 'h' };
      const asked = request({ path: '/hints', headers, createConnection: app.connect }).end();
      const [[hints], [answer]] = await Promise.all([once(asked, 'information'), once(asked, 'response')]);
      expect(hints.statusCode).toBe(103);
      expect(await text(answer)).toBe('hinted');
      expect((await rowsOf(app, 1)).map(inShort)).toEqual(['main 200 GET /hints -']);
    });

    test('a body that waits for "100 Continue" is asked for', async () => {
      const app = await start();
      const said = 'POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n';
      const socket = openSocket(app, said);
      expect(await readUntil(socket, '\r\n\r\n')).toMatch(/^HTTP\/1\.1 100 /);
      socket.write('hello');
      expect(await readUntil(socket, 'hello')).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
      const [row] = await rowsOf(app, 1);
      expect(row).toMatchObject({ status: 200, method: 'POST', requestBytes: 5 });
    });

    if (!errorStage) return;
    test('a path that is served for another method is the not-found handling, or the framework says so', async () => {
      const app = await start();
      const { status } = await get(app, '/ok', { method: 'DELETE' });
      const rows = await rowsOf(app, status === 404 ? 2 : 1);
      expect(rows[0]).toMatchObject({ kind: 'main', status, method: 'DELETE' });
      if (status === 404) expect(rows[1]).toMatchObject({ kind: 'error', status, parent: rows[0]?.seq });
    });
  });
}
