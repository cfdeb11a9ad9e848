import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { shareWriterThread } from './shared-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-shared-'));
afterAll(() => rmSync(folder, { recursive: true }));

const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

test('books with the same options share a thread, which ends with the last of them', async () => {
  const options = { storage: `sqlite:${join(folder, 'one')}`, keep: { entries: 1000 } };
  const before = threads();
  const first = shareWriterThread(options);
  const second = shareWriterThread({ ...options, keep: { entries: 1000 } });
  expect(await second.tokenKey()).toEqual(await first.tokenKey());
  const shared = threads() - before;
  const other = shareWriterThread({ ...options, keep: { entries: 2000 } });
  await other.tokenKey();
  expect(threads() - before).toBe(2 * shared);
  await other.close();
  await first.close();
  await first.close();
  expect(await second.lease(10)).toEqual({ first: 0, end: 10 });
  await second.close();
  await expect(second.lease(10)).rejects.toThrow();
  expect(threads()).toBe(before);
});
