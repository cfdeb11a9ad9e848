import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startCollector, type TestCollector } from '../../../test/support/collector.ts';
import { readEntries } from '../../../test/support/read-book.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { openStore } from '../../store/open-store.ts';
import { openSpooledStore, type SpooledStore } from './spooled-store.ts';

const QUEUE = '00000000-0000-4000-8000-000000000000';
const root = mkdtempSync(join(tmpdir(), 'gatebook-spooled-'));
afterAll(() => rmSync(root, { recursive: true }));
const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of toClose.splice(0).reverse()) await each.close();
});

let names = 0;
async function collect() {
  const book = await openStore('memory:');
  const collector = await startCollector(book, join(root, `keys-${names++}`));
  toClose.push(collector);
  const { port } = collector.server.address() as AddressInfo;
  return {
    book,
    url: collector.url,
    keyOf: (service: string) => collector.newKey({ to: 'write', service }),
    gone: () => stop(collector),
    back: () => new Promise<void>((resolve) => collector.server.listen(port, '127.0.0.1', resolve)),
  };
}

async function stop({ server }: TestCollector): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

const newName = () => `${process.pid}-${String(names++).padStart(8, '0')}`;

async function open(url: string, write: string, path: string, name = newName()): Promise<SpooledStore> {
  const reserve = new RegExp(`${name}/seqs-`);
  const store = await openSpooledStore(url, { write }, { path, bytes: 1e6, name });
  toClose.push(store);
  // The seqs for the time without the collector are leased after it is open.
  for (let wait = 0; filesIn(path, reserve).length === 0 && wait < 100; wait++) await sleep(10);
  return store;
}

async function record(store: SpooledStore, n: number): Promise<void> {
  const { first } = await store.lease(1);
  const profiles = [sampleProfile({ seq: first, url: `https://h/${n}` })];
  await store.write({ id: `${QUEUE}-${n}`, profiles });
}

function filesIn(path: string, name: RegExp): string[] {
  const all = readdirSync(path, { recursive: true }) as string[];
  return all.filter((file) => name.test(file)).map((file) => join(path, file));
}
const batchesIn = (path: string) => filesIn(path, /\/\d{13}-/);
const urlsIn = async (book: Parameters<typeof readEntries>[0]) =>
  (await readEntries(book)).map(({ url }) => url.slice('https://h/'.length)).sort();
const newSpool = () => {
  const path = join(root, `spool-${names++}`);
  mkdirSync(path);
  return path;
};

async function untilSent(path: string): Promise<void> {
  for (let wait = 0; batchesIn(path).length > 0 && wait < 500; wait++) await sleep(10);
  expect(batchesIn(path)).toEqual([]);
}

test('files and folders of a spool are for their owner only', async () => {
  const { url, keyOf, gone } = await collect();
  const path = join(root, `made-${names++}`);
  const key = keyOf('shop');
  const store = await open(url, key, path);
  await gone();
  await record(store, 1);
  expect(batchesIn(path)).toHaveLength(1);
  for (const file of [path, ...filesIn(path, /./)]) {
    const status = lstatSync(file);
    expect((status.mode & 0o777).toString(8), file).toBe(status.isDirectory() ? '700' : '600');
    expect(file).not.toContain(key);
  }
});

test('what is torn, a link, or no batch is not sent, and stops nothing', async () => {
  const { url, book, keyOf, gone, back } = await collect();
  const path = newSpool();
  const store = await open(url, keyOf('shop'), path);
  await gone();
  for (const n of [1, 2, 3]) await record(store, n);
  const [first = '', second = ''] = batchesIn(path).sort();
  truncateSync(first, 50);
  writeFileSync(second, '{"not": "a batch"}\n');
  const target = join(root, 'target');
  writeFileSync(target, 'of someone else');
  symlinkSync(target, second.replace(/-2$/, '-9'));
  await back();
  for (let wait = 0; store.report(QUEUE).waiting > 0 && wait < 500; wait++) await sleep(10);
  expect(await urlsIn(book)).toEqual(['3']);
});

test('a torn file counts as dropped', async () => {
  const { url, keyOf, gone, back } = await collect();
  const path = newSpool();
  const store = await open(url, keyOf('shop'), path);
  await gone();
  await record(store, 1);
  await record(store, 2);
  expect(store.report(QUEUE)).toMatchObject({ waiting: 2, dropped: 0 });
  truncateSync(batchesIn(path).sort()[0] ?? '', 50);
  await back();
  await untilSent(path);
  expect(store.report(QUEUE)).toMatchObject({ waiting: 0, dropped: 1, trouble: null, problem: null });
});

