import { compareEntries, type Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import type { Cursor } from '../../search/cursor.ts';
import type { Page, Store } from '../../store/store.ts';

/** Every poll reads this far back: batches and several writers usually delay an entry by no more. */
export const RECENT_MS = 2000;
/** The longest delay covered: an entry is written when its request ends, with the time at which it began. */
export const LATE_MS = 60_000;
/** How often a poll checks for late entries. */
export const LATE_CHECK_MS = 5000;
const PAGE_SIZE = 1000;
const COUNT_CAP = 1_000_000;

export interface NewEntries {
  /** Entries written since the last poll, oldest first. The first poll only learns which entries exist. */
  poll(book: Store): Promise<Entry[]>;
  /** Returns those entries that no poll has seen yet, and remembers them as seen. */
  addUnseen(entries: readonly Entry[]): Entry[];
}

/**
 * Finds the matches of a search as they are written, each once. Time and seq are assigned when a request begins but
 * it is written when it ends, so entries do not arrive in list order. Each poll therefore reads the last seconds
 * again and skips the entries it has seen. Further back it only counts, and reads if the count has changed.
 */
export function createNewEntries(terms: readonly Term[], now: () => number = Date.now): NewEntries {
  const seen = new Map<Seq, Micros>();
  let lastPoll: number | null = null;
  let lastLateCheck = 0;

  function addUnseen(entries: readonly Entry[]): Entry[] {
    const oldest = (lastLateCheck - LATE_MS) * 1000;
    const unseen = entries.filter(({ seq, time }) => time >= oldest && !seen.has(seq));
    for (const { seq, time } of unseen) seen.set(seq, time);
    return unseen.sort((a, b) => compareEntries(b, a));
  }

  /** All entries in a time range, or none if their number has not changed. */
  async function readIfChanged(book: Store, from: number, to: number): Promise<Entry[]> {
    const inRange = [...terms, { field: 'time', not: false, any: [{ from, to }] } as const];
    const seenInRange = [...seen].filter(([, time]) => time >= from && time <= to);
    const { matches, capped } = await book.count(inRange, COUNT_CAP);
    if (!capped && matches === seenInRange.length) return [];
    const found = await readFrom(book, inRange, from);
    // Forget entries that retention deleted, or the next count would be off by as many.
    const existing = new Set(found.map(({ seq }) => seq));
    for (const [seq] of seenInRange) if (!existing.has(seq)) seen.delete(seq);
    return found;
  }

  return {
    addUnseen,
    async poll(book) {
      const started = now();
      if (lastPoll === null) {
        const existing = await readFrom(book, terms, (started - LATE_MS) * 1000);
        for (const { seq, time } of existing) seen.set(seq, time);
        lastPoll = lastLateCheck = started;
        return [];
      }
      const recent = (lastPoll - RECENT_MS) * 1000;
      const found = await readFrom(book, terms, recent);
      const isLateCheck = started - lastLateCheck >= LATE_CHECK_MS;
      if (isLateCheck)
        found.push(...(await readIfChanged(book, (lastLateCheck - LATE_MS) * 1000, recent - 1)));
      // Nothing is marked as seen before everything was read, so a failed poll loses no entries.
      const unseen = addUnseen(found);
      lastPoll = started;
      if (isLateCheck) {
        lastLateCheck = started;
        const oldest = (started - LATE_MS) * 1000;
        for (const [seq, time] of seen) if (time < oldest) seen.delete(seq);
      }
      return unseen;
    },
  };
}

/** All matches from this time on. */
async function readFrom(book: Store, terms: readonly Term[], from: number): Promise<Entry[]> {
  const found: Entry[] = [];
  let cursor: Cursor | null = { toward: 'newer', time: (from - 1) as Micros, seq: 0 as Seq };
  while (cursor) {
    const page: Page = await book.search({ terms, limit: PAGE_SIZE, cursor });
    found.push(...page.entries);
    cursor = page.newer;
  }
  return found;
}
