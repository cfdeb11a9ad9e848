import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Traits } from '../../support/frameworks/frameworks.ts';
import { openSocket, readToEnd, readUntil, resetSocket } from '../../support/raw-http.ts';
import { inShort, rowsOf, type Suite } from './suite.ts';

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;

/** Requests that did not come to a good end, whoever's doing it was. */
export function describeEndings({ errorStage, seesLateErrors = true }: Traits, { start }: Suite): void {
  describe('endings', () => {
    test('an aborted request is not a 200', async () => {
      const app = await start();
      const socket = openSocket(app, asking('/slow'));
      await once(socket, 'ready');
      await sleep(50);
      socket.destroy();
      const [row, ...others] = await rowsOf(app, 1);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ kind: 'main', status: 499, error: 'Aborted', ip: '127.0.0.1' });
      expect(row?.url).toMatch(/\/\/h\/slow$/);
    });

    test('an answer cut in the middle keeps its status, and says that it was cut', async () => {
      const app = await start();
      const socket = openSocket(app, asking('/late'));
      await readUntil(socket, 'begun');
      socket.destroy();
      expect((await rowsOf(app, 1)).map(inShort)).toEqual(['main 200 GET /late Aborted']);
    });

    test('a connection that was reset while its request was handled is that one row', async () => {
      const app = await start();
      const socket = openSocket(app, asking('/slow'));
      await once(socket, 'ready');
      await sleep(50);
      resetSocket(socket);
      expect((await rowsOf(app, 1)).map(inShort)).toEqual(['main 499 GET /slow Aborted']);
    });

    test('an answer that comes when the client has gone is none', async () => {
      const app = await start();
      const socket = openSocket(app, asking('/later'));
      await once(socket, 'ready');
      await sleep(30);
      socket.destroy();
      await sleep(150);
      expect((await rowsOf(app, 1)).map(inShort)).toEqual(['main 499 GET /later Aborted']);
    });

    test('a handler that never answers is a row when its socket closes, whoever closes it', async () => {
      const app = await start();
      const socket = openSocket(app, asking('/slow'));
      await once(socket, 'ready');
      await sleep(50);
      expect(await rowsOf(app, 0)).toEqual([]);
      app.dropConnections();
      await readToEnd(socket);
      expect((await rowsOf(app, 1)).map(inShort)).toEqual(['main 499 GET /slow Aborted']);
    });

    test('a request that ends after the book was closed is counted as dropped, without a word', async () => {
      const app = await start();
      const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
      const socket = openSocket(app, asking('/slow'));
      await once(socket, 'ready');
      await sleep(50);
      await app.book.close();
      socket.destroy();
      await vi.waitFor(() => expect(app.book.stats()).toMatchObject({ recorded: 1, dropped: 1, held: 0 }));
      await sleep(300);
      expect(said).not.toHaveBeenCalled();
      said.mockRestore();
    });

    if (!errorStage) return;
    test('what is thrown when the answer has begun is the error of a request that kept its status', async () => {
      const app = await start();
      const socket = openSocket(app, asking('/after'));
      await once(socket, 'ready');
      await sleep(80);
      socket.destroy();
      const rows = (await rowsOf(app, seesLateErrors ? 2 : 1)).map(inShort);
      if (seesLateErrors)
        expect(rows).toEqual(['main 200 GET /after TypeError', 'error 200 GET /after TypeError']);
      else expect(rows).toEqual(['main 200 GET /after Aborted']);
    });
  });
}
