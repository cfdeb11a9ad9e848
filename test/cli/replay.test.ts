import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttp2Server } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Replayed, type ReplayOptions, replay } from '../../src/cli/replay/replay.ts';
import { differenceText } from '../../src/compare/difference.ts';
import { gatebook as gatebookHttp2 } from '../../src/http2.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { profileOf } from '../../src/store/profile-of.ts';
import type { Store } from '../../src/store/store.ts';
import { listen, type RunningServer } from '../support/frameworks/frameworks.ts';
import { requestHttp2 } from '../support/http2-client.ts';
import { type Handler, serve } from '../support/recorded-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A recorded server, and its book as another process opens it. */
async function startApp(handle: Handler): Promise<RunningServer & { readonly opened: () => Promise<Store> }> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-replay-'));
  const storage = `sqlite:${folder}`;
  const running = await serve(handle, { storage, bodies: 'all' });
  closing.push(() => rmSync(folder, { recursive: true }), running.close);
  return { ...running, opened: () => openBook(storage, running) };
}

async function openBook(storage: string, { book }: RunningServer): Promise<Store> {
  await book.flush();
  const store = await openStore(storage, { create: false });
  closing.push(() => store.close());
  return store;
}

async function newestProfile(book: Store): Promise<Profile> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { entries } = await book.search({
      terms: [{ field: 'kind', not: false, any: ['main'] }],
      limit: 1,
      cursor: null,
    });
    if (entries[0]) return profileOf(book, entries[0]);
    await sleep(20);
  }
  throw new Error('The book is empty.');
}

async function replayed(book: Store, profile: Profile, options: ReplayOptions): Promise<Replayed> {
  const result = await replay(book, profile, options);
  if (result.outcome === 'refused') throw new Error(result.reason);
  return result;
}

/** Without durations, which vary on a busy machine. */
function lines({ compared }: Replayed): string[] {
  const differences = compared?.comparison.differences ?? [];
  return differences
    .filter(({ subject }) => subject !== 'time')
    .map((difference) => {
      const { sign, subject, name, text, was } = differenceText(difference);
      return [sign, subject, name, text, was && `(was ${was})`].filter((part) => part !== '').join(' ');
    });
}

test('sends a request again, finds its profile and says that nothing differs', async () => {
  const app = await startApp((request, response) => {
    response.setHeader('x-powered-by', 'test').end(`hello ${request.headers['user-agent']}`);
  });
  await fetch(`${app.url}/a?b=1`, { headers: { 'user-agent': 'tester/1' } });
  const book = await app.opened();
  const result = await replayed(book, await newestProfile(book), { to: app.url });
  expect(result).toMatchObject({ runs: [{ status: 200, failure: '' }], statuses: [[200, 1]] });
  expect(result.compared?.by).toBe('profile');
  expect(lines(result)).toEqual([]);
  expect(result.compared?.profile.entry).toMatchObject({ url: `${app.url}/a?b=1`, userAgent: 'tester/1' });
  expect(result.compared?.run.token).not.toBe(result.token);
});

test('sends the recorded body', async () => {
  const bodies: string[] = [];
  const app = await startApp(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    bodies.push(text);
    response.setHeader('content-type', 'text/plain').end(String(text.length));
  });
  const body = JSON.stringify({ name: 'caf\u00e9', lines: 'a\r\n\r\nGET / HTTP/1.1' });
  await fetch(`${app.url}/cart`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const book = await app.opened();
  const profile = await newestProfile(book);
  expect(await replay(book, profile, { to: app.url })).toMatchObject({ outcome: 'refused', why: 'changes' });
  const result = await replayed(book, profile, { to: app.url, allowChanges: true });
  expect(lines(result)).toEqual([]);
  expect(bodies).toEqual([body, body]);
});

test('ranks what differs as every comparison does', async () => {
  const database = new DatabaseSync(':memory:');
  let isBroken = false;
  const app = await startApp((_request, response) => {
    if (isBroken) throw new TypeError('cart is undefined');
    response.end(JSON.stringify(database.prepare('SELECT 1 AS one').all()));
  });
  await fetch(app.url);
  const book = await app.opened();
  const profile = await newestProfile(book);
  isBroken = true;
  const result = await replayed(book, profile, { to: app.url });
  expect(result.compared?.run.status).toBe(500);
  expect(lines(result)).toEqual(['- query SELECT ? AS one not called', '* status 200 → 500']);
});

