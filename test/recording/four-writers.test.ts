import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { openStore } from '../../src/store/open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('four processes write 10,000 profiles each to one new book without losing one or repeating a token', {
  timeout: 120_000,
}, async () => {
  const storage = `sqlite:${join(folder, 'book.db')}`;
  const script = join(import.meta.dirname, '../faults/write-profiles.ts');
  const run = promisify(execFile);
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((writer) => run(process.execPath, [script, storage, writer, '10000'])),
  );

  const store = await openStore(storage, { create: false });
  const urls = new Set<string>();
  const tokens = new Set<string>();
  let rows = 0;
  for (let cursor: typeof EVERYTHING.cursor | undefined; cursor !== null; ) {
    const page = await store.search({ ...EVERYTHING, limit: 1000, cursor: cursor ?? null });
    for (const entry of page.entries) {
      urls.add(entry.url);
      tokens.add(store.tokens.tokenOf(entry.seq));
      rows++;
    }
    cursor = page.older;
  }
  await store.close();
  expect({ rows, urls: urls.size, tokens: tokens.size }).toEqual({
    rows: 40_000,
    urls: 40_000,
    tokens: 40_000,
  });
});
