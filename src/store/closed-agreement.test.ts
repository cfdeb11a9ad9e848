import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FROM, TO } from '../../bench/store/build.ts';
import { type Case, combine, generatedCases, toCase } from '../../bench/store/cases.ts';
import { createChance, traffic } from '../../bench/traffic.ts';
import { sampleProfile } from './conformance/sample-profile.ts';
import { openMemoryStore } from './memory/memory-store.ts';
import { statsOf } from './sqlite/maintain/stats.ts';
import { openSqliteStore, type SqliteStore } from './sqlite/sqlite-store.ts';
import { TUNING } from './sqlite/tuning.ts';
import type { Store } from './store.ts';

const CLOSED = 10_000;
const LIVE = 1500;
/** A slow machine must not make a result partial. */
const PATIENT = { deadline: 60_000 };

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const memory = openMemoryStore();
let store: SqliteStore;

/** Texts in every list that can't be joined, that are empty, or that a pattern could find across two of them. */
const HARD = ['a\nb', '\n', '', 'https://h/\ud800', 'https://h/é\u2028', 'x'.repeat(8000)].map((text, n) =>
  sampleProfile({
    seq: CLOSED + LIVE + n,
    time: FROM + n * 1e9,
    url: text,
    user: text.slice(0, 200),
    userAgent: text.slice(0, 200),
    tags: text === '' ? [] : [text.slice(0, 60)],
    ip: ['::1', 'unknown', '', '2001:db8::1', '0.0.0.0', '255.255.255.255'][n] ?? '',
    duration: n * 2 ** 33,
  }),
);

beforeAll(async () => {
  store = await openSqliteStore(join(folder, 'book'), {
    create: true,
    // All in one segment, as in a book that is many times as large.
    tuning: { ...TUNING, smallestSegment: TUNING.segment.bytes },
  });
  const profiles = [...traffic({ from: FROM, to: TO, count: CLOSED + LIVE })];
  // The live segment has entries of the whole time, as after requests that took long.
  const isLive = (n: number) => n % 7 === 3 && n < 7 * LIVE;
  const closed = [...profiles.filter((_, n) => !isLive(n)), ...HARD.toReversed()];
  const live = profiles.filter((_, n) => isLive(n));
  for (const book of [memory, store]) {
    await book.lease(profiles.length + HARD.length);
    for (let n = 0; n < closed.length; n += 500)
      await book.write({ id: `closed-${n}`, profiles: closed.slice(n, n + 500) });
    if (book === store) await store.closeSegments();
    await book.write({ id: 'live', profiles: live });
  }
  const { segments } = statsOf(join(folder, 'book'));
  expect(segments.map(({ state, entries }) => [state, entries])).toEqual([
    ['closed', CLOSED + HARD.length],
    ['live', LIVE],
  ]);
}, 60_000);
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const generated = generatedCases(createChance(23), 96);
const chance = createChance(29);
const CASES: readonly Case[] = [
  ...['', 'user:a*', 'tag:x*', 'agent:*b', 'url:/*', 'ip:::1', 'ip:0.0.0.0', 'ip:255.255.255.255'].map(
    (query) => toCase(query, query),
  ),
  ...generated.slice(0, 24),
  ...Array.from({ length: 12 }, () => combine([chance.pick(generated), chance.pick(generated)])),
];

/** What both books answer must be equal. */
async function expectSame<T>(call: (book: Store) => Promise<T>): Promise<void> {
  const [expected, found] = [await call(memory), await call(store)];
  // Far faster than `toEqual`, which then says what differs.
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

/** Every page to the end of the listing, and back to its start. */
async function readPages(book: Store, { terms }: Case): Promise<unknown[]> {
  let page = await book.search({ terms, limit: 500, cursor: null }, PATIENT);
  const pages = [page];
  for (const toward of ['older', 'newer'] as const)
    for (let cursor = page[toward]; cursor; cursor = page[toward]) {
      page = await book.search({ terms, limit: 500, cursor }, PATIENT);
      pages.push(page);
    }
  return pages;
}

describe('of a segment of several chunks and a live one, memory and columns return the same', () => {
  test('pages in both directions', { timeout: 120_000 }, async () => {
    for (const one of CASES) await expectSame((book) => readPages(book, one));
  });

  test('counts and surveys', { timeout: 120_000 }, async () => {
    for (const { terms } of CASES) {
      await expectSame((book) => book.count(terms, 5000, PATIENT));
      await expectSame((book) => book.survey(terms, PATIENT));
    }
  });

  test.each(['client', 'user', 'route', 'error', 'time'] as const)(
    'groups by %s',
    { timeout: 120_000 },
    async (by) => {
      for (const { terms } of CASES) await expectSame((book) => book.groups(terms, by, 50, PATIENT));
    },
  );

  test('slowest', { timeout: 120_000 }, async () => {
    for (const { terms } of CASES) await expectSame((book) => book.slowest(terms, 20, PATIENT));
  });

  test('details', async () => {
    await expectSame(async (book) => {
      const { entries } = await book.search({ terms: [], limit: 1000, cursor: null }, PATIENT);
      return book.details(entries);
    });
    for (const { entry } of HARD) await expectSame((book) => book.get(book.tokens.tokenOf(entry.seq)));
  });
});
