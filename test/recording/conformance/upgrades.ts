import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { exchange, openSocket, readToEnd, readUntil } from '../../support/raw-http.ts';
import { profileOf } from '../../support/running-server.ts';
import { inShort, rowsOf, type Suite } from './suite.ts';

const ASKED = 'GET /socket?room=1 HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const ACCEPTED = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';

/** Requests that leave HTTP, or wanted to. */
export function describeUpgrades({ startKnown }: Suite): void {
  describe('upgrades', () => {
    test('an accepted upgrade is a 101 that lasts as long as its socket', async () => {
      const app = await startKnown();
      app.server.on('upgrade', (_request, socket: Duplex) => {
        socket.write(ACCEPTED);
        socket.on('data', (chunk) => socket.write(`echo ${chunk}`)).on('end', () => socket.end());
      });
      const socket = openSocket(app, ASKED);
      expect(await readUntil(socket, '\r\n\r\n')).toBe(ACCEPTED);
      socket.write('hello');
      expect(await readUntil(socket, 'hello')).toBe('echo hello');
      await sleep(50);
      expect(await rowsOf(app, 0)).toEqual([]);
      socket.destroy();
      const [row, ...others] = await rowsOf(app, 1);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ kind: 'main', status: 101, method: 'GET', error: '', ip: '127.0.0.1' });
      expect(row?.url).toMatch(/\/\/h\/socket\?room=1$/);
      expect(row?.duration).toBeGreaterThan(50_000);
      const names = (await profileOf(app, row))?.detail?.responseHeaders.map(([name]) => name.toLowerCase());
      expect(names).toEqual(['upgrade', 'connection']);
    });

    test('a refused upgrade has ended with its answer', async () => {
      const app = await startKnown();
      let kept: Duplex | undefined;
      app.server.on('upgrade', async (_request, socket: Duplex) => {
        kept = socket;
        await sleep(20);
        socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
      });
      const socket = openSocket(app, ASKED);
      await readUntil(socket, '\r\n\r\n');
      expect((await rowsOf(app, 1)).map(inShort)).toEqual(['main 401 GET /socket?room=1 -']);
      expect(kept?.destroyed).toBe(false);
      socket.destroy();
      await sleep(30);
      expect(await rowsOf(app, 1)).toHaveLength(1);
    });

    test('an upgrade that is answered by hanging up is no answer', async () => {
      const app = await startKnown();
      app.server.on('upgrade', (_request, socket: Duplex) => socket.destroy());
      expect(await exchange(app, ASKED)).toBe('');
      expect((await rowsOf(app, 1)).map(inShort)).toEqual(['main 499 GET /socket?room=1 Aborted']);
    });

    test('where nobody upgrades it is a request like any other', async () => {
      const app = await startKnown();
      const heard = await exchange(
        app,
        ASKED.replace('/socket', '/ok').replace('Upgrade\r', 'Upgrade, close\r'),
      );
      expect(heard).toMatch(/^HTTP\/1\.1 200 /);
      expect((await rowsOf(app, 1)).map(inShort)).toEqual(['main 200 GET /ok?room=1 -']);
    });

    test('an accepted CONNECT lasts as long as its tunnel', async () => {
      const app = await startKnown();
      app.server.on('connect', (_request, socket: Duplex) => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
        socket.on('end', () => socket.end()).resume();
      });
      const socket = openSocket(app, 'CONNECT db.example:5432 HTTP/1.1\r\nHost: db.example:5432\r\n\r\n');
      await readUntil(socket, '\r\n\r\n');
      expect(await rowsOf(app, 0)).toEqual([]);
      socket.destroy();
      const [row] = await rowsOf(app, 1);
      expect(row).toMatchObject({ status: 200, method: 'CONNECT', error: '' });
      expect(row?.url).toContain('db.example:5432');
    });

    test('a CONNECT that nobody listens for is dropped, as by Node, and a row', async () => {
      const app = await startKnown();
      const socket = openSocket(app, 'CONNECT db.example:5432 HTTP/1.1\r\nHost: db.example:5432\r\n\r\n');
      await once(socket, 'ready');
      expect(await readToEnd(socket)).toBe('');
      expect((await rowsOf(app, 1)).map(({ status, method }) => `${status} ${method}`)).toEqual([
        '499 CONNECT',
      ]);
    });
  });
}
