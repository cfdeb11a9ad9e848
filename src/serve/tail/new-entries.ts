import { compareEntries, type Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import type { Cursor } from '../../search/cursor.ts';
import type { Page, Store } from '../../store/store.ts';

/** A row comes in behind newer ones by this much as a rule: batches, and writers out of step. */
export const NEAR_MS = 2000;
/** At most by this much: a request is written when it has ended, under the time at which it began. */
export const FAR_MS = 60_000;
/** How often it is looked that far back. */
export const FAR_EVERY_MS = 5000;
const PAGE = 1000;
const COUNT_CAP = 1_000_000;

export interface NewEntries {
  /** What came into the book since the last look, oldest first. The first look only learns what is there. */
  look(book: Store): Promise<Entry[]>;
  /** Those of these rows that no look has found yet. From now on they are known. */
  take(entries: readonly Entry[]): Entry[];
}

/**
 * The matches of a search as they come into the book, each once. The listing's order is no order of arrival: time
 * and seq are given when a request begins, and it is written when it has ended. So every look reads the last
 * seconds again and leaves out the rows it knows; further back it counts, and reads only when the count differs.
 */
export function createNewEntries(terms: readonly Term[], now: () => number = Date.now): NewEntries {
  const known = new Map<Seq, Micros>();
  let lastLook: number | null = null;
  let lastFarLook = 0;

  function take(entries: readonly Entry[]): Entry[] {
    const horizon = (lastFarLook - FAR_MS) * 1000;
    const fresh = entries.filter(({ seq, time }) => time >= horizon && !known.has(seq));
    for (const { seq, time } of fresh) known.set(seq, time);
    return fresh.sort((a, b) => compareEntries(b, a));
  }

  /** The rows between two times that no look has found; empty when there are as many as are known. */
  async function lookFar(book: Store, from: number, to: number): Promise<Entry[]> {
    const within = [...terms, { field: 'time', not: false, any: [{ from, to }] } as const];
    const before = [...known].filter(([, time]) => time >= from && time <= to);
    const { matches, capped } = await book.count(within, COUNT_CAP);
    if (!capped && matches === before.length) return [];
    const found = await readNewer(book, within, from);
    // Retention may have taken some: they must not stand in for others.
    const there = new Set(found.map(({ seq }) => seq));
    for (const [seq] of before) if (!there.has(seq)) known.delete(seq);
    return found;
  }

  return {
    take,
    async look(book) {
      const began = now();
      if (lastLook === null) {
        const there = await readNewer(book, terms, (began - FAR_MS) * 1000);
        for (const { seq, time } of there) known.set(seq, time);
        lastLook = lastFarLook = began;
        return [];
      }
      const near = (lastLook - NEAR_MS) * 1000;
      const found = await readNewer(book, terms, near);
      const isFar = began - lastFarLook >= FAR_EVERY_MS;
      if (isFar) found.push(...(await lookFar(book, (lastFarLook - FAR_MS) * 1000, near - 1)));
      // Nothing is known before all of it was read: a look that fails is simply done again.
      const fresh = take(found);
      lastLook = began;
      if (isFar) {
        lastFarLook = began;
        const horizon = (began - FAR_MS) * 1000;
        for (const [seq, time] of known) if (time < horizon) known.delete(seq);
      }
      return fresh;
    },
  };
}

/** All matches from this time on. */
async function readNewer(book: Store, terms: readonly Term[], from: number): Promise<Entry[]> {
  const found: Entry[] = [];
  let cursor: Cursor | null = { toward: 'newer', time: (from - 1) as Micros, seq: 0 as Seq };
  while (cursor) {
    const page: Page = await book.search({ terms, limit: PAGE, cursor });
    found.push(...page.entries);
    cursor = page.newer;
  }
  return found;
}
