import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Profile } from '../../src/profile/profile.ts';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { sampleAt } from '../support/sample-book.ts';

const temporary = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const FORMATS = readdirSync(import.meta.dirname).filter((name) => /^\d+$/.test(name));

interface Known extends Profile {
  readonly token: string;
}

test.each(FORMATS)(
  'a book of format %s can be read, searched, written, closed and pruned',
  async (format) => {
    const folder = join(import.meta.dirname, format);
    const lines = readFileSync(join(folder, 'profiles.jsonl'), 'utf8').trimEnd().split('\n');
    const known = lines.map((line) => JSON.parse(line) as Known);
    const path = join(temporary, format);
    cpSync(join(folder, 'book'), path, { recursive: true });
    expect(checkBook(path)).toEqual([]);
    const store = await openSqliteStore(path, { create: false });
    try {
      // A later version may add fields.
      for (const { token, entry, detail } of known)
        expect(await store.get(token)).toMatchObject({ entry, detail });
      const listed = await store.search({ ...EVERYTHING, limit: 1000 });
      expect(listed.entries.map(({ seq }) => seq)).toEqual(known.map(({ entry }) => entry.seq).reverse());
      const user = { field: 'user', not: false, any: [{ match: 'whole', parts: ['user-4'] }] } as const;
      const wanted = known.filter(({ entry }) => entry.user === 'User-4');
      expect(wanted.length).toBeGreaterThan(1);
      expect((await store.count([user], 1000)).matches).toBe(wanted.length);

      const { first } = await store.lease(1);
      expect(first).toBeGreaterThanOrEqual(known.length);
      // A batch that the book has is known.
      await store.write({ id: 'second', profiles: [sampleAt(first)] });
      await store.write({ id: 'third', profiles: [sampleAt(first)] });
      await store.closeSegments();
      expect((await store.count([], 1000)).matches).toBe(known.length + 1);
      const middle = known[known.length >> 1]?.entry.time ?? (0 as never);
      const older = known.filter(({ entry }) => entry.time < middle);
      expect(await store.prune(middle)).toBe(older.length);
      expect((await store.count([], 1000)).matches).toBe(known.length + 1 - older.length);
    } finally {
      await store.close();
    }
    expect(checkBook(path)).toEqual([]);
  },
);

test('there is a book of the first format that is kept', () => {
  expect(FORMATS).toContain('11');
});
