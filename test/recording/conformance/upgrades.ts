import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { exchange, openSocket, readToEnd, readUntil } from '../../support/raw-http.ts';
import { profileOf } from '../../support/running-server.ts';
import { entriesOf, type Suite, summary } from './suite.ts';

const UPGRADE = 'GET /socket?room=1 HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const ACCEPTED = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';

/** Requests that switch protocols, or try to. */
export function describeUpgrades({ startAttached }: Suite): void {
  describe('upgrades', () => {
    test('records an accepted upgrade as 101 when its socket closes', async () => {
      const app = await startAttached();
      app.server.on('upgrade', (_request, socket: Duplex) => {
        socket.write(ACCEPTED);
        socket.on('data', (chunk) => socket.write(`echo ${chunk}`)).on('end', () => socket.end());
      });
      const socket = openSocket(app, UPGRADE);
      expect(await readUntil(socket, '\r\n\r\n')).toBe(ACCEPTED);
      socket.write('hello');
      expect(await readUntil(socket, 'hello')).toBe('echo hello');
      await sleep(50);
      expect(await entriesOf(app, 0)).toEqual([]);
      socket.destroy();
      const [row, ...others] = await entriesOf(app, 1);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ kind: 'main', status: 101, method: 'GET', error: '', ip: '127.0.0.1' });
      expect(row?.url).toMatch(/\/\/h\/socket\?room=1$/);
      expect(row?.duration).toBeGreaterThan(50_000);
      const names = (await profileOf(app, row))?.detail?.responseHeaders.map(([name]) => name.toLowerCase());
      expect(names).toEqual(['upgrade', 'connection']);
    });

    test('records a refused upgrade when the response is sent', async () => {
      const app = await startAttached();
      let serverSocket: Duplex | undefined;
      app.server.on('upgrade', async (_request, socket: Duplex) => {
        serverSocket = socket;
        await sleep(20);
        socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
      });
      const socket = openSocket(app, UPGRADE);
      await readUntil(socket, '\r\n\r\n');
      expect((await entriesOf(app, 1)).map(summary)).toEqual(['main 401 GET /socket?room=1 -']);
      expect(serverSocket?.destroyed).toBe(false);
      socket.destroy();
      await sleep(30);
      expect(await entriesOf(app, 1)).toHaveLength(1);
    });

    test('records an upgrade as aborted when the app destroys the socket', async () => {
      const app = await startAttached();
      app.server.on('upgrade', (_request, socket: Duplex) => socket.destroy());
      expect(await exchange(app, UPGRADE)).toBe('');
      expect((await entriesOf(app, 1)).map(summary)).toEqual(['main 499 GET /socket?room=1 Aborted']);
    });

    test('records a normal request when the app has no upgrade listener', async () => {
      const app = await startAttached();
      const received = await exchange(
        app,
        UPGRADE.replace('/socket', '/ok').replace('Upgrade\r', 'Upgrade, close\r'),
      );
      expect(received).toMatch(/^HTTP\/1\.1 200 /);
      expect((await entriesOf(app, 1)).map(summary)).toEqual(['main 200 GET /ok?room=1 -']);
    });

    test('records an accepted CONNECT when its tunnel closes', async () => {
      const app = await startAttached();
      app.server.on('connect', (_request, socket: Duplex) => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
        socket.on('end', () => socket.end()).resume();
      });
      const socket = openSocket(app, 'CONNECT db.example:5432 HTTP/1.1\r\nHost: db.example:5432\r\n\r\n');
      await readUntil(socket, '\r\n\r\n');
      expect(await entriesOf(app, 0)).toEqual([]);
      socket.destroy();
      const [row] = await entriesOf(app, 1);
      expect(row).toMatchObject({ status: 200, method: 'CONNECT', error: '' });
      expect(row?.url).toContain('db.example:5432');
    });

    test('records a CONNECT that Node drops because the app has no listener', async () => {
      const app = await startAttached();
      const socket = openSocket(app, 'CONNECT db.example:5432 HTTP/1.1\r\nHost: db.example:5432\r\n\r\n');
      await once(socket, 'ready');
      expect(await readToEnd(socket)).toBe('');
      expect((await entriesOf(app, 1)).map(({ status, method }) => `${status} ${method}`)).toEqual([
        '499 CONNECT',
      ]);
    });
  });
}
