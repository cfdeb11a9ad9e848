import { describe, expect, test } from 'vitest';
import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import type { Criteria } from '../../search/criteria.ts';
import { openMemoryStore } from '../../store/memory/memory-store.ts';
import { sampleProfile, T0 } from '../../store/sample-profile.ts';
import type { Store } from '../../store/store.ts';
import { allMatches, type Ending } from './all-matches.ts';

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
    if (step.done) return { sizes, entries, ending: step.value satisfies Ending };
    sizes.push(step.value.length);
    entries.push(...step.value);
  }
}

const seqs = (entries: readonly Entry[]) => entries.map(({ seq }) => Number(seq));

describe('every match', () => {
  test('comes once, newest first, a page at a time', async () => {
    const { sizes, entries, ending } = await read(await bookOf(ROWS), ALL);
    expect(sizes).toEqual([250, 250, 250, 250, 100]);
    expect(seqs(entries)).toEqual(Array.from({ length: ROWS }, (_, n) => ROWS - 1 - n));
    expect(ending).toEqual({ more: false, next: null, searchedTo: null });
  });

  test('ends at the limit and says where to read on', async () => {
    const book = await bookOf(ROWS);
    const { sizes, entries, ending } = await read(book, { ...ALL, limit: 600 });
    expect(sizes).toEqual([250, 250, 100]);
    expect(ending.more).toBe(true);
    const rest = await read(book, { ...ALL, cursor: ending.next });
    expect(entries.length + rest.entries.length).toBe(ROWS);
    expect(rest.ending.more).toBe(false);
  });

  test('is not said to be more when the limit is just met', async () => {
    expect((await read(await bookOf(1000), { ...ALL, limit: 1000 })).ending.more).toBe(false);
  });

  test('toward newer comes oldest first, in reading order', async () => {
    const cursor = { toward: 'newer', time: T0, seq: 0 as Seq } as const;
    const { entries } = await read(await bookOf(ROWS), { ...ALL, cursor });
    expect(seqs(entries)).toEqual(Array.from({ length: ROWS - 1 }, (_, n) => n + 1));
  });

  test('is read on past a search that ran out of its time, until the time for all of them is up', async () => {
    const searchedTo = T0 as Micros;
    let asked = 0;
    const book: Store = {
      ...(await bookOf(0)),
      async search() {
        asked++;
        if (asked > 3) return { entries: [], older: null, newer: null, searchedTo: null };
        return { entries: [], older: { toward: 'older', time: T0, seq: 1 as Seq }, newer: null, searchedTo };
      },
    };
    expect((await read(book, ALL)).ending).toEqual({ more: false, next: null, searchedTo: null });
    expect(asked).toBe(4);
  });

  test('is called off by whoever asked: nothing is read behind that', async () => {
    const stop = new AbortController();
    let asked = 0;
    const inner = await bookOf(ROWS);
    const book: Store = {
      ...inner,
      search(criteria, options) {
        asked++;
        expect(options?.signal).toBe(stop.signal);
        stop.abort();
        return inner.search(criteria, options);
      },
    };
    const { ending } = await read(book, ALL, stop.signal);
    expect(asked).toBe(1);
    expect(ending.more).toBe(true);
  });
});
