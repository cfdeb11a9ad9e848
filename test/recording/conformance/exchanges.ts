import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Traits } from '../../support/frameworks/frameworks.ts';
import { get, openSocket, readUntil } from '../../support/raw-http.ts';
import { entriesOf, type Suite, summary } from './suite.ts';

/** Successful requests, in all the ways HTTP/1 allows. */
export function describeExchanges({ errorStage }: Traits, { start }: Suite): void {
  describe('exchanges', () => {
    test('records a streamed response once, when it has ended', async () => {
      const app = await start();
      expect((await get(app, '/stream')).body).toBe('one two three');
      const [row, ...others] = await entriesOf(app, 1);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ status: 200, error: '', url: `${app.url}/stream` });
      expect(row?.duration).toBeGreaterThan(15_000);
      expect(row?.responseBytes).toBeGreaterThan(12);
    });

    test('records HEAD without a body', async () => {
      const app = await start();
      const { status, body } = await get(app, '/ok', { method: 'HEAD' });
      expect({ status, body }).toEqual({ status: 200, body: '' });
      expect((await entriesOf(app, 1)).map(summary)).toEqual(['main 200 HEAD /ok -']);
    });

    test('records OPTIONS for a path and for the whole server', async () => {
      const app = await start();
      const { status } = await get(app, '/ok', { method: 'OPTIONS' });
      const socket = openSocket(app, 'OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n').resume();
      await once(socket, 'close');
      const mains = (await entriesOf(app, 2)).filter(({ kind }) => kind === 'main');
      expect(mains.map(({ method, status }) => ({ method, status }))[0]).toEqual({
        method: 'OPTIONS',
        status,
      });
      expect(mains[1]).toMatchObject({ method: 'OPTIONS', url: expect.stringMatching(/^https?:\/\/h$/) });
    });

    test('records each request of a keep-alive connection', async () => {
      const app = await start();
      const socket = openSocket(app, 'GET /ok?1 HTTP/1.1\r\nHost: h\r\n\r\n');
      await readUntil(socket, 'ok');
      for (const n of [2, 3]) {
        socket.write(`GET /ok?${n} HTTP/1.1\r\nHost: h\r\n\r\n`);
        await readUntil(socket, 'ok');
      }
      socket.destroy();
      expect((await entriesOf(app, 3)).map(summary)).toEqual([1, 2, 3].map((n) => `main 200 GET /ok?${n} -`));
    });

    test('records each pipelined request, including those behind a slow one', async () => {
      const app = await start();
      const paths = ['/later?1', '/ok?2', '/stream?3', '/ok?4'];
      const socket = openSocket(app, paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`).join(''));
      const received = await readUntil(socket, 'three');
      if (!received.endsWith('ok')) await readUntil(socket, 'ok');
      socket.destroy();
      const rows = await entriesOf(app, 4);
      expect(rows.map(summary)).toEqual(paths.map((path) => `main 200 GET ${path} -`));
    });

    test('records a pipelined request as aborted if the connection breaks before its turn', async () => {
      const app = await start();
      const paths = ['/slow?1', '/ok?2'];
      const socket = openSocket(app, paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`).join(''));
      await once(socket, 'ready');
      setTimeout(() => socket.destroy(), 60);
      const rows = await entriesOf(app, 2);
      expect(rows.map(summary)).toEqual(paths.map((path) => `main 499 GET ${path} Aborted`));
    });

    test('records 204 and 304 without a body', async () => {
      const app = await start();
      expect(await get(app, '/empty')).toMatchObject({ status: 204, body: '' });
      expect(await get(app, '/unchanged')).toMatchObject({ status: 304, body: '' });
      expect((await entriesOf(app, 2)).map(summary)).toEqual([
        'main 204 GET /empty -',
        'main 304 GET /unchanged -',
      ]);
    });

    test('sends early hints and records the final response', async () => {
      const app = await start();
      const headers = { host: 'h' };
      const clientRequest = request({ path: '/hints', headers, createConnection: app.connect }).end();
      const [[hints], [response]] = await Promise.all([
        once(clientRequest, 'information'),
        once(clientRequest, 'response'),
      ]);
      expect(hints.statusCode).toBe(103);
      expect(await text(response)).toBe('hinted');
      expect((await entriesOf(app, 1)).map(summary)).toEqual(['main 200 GET /hints -']);
    });

    test('sends "100 Continue" and reads the body', async () => {
      const app = await start();
      const head = 'POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n';
      const socket = openSocket(app, head);
      expect(await readUntil(socket, '\r\n\r\n')).toMatch(/^HTTP\/1\.1 100 /);
      socket.write('hello');
      expect(await readUntil(socket, 'hello')).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
      const [row] = await entriesOf(app, 1);
      expect(row).toMatchObject({ status: 200, method: 'POST', requestBytes: 5 });
    });

    if (!errorStage) return;
    test('records a wrong method as not found, or with the status that the framework sends', async () => {
      const app = await start();
      const { status } = await get(app, '/ok', { method: 'DELETE' });
      const rows = await entriesOf(app, status === 404 ? 2 : 1);
      expect(rows[0]).toMatchObject({ kind: 'main', status, method: 'DELETE' });
      if (status === 404) expect(rows[1]).toMatchObject({ kind: 'error', status, parent: rows[0]?.seq });
    });
  });
}
