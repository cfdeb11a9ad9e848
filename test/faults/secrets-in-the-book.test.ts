import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, expect, test, vi } from 'vitest';
import { gatebook } from '../../src/express.ts';
import { log, note } from '../../src/index.ts';
import { figure } from '../support/figure.ts';
import { sendRequest } from '../support/request.ts';
import { type Planted, plantedSecrets } from './secrets-planted.ts';

/** `npm run faults:record -- --full` uses a million. */
const SECRETS = Number(process.env.SECRETS ?? 10_000);
/** How many secrets are sent with one request. */
const SECRETS_PER_REQUEST = 10;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test(`stores none of ${SECRETS} secrets that an app receives, logs, notes or throws`, {
  timeout: 120_000 + SECRETS,
}, async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const secretsByRequest = new Map<string, readonly Planted[]>();
  const app = express();
  app.set('env', 'test');
  const book = gatebook(app, { storage: `sqlite:${join(folder, 'book.db')}` });
  app.use((request) => {
    const secrets = secretsByRequest.get(String(request.headers['x-number'])) ?? [];
    for (const secret of secrets) {
      if (secret.kind === 'text') log('info', secret.text);
      if (secret.kind === 'value') note(secret.key, secret.text);
    }
    const text = secrets.find(({ kind }) => kind === 'text');
    throw new TypeError(text?.kind === 'text' ? text.text : 'fails', { cause: text });
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  const canaries: string[] = [];
  let number = 0;
  let group: Planted[] = [];
  let requests: Promise<void>[] = [];
  for (const planted of plantedSecrets(SECRETS, 77)) {
    group.push(planted);
    canaries.push(...planted.canaries);
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

  const outputs: [string, string][] = readdirSync(folder).map((file) => [
    file,
    readFileSync(join(folder, file), 'latin1'),
  ]);
  expect(outputs.map(([name]) => name)).toContain('book.db-wal');
  outputs.push(['the page', (await sendRequest(port, '/_profiler?limit=100')).body]);
  outputs.push(['the newest profile', await newestProfile(port)]);
  outputs.push([
    'messages on stderr',
    stderr.mock.calls
      .map(([text]) => String(text))
      .filter((text) => text.startsWith('gatebook'))
      .join(''),
  ]);
  server.close();
  agent.destroy();
  await book.close();
  outputs.push(['the closed book', readFileSync(join(folder, 'book.db'), 'latin1')]);
  vi.restoreAllMocks();
  // The test proves nothing unless headers, logs, notes and errors were recorded.
  for (const part of ['"logs"', '"notes"', 'TypeError', 'referer'])
    expect(outputs.at(-1)?.[1]).toContain(part);

  const found = outputs.map(([name, bytes]) => [name, leaked(bytes, canaries).slice(0, 5)]);
  expect(found).toEqual(outputs.map(([name]) => [name, []]));
  const { recorded, stored } = book.stats();
  expect(stored).toBe(recorded);
  expect(recorded).toBeGreaterThanOrEqual(number * 2);
  figure(`${SECRETS} secrets through an app`, `0 in ${outputs.length} places`);
});

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

/** Finds all canaries in one pass over the bytes, by their first eight characters. */
function leaked(bytes: string, canaries: readonly string[]): string[] {
  const byStart = new Map<string, string[]>();
  for (const canary of canaries) {
    const start = canary.slice(0, 8);
    const same = byStart.get(start);
    if (same) same.push(canary);
    else byStart.set(start, [canary]);
  }
  const found: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; at++) {
    const same = byStart.get(bytes.slice(at, at + 8));
    if (same) found.push(...same.filter((canary) => bytes.startsWith(canary, at)));
  }
  return found;
}
