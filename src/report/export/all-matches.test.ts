import { describe, expect, test } from 'vitest';
import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import type { Criteria } from '../../search/criteria.ts';
import { sampleProfile, T0 } from '../../store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../store/memory/memory-store.ts';
import type { Store } from '../../store/store.ts';
import { allMatches, type MatchesEnd } from './all-matches.ts';

const ROWS = 1100;
const ALL: Criteria = { terms: [], limit: 10_000, cursor: null };

async function bookOf(rows: number): Promise<Store> {
  const store = openMemoryStore();
  const profiles = Array.from({ length: rows }, (_, seq) => sampleProfile({ seq, time: T0 + seq }));
  await store.write({ id: 'a', profiles });
  return store;
}

async function read(book: Store, criteria: Criteria, signal = new AbortController().signal) {
  const pages = allMatches(book, criteria, signal);
  const sizes: number[] = [];
  const entries: Entry[] = [];
  for (;;) {
    const step = await pages.next();
    if (step.done) return { sizes, entries, end: step.value satisfies MatchesEnd };
    sizes.push(step.value.length);
    entries.push(...step.value);
  }
}

const seqs = (entries: readonly Entry[]) => entries.map(({ seq }) => Number(seq));

describe('all matches', () => {
  test('are read once, newest first, page by page', async () => {
    const { sizes, entries, end } = await read(await bookOf(ROWS), ALL);
    expect(sizes).toEqual([250, 250, 250, 250, 100]);
    expect(seqs(entries)).toEqual(Array.from({ length: ROWS }, (_, n) => ROWS - 1 - n));
    expect(end).toEqual({ more: false, next: null, searchedTo: null });
  });

  test('end at the limit, with a cursor to continue', async () => {
    const book = await bookOf(ROWS);
    const { sizes, entries, end } = await read(book, { ...ALL, limit: 600 });
    expect(sizes).toEqual([250, 250, 100]);
    expect(end.more).toBe(true);
    const rest = await read(book, { ...ALL, cursor: end.next });
    expect(entries.length + rest.entries.length).toBe(ROWS);
    expect(rest.end.more).toBe(false);
  });

  test('are complete when the limit is met exactly', async () => {
    expect((await read(await bookOf(1000), { ...ALL, limit: 1000 })).end.more).toBe(false);
  });

  test('toward newer are read oldest first', async () => {
    const cursor = { toward: 'newer', time: T0, seq: 0 as Seq } as const;
    const { entries } = await read(await bookOf(ROWS), { ...ALL, cursor });
    expect(seqs(entries)).toEqual(Array.from({ length: ROWS - 1 }, (_, n) => n + 1));
  });

  test('continue after a search that reached its deadline', async () => {
    const searchedTo = T0 as Micros;
    let searches = 0;
    const book: Store = {
      ...(await bookOf(0)),
      async search() {
        searches++;
        if (searches > 3) return { entries: [], older: null, newer: null, searchedTo: null };
        return { entries: [], older: { toward: 'older', time: T0, seq: 1 as Seq }, newer: null, searchedTo };
      },
    };
    expect((await read(book, ALL)).end).toEqual({ more: false, next: null, searchedTo: null });
    expect(searches).toBe(4);
  });

  test('stop when the signal aborts', async () => {
    const stop = new AbortController();
    let searches = 0;
    const inner = await bookOf(ROWS);
    const book: Store = {
      ...inner,
      search(criteria, options) {
        searches++;
        expect(options?.signal).toBe(stop.signal);
        stop.abort();
        return inner.search(criteria, options);
      },
    };
    const { end } = await read(book, ALL, stop.signal);
    expect(searches).toBe(1);
    expect(end.more).toBe(true);
  });
});
