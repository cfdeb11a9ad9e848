import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { TEST_KEY } from '../support/key.ts';
import { pageServers, recordedEntries } from '../support/page-server.ts';
import { sendRequest } from '../support/request.ts';

const start = pageServers();

/** Opens the locked page, and returns the id that its form sends back. */
async function visit(port: number): Promise<string> {
  const { status, body } = await sendRequest(port, '/_profiler', { headers: { authorization: '' } });
  expect(status).toBe(401);
  const id = /name="visit" value="([\w-]+)"/.exec(body)?.[1];
  expect(id).toBeDefined();
  return id ?? '';
}

function logIn(port: number, fields: Record<string, string>): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/_profiler/login`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

test('the book stays empty when a person opens the page with the printed link', async () => {
  const app = await start('node:http');
  const id = await visit(app.port);
  expect((await logIn(app.port, { key: TEST_KEY, visit: id })).status).toBe(303);
  await app.book.close();
  expect(app.book.stats().recorded).toBe(0);
});

test('a visit without a login is recorded, at the latest when the book is closed', async () => {
  const app = await start('node:http');
  await visit(app.port);
  expect(app.book.stats().recorded).toBe(0);
  await app.book.close();
  expect(app.book.stats().recorded).toBe(1);
});

test('a visit without a login of its own is recorded after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const app = await start('node:http');
    const mine = await visit(app.port);
    await visit(app.port);
    // The login of one visitor says nothing about another.
    await logIn(app.port, { key: TEST_KEY, visit: mine });
    await logIn(app.port, { key: 'wrong', visit: 'x' });
    vi.advanceTimersByTime(9_999);
    expect(app.book.stats().recorded).toBe(1);
    vi.advanceTimersByTime(1);
    expect(app.book.stats().recorded).toBe(2);
    vi.useRealTimers();
    const rows = (await recordedEntries(app)).map(({ method, status }) => `${method} ${status}`);
    expect(rows).toEqual(['POST 401', 'GET 401']);
  } finally {
    vi.useRealTimers();
  }
});

test('a wrong key with the id of a visit does not hide that visit', async () => {
  const app = await start('node:http');
  const id = await visit(app.port);
  expect((await logIn(app.port, { key: 'wrong', visit: id })).status).toBe(401);
  await app.book.close();
  expect(app.book.stats().recorded).toBe(2);
});

test('more visits than can be held are recorded at once', async () => {
  const app = await start('node:http');
  for (let n = 0; n < 100; n++) await visit(app.port);
  expect(app.book.stats().recorded).toBe(0);
  for (let n = 0; n < 5; n++) await sendRequest(app.port, '/_profiler', { headers: { authorization: '' } });
  expect(app.book.stats().recorded).toBe(5);
});

test('an asset is not recorded, but a guess at one is', async () => {
  const app = await start('node:http');
  const get = (path: string) => sendRequest(app.port, path, { headers: { authorization: '' } });
  expect((await get('/_profiler/assets/page.css')).status).toBe(200);
  expect((await get('/_profiler/assets/guess')).status).toBe(404);
  await app.book.close();
  expect(app.book.stats().recorded).toBe(1);
});

test('a login that ends early prints nothing', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const app = await start('node:http');
  const socket = connect(app.port, '127.0.0.1');
  socket.write('POST /_profiler/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nkey=x');
  await once(socket, 'connect');
  setTimeout(() => socket.destroy(), 100);
  await vi.waitFor(() => expect(app.book.stats().recorded).toBe(1), 5000);
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});
