import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EVERYTHING } from '../src/search/criteria.ts';
import { ask } from './ask.ts';
import { entries, FRAMEWORKS, type Framework, profileOf, type Running, type Variant } from './frameworks.ts';

let running: Running | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start(framework: Framework, variant?: Variant): Promise<Running> {
  running = await framework(variant);
  return running;
}

describe.each(Object.entries(FRAMEWORKS))('%s', (_name, { start: framework, errorStage }) => {
  test('records what was asked and how it was answered', async () => {
    const app = await start(framework);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const answer = await fetch(`${app.url}/ok?page=2&token=CANARY`, {
      headers: {
        'user-agent': 'curl/8',
        traceparent: `00-${trace}-00f067aa0ba902b7-01`,
        cookie: 'sid=CANARY',
      },
    });
    expect(await answer.text()).toBe('ok');
    const rows = await entries(app, 1);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      status: 200,
      ip: '127.0.0.1',
      method: 'GET',
      url: `${app.url}/ok?page=2&token=***`,
      host: `127.0.0.1:${app.port}`,
      kind: 'main',
      parent: null,
      trace,
      userAgent: 'curl/8',
      client: 'tool',
      error: '',
      detail: 'kept',
    });
    expect(rows[0]?.duration).toBeGreaterThan(0);
    const profile = await profileOf(app, rows[0]);
    expect(profile?.detail?.requestHeaders).toContainEqual(['cookie', 'sid=***']);
    expect(JSON.stringify(profile)).not.toContain('CANARY');
  });

  test('gives tokens to requests that come before the book is open, and to all that come at once', async () => {
    const app = await start(framework);
    await Promise.all(
      Array.from({ length: 200 }, (_, n) => fetch(`${app.url}/ok?n=${n}`).then((answer) => answer.text())),
    );
    const store = await app.book.store();
    await entries(app, 200);
    expect(app.book.stats()).toEqual({ recorded: 200, stored: 200, dropped: 0, held: 0, faults: 0 });
    const page = await store.search({ ...EVERYTHING, limit: 1000 });
    expect(new Set(page.entries.map(({ seq }) => store.tokens.tokenOf(seq))).size).toBe(200);
    expect(new Set(page.entries.map(({ time }) => time)).size).toBe(200);
  });

  test('an aborted request is not a 200', async () => {
    const app = await start(framework);
    const socket = connect(app.port, '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: h\r\n\r\n');
    await once(socket, 'connect');
    await sleep(50);
    socket.destroy();
    const [entry] = await entries(app, 1);
    expect(entry).toMatchObject({ status: 499, error: 'Aborted', url: 'http://h/slow', ip: '127.0.0.1' });
  });

  test('an answer cut in the middle keeps its status, and says that it was cut', async () => {
    const app = await start(framework);
    const request = httpRequest(`${app.url}/late`).end();
    const [response] = await once(request, 'response');
    await once(response, 'readable');
    request.on('error', () => {});
    request.destroy();
    const [entry] = await entries(app, 1);
    expect(entry).toMatchObject({ status: 200, error: 'Aborted' });
  });

  test('a length that no integer holds is no length', async () => {
    const app = await start(framework);
    for (const length of ['9007199254740994', '18446744073709551615']) {
      const socket = connect(app.port, '127.0.0.1');
      socket.write(`GET /slow HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n\r\n`);
      await once(socket, 'connect');
      await sleep(50);
      socket.destroy();
    }
    const rows = await entries(app, 2);
    expect(rows.map(({ requestBytes }) => requestBytes)).toEqual([0, 0]);
  });

  test('a secret in the user agent is withheld as in the header', async () => {
    const app = await start(framework);
    await ask(app.port, '/ok', { headers: { 'user-agent': 'x ghp_abcdefghijklmnop1234567890abcdefghij' } });
    const [entry] = await entries(app, 1);
    expect(entry?.userAgent).toBe('x ***');
    const profile = await profileOf(app, entry);
    expect(profile?.detail?.requestHeaders).toContainEqual(['user-agent', 'x ***']);
  });

  test('a request that ends after the book was closed is counted as dropped, without a word', async () => {
    const app = await start(framework);
    const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const socket = connect(app.port, '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: h\r\n\r\n');
    await once(socket, 'connect');
    await sleep(50);
    await app.book.close();
    socket.destroy();
    await vi.waitFor(() => expect(app.book.stats()).toMatchObject({ recorded: 1, dropped: 1, held: 0 }));
    await sleep(300);
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  test('an IPv4 client of a dual-stack listener is listed as IPv4', async () => {
    const app = await start(framework, { host: '::' });
    await (await fetch(`${app.url}/ok`)).text();
    expect((await entries(app, 1))[0]?.ip).toBe('127.0.0.1');
  });

  test('a hostile Host and target stay inside the URL', async () => {
    const app = await start(framework);
    for (const head of [
      'GET /<script> HTTP/1.1\r\nHost: a/b"><script>',
      'GET http://evil.example/x HTTP/1.1\r\nHost: h',
      'GET ftp://evil.example/x HTTP/1.1\r\nHost: h',
    ]) {
      const socket = connect(app.port, '127.0.0.1');
      socket.write(`${head}\r\nConnection: close\r\n\r\n`);
      socket.resume();
      await once(socket, 'close');
    }
    const mains = (await entries(app, errorStage ? 6 : 3)).filter(({ kind }) => kind === 'main');
    expect(mains.map(({ url }) => url)).toEqual([
      'ftp://evil.example/x',
      'http://evil.example/x',
      `${app.url}/<script>`,
    ]);
  });

  if (!errorStage) {
    test('a 404 that the handler answers itself is one row', async () => {
      const app = await start(framework);
      await (await fetch(`${app.url}/error/.env`)).text();
      const rows = await entries(app, 1);
      expect(rows.map(({ kind, status, client }) => ({ kind, status, client }))).toEqual([
        { kind: 'main', status: 404, client: 'scanner' },
      ]);
    });
    return;
  }

  describe('with an error stage', () => {
    test.each([false, true])('unrouted requests come in pairs (own handlers: %s)', async (own) => {
      const app = await start(framework, { own });
      const answer = await fetch(`${app.url}/error/.env`);
      expect(answer.status).toBe(404);
      expect((await answer.text()) === 'own 404').toBe(own);
      const [main, stage, ...others] = await entries(app, 2);
      expect(others).toEqual([]);
      expect(main).toMatchObject({ kind: 'main', parent: null, status: 404, route: '' });
      expect(stage).toMatchObject({ kind: 'error', parent: main?.seq });
      for (const same of ['time', 'status', 'ip', 'method', 'url'] as const)
        expect(stage?.[same]).toBe(main?.[same]);
      expect(stage?.duration).toBeLessThanOrEqual(main?.duration ?? 0);
    });

    test.each([
      ['/throws', false, 500],
      ['/rejects', false, 500],
      ['/throws', true, 503],
      ['/rejects', true, 503],
    ])('%s is answered by the error stage (own handlers: %s)', async (path, own, status) => {
      const app = await start(framework, { own });
      const answer = await fetch(app.url + path);
      expect(answer.status).toBe(status);
      expect((await answer.text()) === 'own 503').toBe(own);
      const [main, stage, ...others] = await entries(app, 2);
      expect(others).toEqual([]);
      expect(main).toMatchObject({ kind: 'main', status, error: 'TypeError', route: path });
      expect(stage).toMatchObject({ kind: 'error', status, error: 'TypeError', parent: main?.seq });
      const profile = await profileOf(app, stage);
      expect(profile?.detail?.exception?.name).toBe('TypeError');
      if (path === '/throws') {
        expect(profile?.detail?.exception).toMatchObject({
          message: 'thrown password=***',
          cause: { name: 'RangeError' },
        });
        expect(JSON.stringify(profile)).not.toContain('CANARY');
      }
    });

    test.each([
      ['/nameless', '[object Object]'],
      ['/unreadable', 'unreadable'],
      ['/stringless', 'unreadable'],
    ])('%s, thrown by someone careless, costs no row', async (path, error) => {
      const app = await start(framework, { own: true });
      await ask(app.port, path);
      const rows = await entries(app, 2);
      expect(rows.map((row) => [row.kind, row.error])).toEqual([
        ['main', error],
        ['error', error],
      ]);
      expect(app.book.stats().faults).toBe(0);
    });

    test('a 404 that a route answers itself is one row, with its route', async () => {
      const app = await start(framework, { own: true });
      await (await fetch(`${app.url}/gone`)).text();
      await (await fetch(`${app.url}/users/7`)).text();
      const rows = await entries(app, 2);
      expect(rows.map(({ kind, status, route }) => ({ kind, status, route }))).toEqual([
        { kind: 'main', status: 200, route: '/users/:id' },
        { kind: 'main', status: 404, route: '/gone' },
      ]);
    });
  });
});