test('a process sends what another one of its service has left, also with a new key, and nothing of another service', async () => {
  const { url, book, keyOf, gone, back } = await collect();
  const path = newSpool();
  const [oldKey, newKey, ofBlog] = [keyOf('shop'), keyOf('shop'), keyOf('blog')];
  const shop = await open(url, oldKey, path);
  const blog = await open(url, ofBlog, path);
  await gone();
  await record(shop, 1);
  await record(blog, 2);
  await shop.close();
  await blog.close();
  expect(batchesIn(path)).toHaveLength(2);
  await back();
  const next = await open(url, newKey, path);
  for (let wait = 0; batchesIn(path).length > 1 && wait < 500; wait++) await sleep(10);
  expect(next.report(QUEUE)).toMatchObject({ adopted: 1 });
  expect((await readEntries(book)).map(({ service }) => service)).toEqual(['shop']);
  expect(batchesIn(path)).toHaveLength(1);
});

test('nothing is sent to a book that has replaced the one it was recorded for', async () => {
  const { url, keyOf, gone } = await collect();
  const path = newSpool();
  const key = keyOf('shop');
  const store = await open(url, key, path);
  await gone();
  await record(store, 1);
  const { port } = new URL(url);
  const other = await openStore('memory:');
  const api = await startCollector(other, join(root, `keys-${names - 3}`));
  toClose.push(api);
  await stop(api);
  await new Promise<void>((resolve) => api.server.listen(Number(port), '127.0.0.1', resolve));
  for (let wait = 0; !store.report(QUEUE).problem && wait < 500; wait++) await sleep(10);
  expect(store.report(QUEUE)).toMatchObject({ waiting: 1, problem: expect.stringContaining('replaced') });
  await expect(record(store, 2)).rejects.toMatchObject({ code: 'book-unreadable' });
  expect(await urlsIn(other)).toEqual([]);
});

test('a folder that others can write to is not used', async () => {
  const { url, book, keyOf } = await collect();
  const path = newSpool();
  const key = keyOf('shop');
  await (await open(url, key, path)).close();
  const [ofBook = ''] = readdirSync(path);
  chmodSync(join(path, ofBook), 0o777);
  const store = await open(url, key, path);
  expect(store.report(QUEUE).problem).toContain('is not a folder that only this user writes to');
  await record(store, 1);
  expect(await urlsIn(book)).toEqual(['1']);
});

test('without the collector, seqs that were left are used, each once', async () => {
  const { url, keyOf, gone } = await collect();
  const path = newSpool();
  const key = keyOf('shop');
  const first = await open(url, key, path);
  const used = new Set<number>();
  const take = async (store: SpooledStore, size: number) => {
    const { first: from, end } = await store.lease(size);
    const before = used.size;
    for (let seq: number = from; seq < end; seq++) used.add(seq);
    expect(used.size - before).toBe(size);
  };
  await take(first, 100);
  await gone();
  for (const size of [1, 4096, 16, 60_000]) await take(first, size);
  await first.close();
  const second = await open(url, key, path);
  expect(second.tokens.key).toEqual(first.tokens.key);
  await take(second, 1000);
  await expect(second.lease(4096)).rejects.toMatchObject({ code: 'collector-unavailable' });
  expect(second.report(QUEUE).trouble).toContain('not available');
});

test('a writer thread that follows one that crashed has its batches, each once', async () => {
  const { url, book, keyOf, gone, back } = await collect();
  const [path, key, name] = [newSpool(), keyOf('shop'), newName()];
  const crashed = await open(url, key, path, name);
  const { first } = await crashed.lease(2);
  const batch = (n: number) => ({
    id: `${QUEUE}-${n}`,
    profiles: [sampleProfile({ seq: first + n, url: `https://h/${n}` })],
  });
  await gone();
  await crashed.write(batch(0));
  await crashed.write(batch(1));
  const next = await open(url, key, path, name);
  expect(next.report(QUEUE)).toMatchObject({ waiting: 2, adopted: 0 });
  // It did not say that it has this one.
  await next.write(batch(1));
  expect(next.report(QUEUE)).toMatchObject({ waiting: 2 });
  await back();
  await untilSent(path);
  expect(await urlsIn(book)).toEqual(['0', '1']);
});

test('a book that was never opened is not known', async () => {
  const { url, keyOf, gone } = await collect();
  const path = newSpool();
  await (await open(url, keyOf('shop'), path)).close();
  await gone();
  await expect(open(url, keyOf('blog'), path)).rejects.toMatchObject({ code: 'collector-unavailable' });
});
