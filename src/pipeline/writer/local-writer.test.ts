import { expect, test, vi } from 'vitest';
import { startDnsServer } from '../../../test/support/dns-server.ts';
import { sampleDraft } from '../../../test/support/sample-draft.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { openStore } from '../../store/open-store.ts';
import { DraftEncoder } from '../draft/draft-encoder.ts';
import { createLocalWriter } from './local-writer.ts';
import type { RunningWriter } from './writer-thread.ts';

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PROCESS = { service: 'shop', instance: 'a1', environment: 'staging', release: '1.2.3' };

test('writes redacted profiles to the store of this thread, with the process they are from', async () => {
  const book = await openStore('memory:');
  const writer = createLocalWriter(async () => book, { add: ['shoe'] }, PROCESS);
  const encoder = new DraftEncoder();
  for (const n of [1, 2, 3]) encoder.add(sampleDraft(`/${n}?shoe=CANARY&token=CANARY`));
  expect(await writer.write({ id: 'a', drafts: encoder.take() })).toEqual(3);
  const store = await writer.openStore();
  const { entries } = await store.search(EVERYTHING);
  expect(entries.map(({ url }) => url)).toEqual([3, 2, 1].map((n) => `https://h/${n}?shoe=***&token=***`));
  expect(entries[0]).toMatchObject(PROCESS);
  expect(await writer.retain({ entries: 1 })).toBe(2);
  expect(await writer.tokenKey()).toEqual(store.tokens.key);
  const { first, end } = await writer.lease(7);
  expect(end - first).toBe(7);
  expect(writer.restarts()).toBe(0);
});

test('declared crawlers are verified if asked for, until it is closed', async () => {
  const dns = await startDnsServer(() => 'NXDOMAIN');
  const book = await openStore('memory:');
  const write = async (writer: RunningWriter, ip: string) => {
    const encoder = new DraftEncoder();
    encoder.add(sampleDraft('/', { ip, agent: GOOGLEBOT }));
    await writer.write({ id: ip, drafts: encoder.take() });
  };
  const believing = createLocalWriter(async () => book, undefined, PROCESS);
  await write(believing, '203.0.113.1');
  await believing.close();
  const verifying = createLocalWriter(async () => book, undefined, PROCESS, { servers: [dns.address] });
  await write(verifying, '203.0.113.2');
  await vi.waitFor(() => expect(dns.asked).toEqual(['PTR 2.113.0.203.in-addr.arpa']));
  await verifying.close();
  await write(verifying, '203.0.113.3');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(dns.asked).toHaveLength(1);
  dns.close();
  // Closing it does not close the store.
  expect((await book.search(EVERYTHING)).entries).toHaveLength(3);
});
