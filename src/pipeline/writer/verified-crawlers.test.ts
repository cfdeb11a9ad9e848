import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../test/support/dns-server.ts';
import { sampleDraft } from '../../../test/support/sample-draft.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { openStore } from '../../store/open-store.ts';
import { DraftEncoder } from '../draft/draft-encoder.ts';
import { startWriterThread } from './writer-thread.ts';

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
let folder = '';
let dns: DnsServer | undefined;
const threads: Worker[] = [];
const onWorker = (worker: Worker) => void threads.push(worker);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatebook-crawlers-'));
  process.on('worker', onWorker);
});
afterEach(() => {
  process.off('worker', onWorker);
  threads.length = 0;
  dns?.close();
  rmSync(folder, { recursive: true });
});

const storage = () => `sqlite:${join(folder, 'book')}`;

function batch(id: string) {
  const encoder = new DraftEncoder();
  encoder.add(sampleDraft(`/${id}`, { agent: GOOGLEBOT }));
  return { id, drafts: encoder.take() };
}

async function classes() {
  const store = await openStore(storage());
  const { entries } = await store.search(EVERYTHING);
  await store.close();
  return entries.map(({ client }) => client).reverse();
}

test('once a lookup has found an impostor, its requests are not those of a bot', async () => {
  dns = await startDnsServer(() => 'NXDOMAIN');
  const writer = startWriterThread({ storage: storage(), crawlers: { servers: [dns.address] } });
  await writer.write(batch('a'));
  await vi.waitFor(() => expect(dns?.asked).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await writer.write(batch('b'));
  await writer.close();
  expect(await classes()).toEqual(['bot', 'unknown']);
});

test('a lookup that is not answered delays neither a write nor the end of the thread', async () => {
  dns = await startDnsServer(() => null);
  const writer = startWriterThread({ storage: storage(), crawlers: { servers: [dns.address] } });
  await writer.write(batch('a'));
  await vi.waitFor(() => expect(dns?.asked.length).toBeGreaterThan(0));
  const ended = new Promise((resolve) => threads.at(-1)?.once('exit', resolve));
  const began = performance.now();
  await writer.write(batch('b'));
  await writer.close();
  await ended;
  // A lookup that is not answered takes 6 seconds.
  expect(performance.now() - began).toBeLessThan(1500);
  expect(await classes()).toEqual(['bot', 'bot']);
});
