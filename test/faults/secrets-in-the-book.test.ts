import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, expect, test, vi } from 'vitest';
import { gatebook } from '../../src/express.ts';
import { log, note } from '../../src/index.ts';
import { EVERYTHING } from '../../src/search/criteria.ts';
import type { Cursor } from '../../src/search/cursor.ts';
import type { Store } from '../../src/store/store.ts';
import { CanarySearch } from '../support/canary-search.ts';
import { figure } from '../support/figure.ts';
import { sendRequest } from '../support/request.ts';
import { type Planted, plantedSecrets } from './secrets-planted.ts';

/** `npm run faults:record -- --full` uses two million. */
const SECRETS = Number(process.env.SECRETS ?? 10_000);
/** How many secrets are sent with one request. */
const SECRETS_PER_REQUEST = 10;
const MAX_REPORTED = 5;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-secrets-'));
const bookFolder = join(folder, 'book');
mkdirSync(bookFolder);
afterAll(() => rmSync(folder, { recursive: true }));

test('finds a canary in any file, also across two chunks', () => {
  const canaries = new CanarySearch();
  for (const canary of ['canary-one', 'canary-two', 'canary-é']) canaries.add(canary);
  const files = join(folder, 'files');
  mkdirSync(join(files, 'a/b'), { recursive: true });
  writeFileSync(join(files, 'clean'), 'canary-on');
  writeFileSync(join(files, 'a/b/deep'), `${'x'.repeat((1 << 24) - 4)}canary-two\0canary-é`);
  expect(canaries.inFolder(files)).toEqual(
    new Map([
      ['clean', []],
      ['a/b/deep', ['canary-two', Buffer.from('canary-é').toString('latin1')]],
    ]),
  );
  expect(canaries.inText('a canary-one')).toEqual(['canary-one']);
});

test(`stores none of ${SECRETS} secrets that an app receives, logs, notes or throws`, {
  timeout: 120_000 + SECRETS,
}, async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const secretsByRequest = new Map<string, readonly Planted[]>();
  const app = express();
  app.set('env', 'test');
  const book = gatebook(app, { storage: `sqlite:${join(bookFolder, 'book.db')}`, keep: false });
  app.use((request) => {
    const secrets = secretsByRequest.get(String(request.headers['x-number'])) ?? [];
    for (const secret of secrets) {
      if (secret.kind === 'text') log('info', secret.text);
      if (secret.kind === 'value') note(secret.key, secret.text);
    }
    const text = secrets.find(({ kind }) => kind === 'text');
    if (text?.kind === 'text') throw new TypeError(text.text, { cause: { reason: text.text } });
    throw new TypeError('fails');
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  const canaries = new CanarySearch();
  let number = 0;
  let group: Planted[] = [];
  let requests: Promise<void>[] = [];
  for (const planted of plantedSecrets(SECRETS, 77)) {
    group.push(planted);
    for (const canary of planted.canaries) canaries.add(canary);
    if (group.length < SECRETS_PER_REQUEST) continue;
    secretsByRequest.set(String(++number), group);
    requests.push(send(port, agent, number, group));
    group = [];
    if (requests.length < 100) continue;
    await Promise.all(requests);
    requests = [];
    secretsByRequest.clear();
  }
  await Promise.all(requests);
  await book.flush();

  const places = new Map<string, readonly string[]>();
  const addFiles = (when: string) => {
    for (const [file, leaked] of canaries.inFolder(bookFolder)) places.set(`${file} ${when}`, leaked);
  };
  addFiles('while the book is open');
  const { recorded, stored } = book.stats();
  expect(stored).toBe(recorded);
  expect(recorded).toBeGreaterThanOrEqual(number * 2);
  const profiles = await searchProfiles(await book.store(), canaries);
  places.set('profiles as JSON', profiles.leaked);
  // The test proves nothing unless headers, logs, notes and errors were recorded.
  expect(profiles.count).toBe(recorded);
  expect([...profiles.parts].sort()).toEqual(PARTS.toSorted());
  places.set('the page', canaries.inText((await sendRequest(port, '/_profiler?limit=100')).body));
  places.set('the newest profile', canaries.inText(await newestProfile(port)));
  const messages = stderr.mock.calls
    .map(([text]) => String(text))
    .filter((text) => text.startsWith('gatebook'));
  places.set('messages on stderr', canaries.inText(messages.join('')));
  server.close();
  agent.destroy();
  await book.close();
  addFiles('after it is closed');
  vi.restoreAllMocks();

  const leaked = [...places].filter(([, found]) => found.length > 0);
  expect(leaked.map(([place, found]) => [place, found.slice(0, MAX_REPORTED)])).toEqual([]);
  figure(`${SECRETS} secrets through an app`, `0 in ${places.size} places`);
});

const PARTS = ['"logs"', '"notes"', 'TypeError', 'referer'];

/** Reads each profile through the store, which knows how its details are compressed, and searches it as JSON. */
async function searchProfiles(store: Store, canaries: CanarySearch) {
  const leaked: string[] = [];
  const parts = new Set<string>();
  let count = 0;
  let cursor: Cursor | null = null;
  do {
    const page = await store.search({ ...EVERYTHING, limit: 1000, cursor });
    for (const { seq } of page.entries) {
      const json = JSON.stringify(await store.get(store.tokens.tokenOf(seq)));
      count++;
      for (const part of PARTS) if (json.includes(part)) parts.add(part);
      if (leaked.length < MAX_REPORTED) leaked.push(...canaries.inText(json));
    }
    cursor = page.older;
  } while (cursor !== null);
  return { leaked, parts, count };
}

/** Sends one request: the first URL is its target, the headers are its headers. */
function send(port: number, agent: Agent, number: number, group: readonly Planted[]): Promise<void> {
  const headers: [string, string][] = [['x-number', String(number)]];
  let path = '/';
  for (const secret of group) {
    if (secret.kind === 'header') headers.push([secret.name, secret.value]);
    // Other URLs are sent as Referer.
    if (secret.kind === 'url' && path === '/') path = targetOf(secret.url);
    else if (secret.kind === 'url') headers.push(['referer', secret.url]);
  }
  return new Promise((resolve) => {
    const request = httpRequest({ port, host: '127.0.0.1', agent, path }, (response) =>
      response.resume().on('end', resolve),
    );
    for (const [name, value] of headers) request.appendHeader(name, value);
    request.on('error', () => resolve()).end();
  });
}

function targetOf(url: string): string {
  const path = url.replace('https://shop.example', '');
  return path.startsWith('/') ? path : `/fetch?url=${path}`;
}

async function newestProfile(port: number): Promise<string> {
  const { body } = await sendRequest(port, '/_profiler');
  const token = /\/_profiler\/([0-9a-f]{6,12})"/.exec(body)?.[1];
  return (await sendRequest(port, `/_profiler/${token}`)).body;
}