test('a given header replaces a withheld one, and is not named as missing', async () => {
  const app = await startApp((request, response) => {
    response.statusCode = request.headers.authorization === 'Bearer secret' ? 200 : 401;
  });
  await fetch(app.url, { headers: { authorization: 'Bearer secret' } });
  const book = await app.opened();
  const profile = await newestProfile(book);
  const without = await replayed(book, profile, { to: app.url });
  expect(without.request.missing).toEqual([{ part: 'header', name: 'authorization', why: 'was withheld' }]);
  expect(lines(without)).toEqual(['* status 200 → 401']);
  const given = await replayed(book, profile, { to: app.url, headers: [['authorization', 'Bearer secret']] });
  expect(given.request.missing).toEqual([]);
  expect(lines(given)).toEqual([]);
});

test('gives the distribution of several replays, and compares the one that differs', async () => {
  let count = 0;
  const app = await startApp((_request, response) => {
    if (++count === 4) response.statusCode = 503;
  });
  await fetch(app.url);
  const book = await app.opened();
  const result = await replayed(book, await newestProfile(book), { to: app.url, times: 5 });
  expect(result.runs).toHaveLength(5);
  expect(result.statuses).toEqual([
    [200, 4],
    [503, 1],
  ]);
  const { min = 0, p50 = 0, p95 = 0, max = 0 } = result.durations ?? {};
  expect([min, p50, p95, max]).toEqual([min, p50, p95, max].toSorted((a, b) => a - b));
  expect(result.compared?.run.status).toBe(503);
});

test('compares the response if the request was not recorded', async () => {
  const app = await startApp((_request, response) => {
    response.setHeader('content-type', 'text/plain').setHeader('set-cookie', 'a=secret').end('one');
  });
  const other = await serve((_request, response) => {
    response.setHeader('content-type', 'text/html').setHeader('set-cookie', 'a=other').end('two');
  });
  closing.push(other.close);
  await fetch(app.url);
  const book = await app.opened();
  const result = await replayed(book, await newestProfile(book), { to: other.url, wait: 100 });
  expect(result.compared?.by).toBe('response');
  expect(lines(result)).toEqual([
    '* response body one → two',
    '* response header content-type text/plain → text/html',
  ]);
  expect(JSON.stringify(result.compared?.profile)).not.toContain('a=other');
});

test('says why there was no response', async () => {
  const app = await startApp((_request, response) => response.end());
  await fetch(app.url);
  const book = await app.opened();
  const profile = await newestProfile(book);
  const gone = await replayed(book, profile, { to: 'http://127.0.0.1:9' });
  expect(gone).toMatchObject({ compared: null, durations: null, statuses: [[0, 1]] });
  expect(gone.runs[0]?.failure).toContain('ECONNREFUSED');
  const silent = await startApp(() => new Promise(() => {}));
  const late = await replayed(book, profile, { to: silent.url, timeout: 100 });
  expect(late.runs[0]?.failure).toBe('The server did not answer in time.');
});

test('does not follow redirects, and stops reading a response without an end', async () => {
  const app = await startApp(async (request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: '/endless' }).end();
    else if (request.headers['user-agent'] === 'short') response.end();
    else {
      response.write('data: x\n\n');
      await sleep(3000);
    }
  });
  await fetch(`${app.url}/away`, { redirect: 'manual' });
  const book = await app.opened();
  const result = await replayed(book, await newestProfile(book), { to: app.url });
  expect(result.runs[0]?.status).toBe(302);
  await fetch(`${app.url}/endless`, { headers: { 'user-agent': 'short' } });
  await app.book.flush();
  const endless = await replayed(book, await newestProfile(book), {
    to: app.url,
    headers: [['user-agent', 'other']],
    timeout: 300,
    wait: 0,
  });
  expect(endless.runs[0]?.status).toBe(200);
});

test('sends over HTTP/2 what was recorded over HTTP/2, and over HTTP/1.1 to a server without it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-replay-'));
  const storage = `sqlite:${folder}`;
  const server = createHttp2Server((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404).end(request.httpVersion);
  });
  const running = await listen(server as never, gatebookHttp2(server, { storage }));
  closing.push(() => rmSync(folder, { recursive: true }), running.close);
  await requestHttp2(running.port, ['/missing']);
  const book = await openBook(storage, running);
  const profile = await newestProfile(book);
  const result = await replayed(book, profile, { to: running.url });
  expect(result.compared?.profile).toMatchObject({ entry: { status: 404 }, detail: { httpVersion: '2.0' } });
  expect(lines(result)).toEqual([]);
  const other = await serve((_request, response) => response.writeHead(404).end());
  closing.push(other.close);
  expect(await replayed(book, profile, { to: other.url, wait: 0 })).toMatchObject({ statuses: [[404, 1]] });
  const gone = await replayed(book, profile, { to: 'http://127.0.0.1:9' });
  expect(gone.runs[0]?.failure).toContain('ECONNREFUSED');
});
