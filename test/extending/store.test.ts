import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openFileStore } from '../../examples/extending/store.js';
import type { Seq } from '../../src/profile/token.ts';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { CONFORMANCE, type CustomStore, EVERYTHING } from '../../src/store.ts';
import { serve } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const root = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(root, { recursive: true }));
let books = 0;
const newFolder = () => join(root, String(books++));

describe('the example store', () => {
  test.each(CONFORMANCE)('$name', ({ run }) => run(() => openFileStore(newFolder())));

  test('is the same book when it is opened again', async () => {
    const folder = newFolder();
    const before: CustomStore = await openFileStore(folder);
    const { end } = await before.lease(10);
    const batch = { id: 'a', profiles: [sampleProfile({ seq: 1 }), sampleProfile({ seq: 2, time: 5 })] };
    await before.write(batch);
    await before.retain?.({ entries: 1 });
    await before.close();

    const after: CustomStore = await openFileStore(folder);
    expect(after.tokens.key).toEqual(before.tokens.key);
    await after.write(batch);
    expect((await after.search(EVERYTHING)).entries).toEqual([sampleProfile({ seq: 1 }).entry]);
    expect(await after.get(after.tokens.tokenOf(2 as Seq))).toEqual({ expired: expect.any(Number) });
    expect((await after.lease(1)).first).toBe(end);
    await after.close();
  });

  test('survives a record that was cut off', async () => {
    const folder = newFolder();
    const before: CustomStore = await openFileStore(folder);
    await before.write({ id: 'a', profiles: [sampleProfile({ seq: 1 })] });
    await before.close();
    appendFileSync(join(folder, 'book.jsonl'), '\n{"type":"written","id":"b","prof');

    const after: CustomStore = await openFileStore(folder);
    await after.write({ id: 'b', profiles: [sampleProfile({ seq: 2 })] });
    await after.close();
    const again: CustomStore = await openFileStore(folder);
    expect((await again.search(EVERYTHING)).entries).toHaveLength(2);
    await again.close();
  });

  test('keeps the requests of an app', async () => {
    const store: CustomStore = await openFileStore(newFolder());
    const server = await serve(() => {}, { storage: store });
    await sendRequest(server.port, '/orders?page=2');
    expect(await server.book.search('url:/orders')).toMatchObject({ total: 1 });
    await server.close();
    const { entries } = await store.search(EVERYTHING);
    expect(entries).toMatchObject([
      { method: 'GET', status: 200, url: expect.stringContaining('/orders?page=2') },
    ]);
    expect(await store.get(store.tokens.tokenOf(entries[0]?.seq ?? (0 as Seq)))).toMatchObject({
      detail: { httpVersion: '1.1' },
    });
    await store.close();
  });
});
