import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';
import { listen, type RunningServer } from '../support/frameworks/frameworks.ts';
import { TEST_KEY } from '../support/key.ts';
import { sendRequest } from '../support/request.ts';

let running: RunningServer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start(options: object = {}): Promise<RunningServer> {
  const server = createServer((_request, response) => response.writeHead(404).end('the app'));
  running = await listen(server, gatebook(server, { storage: 'memory:', ...options }));
  return running;
}

const logout = (port: number, headers: Record<string, string> = {}) =>
  sendRequest(port, '/_profiler/logout', { method: 'POST', headers });

/** Logs in with the form, and returns the Cookie header that a browser would send. */
async function logIn({ url }: RunningServer): Promise<string> {
  const response = await fetch(`${url}/_profiler/login`, {
    method: 'POST',
    body: new URLSearchParams({ key: TEST_KEY }),
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

test('the Lock button removes the cookie and leads to the locked page', async () => {
  const started = await start();
  const { port } = started;
  const cookie = await logIn(started);
  const page = await sendRequest(port, '/_profiler', { headers: { cookie } });
  expect(page.status).toBe(200);
  expect(page.body).toContain('<form class="lock" method="post" action="/_profiler/logout">');

  const { status, headers } = await logout(port, { cookie, origin: `http://127.0.0.1:${port}` });
  expect(status).toBe(303);
  expect(headers.location).toBe('/_profiler');
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(/^gatebook-[0-9a-f]{8}=; Path=\/_profiler; Max-Age=0; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(
      /^__Secure-gatebook-[0-9a-f]{8}=; Path=\/_profiler; Max-Age=0; HttpOnly; SameSite=Strict; Secure$/,
    ),
  ]);
  const locked = await sendRequest(port, '/_profiler', { headers: { cookie: '' } });
  expect(locked.status).toBe(401);
  expect(locked.body).toContain('Profile Search is locked');
  expect(locked.body).not.toContain('/logout');
});

test('a form on a page without referrer can log out', async () => {
  const { port } = await start();
  const { status } = await logout(port, { origin: 'null', 'sec-fetch-site': 'same-origin' });
  expect(status).toBe(303);
});

test.each([
  { origin: 'http://evil.example' },
  { origin: 'http://127.0.0.1:1' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
])('another site cannot log out: %j', async (headers) => {
  const started = await start();
  const { status, headers: sent } = await logout(started.port, { cookie: await logIn(started), ...headers });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(sent['set-cookie']).toBeUndefined();
});

test('a link cannot log out', async () => {
  const { port } = await start();
  const { status, headers } = await sendRequest(port, '/_profiler/logout');
  expect(status).toBe(404);
  expect(headers['set-cookie']).toBeUndefined();
});

test('with the option authorize there is no Lock button', async () => {
  const { port } = await start({ authorize: () => true });
  expect((await sendRequest(port, '/_profiler')).body).not.toContain('logout');
  expect((await logout(port)).status).toBe(404);
});
