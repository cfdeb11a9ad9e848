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

/** `npm run faults:record -- --full` plants a million. */
const SECRETS = Number(process.env.SECRETS ?? 10_000);
/** So many go with one request. */
const TOGETHER = 10;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test(`of ${SECRETS} secrets sent, logged, noted and thrown in an app, none is in any byte it leaves behind`, {
  timeout: 120_000 + SECRETS,
}, async () => {
  const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const carried = new Map<string, readonly Planted[]>();
  const app = express();
  app.set('env', 'test');
  const book = gatebook(app, { storage: `sqlite:${join(folder, 'book.db')}` });
  app.use((request) => {
    const secrets = carried.get(String(request.headers['x-number'])) ?? [];
    for (const secret of secrets) {
      if (secret.place === 'text') log('info', secret.text);
      if (secret.place === 'value') note(secret.key, secret.text);
    }
    const text = secrets.find(({ place }) => place === 'text');
    throw new TypeError(text?.place === 'text' ? text.text : 'fails', { cause: text });
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  const canaries: string[] = [];
  let number = 0;
  let group: Planted[] = [];
  let asked: Promise<void>[] = [];
  for (const planted of plantedSecrets(SECRETS, 77)) {
    group.push(planted);
    canaries.push(...planted.canaries);
    if (group.length < TOGETHER) continue;
    carried.set(String(++number), group);
    asked.push(send(port, agent, number, group));
    group = [];
    if (asked.length < 100) continue;
    await Promise.all(asked);
    asked = [];
    carried.clear();
  }
  await Promise.all(asked);
  await book.flush();

  const left: [string, string][] = readdirSync(folder).map((file) => [
    file,
    readFileSync(join(folder, file), 'latin1'),
  ]);
  expect(left.map(([name]) => name)).toContain('book.db-wal');
  left.push(['the page', (await sendRequest(port, '/_profiler?limit=100')).body]);
  left.push(['the newest profile', await newestProfile(port)]);
  left.push([
    'what Gatebook said',
    said.mock.calls
      .map(([text]) => String(text))
      .filter((text) => text.startsWith('gatebook'))
      .join(''),
  ]);
  server.close();
  agent.destroy();
  await book.close();
  left.push(['the book, closed', readFileSync(join(folder, 'book.db'), 'latin1')]);
  vi.restoreAllMocks();
  // What was sent, logged and noted was recorded, or none of this would prove a thing.
  for (const part of ['"logs"', '"notes"', 'TypeError', 'referer']) expect(left.at(-1)?.[1]).toContain(part);

  const found = left.map(([name, bytes]) => [name, leaked(bytes, canaries).slice(0, 5)]);
  expect(found).toEqual(left.map(([name]) => [name, []]));
  const { recorded, stored } = book.stats();
  expect(stored).toBe(recorded);
  expect(recorded).toBeGreaterThanOrEqual(number * 2);
  figure(`${SECRETS} secrets through an app`, `0 in ${left.length} places`);
});

/** The first URL among the secrets is the target, all their headers are sent. */
function send(port: number, agent: Agent, number: number, group: readonly Planted[]): Promise<void> {
  const headers: [string, string][] = [['x-number', String(number)]];
  let path = '/';
  for (const secret of group) {
    if (secret.place === 'header') headers.push([secret.name, secret.value]);
    // A fragment is never sent, and what is no path of ours goes as a query.
    if (secret.place === 'url' && path === '/') path = targetOf(secret.url);
    else if (secret.place === 'url') headers.push(['referer', secret.url]);
  }
  return new Promise((resolve) => {
    const request = httpRequest({ port, host: '127.0.0.1', agent, path }, (answer) =>
      answer.resume().on('end', resolve),
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

/** Every canary that is in the bytes, found in one pass over them: by its first characters, then whole. */
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
