import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openTinySqlite } from '../../../test/support/tiny-steps.ts';
import { compareEntries } from '../../profile/entry.ts';
import type { Criteria } from '../../search/criteria.ts';
import { sampleProfile, T0 } from '../conformance/sample-profile.ts';
import { CONFORMANCE } from '../conformance.ts';
import { openStore } from '../open-store.ts';
import type { CustomStore, Store } from '../store.ts';
import { completeStore } from './complete-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
let books = 0;

/** The least that a store can have. */
function least({ tokens, write, search, get, lease, close }: Store): CustomStore {
  return { tokens, write, search, get, lease, close };
}

describe('a store without optional methods', () => {
  test.each(CONFORMANCE)('$name', ({ run }) => run(async () => least(await openStore('memory:'))));
});

describe('one that deletes, and stops its searches at their deadline', () => {
  test.each(CONFORMANCE)('$name', { timeout: 60_000 }, ({ run }) =>
    run(async () => {
      const store = await openTinySqlite(join(folder, String(books++)));
      const { prune, retain } = store;
      return { ...least(store), prune, retain };
    }),
  );
});

test('a deadline ends what reads several pages, exact from some time on', async () => {
  const memory = await openStore('memory:');
  const times = Array.from({ length: 40 }, (_, seq) => T0 - Math.floor(seq / 3));
  await memory.write({ id: 'a', profiles: times.map((time, seq) => sampleProfile({ seq, time })) });
  const store = completeStore({
    ...least(memory),
    search: (criteria: Criteria) => memory.search({ ...criteria, limit: 5 }),
  });
  const survey = await store.survey([], { deadline: 0 });
  expect(survey.searchedTo).toBe(T0);
  expect(survey.matches).toBe(3);
  expect(await store.slowest([], 100, { deadline: 0 })).toMatchObject({
    searchedTo: T0,
    entries: { length: 3 },
  });
  expect(await store.count([], 100, { deadline: 0 })).toEqual({ matches: 3, capped: true });
  expect(await store.count([], 100)).toEqual({ matches: 40, capped: false });
  const { entries } = await store.slowest([], 100);
  expect(entries.toSorted(compareEntries).map(({ seq }) => seq)).toEqual(times.map((_, seq) => seq));
});

test('keeps the methods that a store has, also those of a class with private fields', async () => {
  const memory = await openStore('memory:');
  class Own {
    readonly #memory = memory;
    readonly tokens = memory.tokens;
    write = memory.write;
    search = memory.search;
    lease = memory.lease;
    close = memory.close;
    get(token: string) {
      return this.#memory.get(token);
    }
    async count() {
      return { matches: this.#memory.tokens.key.length, capped: true };
    }
  }
  const store = completeStore(new Own());
  expect(await store.count([], 5)).toEqual({ matches: memory.tokens.key.length, capped: true });
  expect(await store.get('000000')).toBeNull();
  expect(await store.retain({ entries: 0 })).toBe(0);
  expect(store.claim).toBeUndefined();
});

test('names what an incomplete store lacks', async () => {
  const { lease, ...incomplete } = await openStore('memory:');
  expect(() => completeStore(incomplete)).toThrow(
    expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('no method lease()') }),
  );
  expect(() => completeStore({ ...incomplete, lease, tokens: undefined })).toThrow('no property "tokens"');
  expect(() => completeStore({})).toThrow('no method write()');
});

test('books that share an object share its store', async () => {
  const own = least(await openStore('memory:'));
  expect(completeStore(own)).toBe(completeStore(own));
});
