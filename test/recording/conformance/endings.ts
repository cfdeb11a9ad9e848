import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Traits } from '../../support/frameworks/frameworks.ts';
import { openSocket, readToEnd, readUntil, resetSocket } from '../../support/raw-http.ts';
import { profileOf } from '../../support/running-server.ts';
import { entriesOf, type Suite, sendUnanswered, summary } from './suite.ts';

const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;

/** Requests that did not complete. */
export function describeEndings({ errorStage, reportsLateErrors = true }: Traits, { start }: Suite): void {
  describe('endings', () => {
    test('records an aborted request as 499', async () => {
      const app = await start();
      const socket = await sendUnanswered(app, getRequest('/slow'));
      socket.destroy();
      const [row, ...others] = await entriesOf(app, 1);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ kind: 'main', status: 499, error: 'Aborted', ip: '127.0.0.1' });
      expect(row?.url).toMatch(/\/\/h\/slow$/);
    });

    test('a response that its client closes is not an error, and the profile says who closed it', async () => {
      const app = await start();
      for (const close of [(socket: Socket) => socket.destroy(), resetSocket]) {
        const socket = openSocket(app, getRequest('/late'));
        await readUntil(socket, 'begun');
        close(socket);
      }
      const rows = await entriesOf(app, 2);
      expect(rows.map(summary)).toEqual(['main 200 GET /late -', 'main 200 GET /late -']);
      for (const row of rows)
        expect((await profileOf(app, row))?.detail?.endedBy).toBe(
          'the client, before the end of the response',
        );
    });

    test('a response that the server breaks off is an error', async () => {
      const app = await start();
      const socket = openSocket(app, getRequest('/late'));
      await readUntil(socket, 'begun');
      app.dropConnections();
      await readToEnd(socket);
      expect((await entriesOf(app, 1)).map(summary)).toEqual(['main 200 GET /late Aborted']);
    });

    test('records one entry for a connection reset while its request was handled', async () => {
      const app = await start();
      const socket = await sendUnanswered(app, getRequest('/slow'));
      resetSocket(socket);
      expect((await entriesOf(app, 1)).map(summary)).toEqual(['main 499 GET /slow Aborted']);
    });

    test('ignores a response sent after the client disconnected', async () => {
      const app = await start();
      const socket = await sendUnanswered(app, getRequest('/later'));
      socket.destroy();
      await sleep(150);
      expect((await entriesOf(app, 1)).map(summary)).toEqual(['main 499 GET /later Aborted']);
    });

    test('records a request without a response when the server closes the socket', async () => {
      const app = await start();
      const socket = await sendUnanswered(app, getRequest('/slow'));
      expect(await entriesOf(app, 0)).toEqual([]);
      app.dropConnections();
      await readToEnd(socket);
      expect((await entriesOf(app, 1)).map(summary)).toEqual(['main 499 GET /slow Aborted']);
    });

    test('counts a request that ends after the book was closed as dropped, without a message', async () => {
      const app = await start();
      const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
      const socket = await sendUnanswered(app, getRequest('/slow'));
      await app.book.close();
      socket.destroy();
      await vi.waitFor(() => expect(app.book.stats()).toMatchObject({ recorded: 1, dropped: 1, held: 0 }));
      await sleep(300);
      expect(stderr).not.toHaveBeenCalled();
      stderr.mockRestore();
    });

    if (!errorStage) return;
    test('records an error thrown after the response started, and keeps the status', async () => {
      const app = await start();
      const socket = openSocket(app, getRequest('/after'));
      await once(socket, 'ready');
      await sleep(80);
      socket.destroy();
      const rows = (await entriesOf(app, reportsLateErrors ? 2 : 1)).map(summary);
      if (reportsLateErrors)
        expect(rows).toEqual(['main 200 GET /after TypeError', 'error 200 GET /after TypeError']);
      else expect(rows).toEqual(['main 200 GET /after Aborted']);
    });
  });
}
