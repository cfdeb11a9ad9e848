import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';
import type { Entry } from '../../src/profile/entry.ts';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { addKey } from '../../src/serve/access/collector-keys.ts';
import { openStore } from '../../src/store/open-store.ts';
import { harmSome, startChaosProxy } from '../support/chaos-proxy.ts';
import { kill, startCollectorProcess } from '../support/collector-process.ts';
import { figure } from '../support/figure.ts';

/** `npm run faults:collector` kills 1,000 times and breaks 500 connections. */
const KILLS = Number(process.env.KILLS ?? 4);
const CUTS = Number(process.env.CUTS ?? 25);
const BATCH = 5;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-collector-faults-'));
afterAll(() => rmSync(folder, { recursive: true }));

const started: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(kill));
});

async function collect(book: string, port = 0) {
  const collector = await startCollectorProcess(book, { port });
  started.push(collector.child);
  return collector;
}

let books = 0;
function newBook() {
  const book = join(folder, `book-${books++}`);
  return { book, write: addKey(join(book, 'keys'), { to: 'write', service: 'shop' }).key };
}

/** All entries of a book, read from its files. */
async function entriesOf(book: string): Promise<readonly Entry[]> {
  const store = await openStore(`sqlite:${book}`, { create: false });
  const entries: Entry[] = [];
  let page = await store.search({ ...EVERYTHING, limit: 1000 }, { deadline: 60_000 });
  entries.push(...page.entries);
  while (page.older) {
    page = await store.search({ ...EVERYTHING, limit: 1000, cursor: page.older }, { deadline: 60_000 });
    entries.push(...page.entries);
  }
  await store.close();
  return entries;
}

test('what was acknowledged is stored, once and whole, when collector and senders are killed', {
  timeout: 60_000 + KILLS * 6000,
}, async () => {
  const { book, write } = newBook();
  let collector = await collect(book);
  const { port } = collector;
  const acknowledged = new Map<string, number>();
  let senders = 0;

  function startSender() {
    const name = `sender${senders++}`;
    const script = join(import.meta.dirname, 'send-until-killed.ts');
    const child = spawn(process.execPath, ['--no-warnings', script, collector.url, write, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [batch, first] = line.split(' ');
        acknowledged.set(`${name}/${batch}`, Number(first));
      }
    });
    return child;
  }

  let sender = startSender();
  for (let n = 0; n < KILLS; n++) {
    const before = acknowledged.size;
    for (let wait = 0; acknowledged.size < before + 2 && wait < 1000; wait++) await sleep(10);
    expect(acknowledged.size).toBeGreaterThan(before);
    await sleep(Math.random() * 50);
    if (n % 2 === 0) {
      await kill(collector.child);
      collector = await collect(book, port);
    } else {
      await kill(sender);
      sender = startSender();
    }
  }
  await kill(sender);
  await kill(collector.child);

  const batches = Map.groupBy(await entriesOf(book), ({ url }) => url.split('/').slice(3, 5).join('/'));
  const partial = [...batches].filter(([, entries]) => new Set(entries.map(({ url }) => url)).size !== BATCH);
  const twice = [...batches].filter(([, entries]) => entries.length > BATCH);
  const lost = [...acknowledged].filter(
    ([batch, first]) => !batches.get(batch)?.some(({ seq }) => seq === first),
  );
  figure('collector: acknowledged batches after kills', `${acknowledged.size}, ${KILLS} kills`);
  expect({ lost, twice, partial }).toEqual({ lost: [], twice: [], partial: [] });
});

test('an app loses nothing and stores nothing twice over broken connections and a collector that is gone', {
  timeout: 60_000 + CUTS * 2000,
}, async () => {
  const { book: path, write } = newBook();
  let collector = await collect(path);
  const { port } = collector;
  const proxy = await startChaosProxy(() => port, harmSome(3));
  const said: string[] = [];
  const logger = { info: (text: string) => said.push(text), warn: (text: string) => said.push(text) };
  const server = createServer((_request, response) => response.end('ok'));
  const book = gatebook(server, { storage: `http://127.0.0.1:${proxy.port}`, writeKey: write, logger });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const app = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const harmed = () => Object.values(proxy.harms).reduce((sum, n) => sum + n, -proxy.harms.none);
  const identity = () => {
    const { recorded, stored, dropped, held } = book.stats();
    expect(recorded).toBe(stored + dropped + held);
  };

  let sent = 0;
  const request = async () => {
    expect(await (await fetch(`${app}/n/${sent++}`)).text()).toBe('ok');
    identity();
  };
  for (let wait = 0; harmed() < CUTS && wait < CUTS * 100; wait++) {
    await request();
    if (wait % 10 === 0) await sleep(20);
  }
  proxy.calm();
  await kill(collector.child);
  said.length = 0;
  for (let n = 0; n < 100; n++) {
    await request();
    await sleep(10);
  }
  expect(book.stats().held).toBeGreaterThan(0);
  collector = await collect(path, port);
  for (let wait = 0; book.stats().held > 0 && wait < 100; wait++) {
    await sleep(100);
    await book.flush();
  }
  identity();
  expect(book.stats()).toMatchObject({ recorded: sent, stored: sent, dropped: 0, held: 0 });
  // One when it is lost, if that was not said of a broken connection before, and one when it is back.
  expect(said.filter((text) => text.includes('not available')).length).toBeLessThanOrEqual(1);
  expect(
    said.filter((text) => text.includes('Writing works again.')),
    said.join('; '),
  ).toHaveLength(1);
  await book.close();
  server.close();
  server.closeAllConnections();
  await proxy.close();
  await kill(collector.child);

  const numbers = (await entriesOf(path)).map(({ url }) => Number(url.split('/').at(-1)));
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: sent }, (_, n) => n));
  figure('collector: broken requests', JSON.stringify(proxy.harms));
});

test('an app that ends sends what it holds', async () => {
  const { book, write } = newBook();
  const collector = await collect(book);
  const script = `
    import { createServer } from 'node:http';
    import { gatebook } from ${JSON.stringify(join(import.meta.dirname, '../../dist/http.js'))};
    const server = createServer((_request, response) => response.end('ok'));
    gatebook(server);
    server.listen(0, '127.0.0.1', async () => {
      const app = 'http://127.0.0.1:' + server.address().port;
      for (let n = 0; n < 20; n++) await (await fetch(app + '/n/' + n)).text();
      process.kill(process.pid, 'SIGTERM');
    });`;
  const env = { ...process.env, GATEBOOK_STORAGE: collector.url, GATEBOOK_WRITE_KEY: write };
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env, stdio: 'inherit' });
  expect((await once(child, 'exit'))[1]).toBe('SIGTERM');
  await kill(collector.child);
  const numbers = (await entriesOf(book)).filter(({ kind }) => kind === 'main');
  expect(numbers).toHaveLength(20);
});
