import { compareEntries, type Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import type { NumberRange, Term } from '../search/criteria.ts';
import type { Cursor } from '../search/cursor.ts';
import { FOREVER, timeTerm } from '../search/time-bounds.ts';
import type { Page, Store } from './store.ts';

/** Every poll reads this far back. Batches and several writers rarely delay an entry by more. */
export const RECENT_MS = 2000;
/** The longest delay covered: an entry is written when its request ends, with the time at which it began. */
export const LATE_MS = 60_000;
/** How often a poll checks for late entries. */
export const LATE_CHECK_MS = 5000;
/** Matches of one poll. While there are more, they are counted but not read. */
export const MAX_READ = 4000;
/** Matches remembered as seen. With more of them in a minute, the delay covered is shorter. */
export const MAX_SEEN = 10_000;
const PAGE_SIZE = 1000;

export interface NewEntries {
  /**
   * Entries written since the last poll, oldest first; `null` if there are or were too many, and some were left out.
   * The first poll only learns which entries exist.
   */
  poll(book: Store): Promise<Entry[] | null>;
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
  /** All matches from this time on have been seen, except late ones. */
  let seenFrom = 0;
  /** False until the first poll, and while there are too many matches. */
  let isFollowing = false;
  let hasSkipped = false;
  let isBusy = true;
  let lastPoll = now();
  let lastLateCheck = 0;

  function addUnseen(entries: readonly Entry[]): Entry[] {
    const unseen = entries.filter(({ seq, time }) => time >= seenFrom && !seen.has(seq));
    for (const { seq, time } of unseen) seen.set(seq, time);
    return unseen.sort((a, b) => compareEntries(b, a));
  }

  /** Learns which entries exist. */
  async function startFollowing(book: Store, started: number): Promise<void> {
    const from = (started - LATE_MS) * 1000;
    const { entries, isComplete } = await readNewest(book, terms, { from, to: FOREVER }, MAX_READ);
    seen.clear();
    for (const { seq, time } of entries) seen.set(seq, time);
    seenFrom = isComplete ? from : (entries.at(-1)?.time ?? from) + 1;
    isFollowing = true;
    lastPoll = lastLateCheck = started;
  }

  async function areTooMany(book: Store, from: number): Promise<boolean> {
    const { matches, capped } = await book.count([...terms, timeTerm({ from })], MAX_READ);
    return capped || matches >= MAX_READ;
  }

  function skip(started: number): null {
    seen.clear();
    isFollowing = false;
    hasSkipped = true;
    lastPoll = started;
    return null;
  }

  /** All entries of a time range, or none if their number has not changed. */
  async function readIfChanged(book: Store, from: number, to: number): Promise<Entry[]> {
    const seenInRange = [...seen].filter(([, time]) => time >= from && time <= to);
    const { matches, capped } = await book.count([...terms, timeTerm({ from, to })], 2 * MAX_SEEN);
    if (!capped && matches === seenInRange.length) return [];
    const { entries, isComplete } = await readNewest(book, terms, { from, to }, 2 * MAX_SEEN);
    if (!isComplete) return [];
    // Forget entries that retention deleted, or the next count would be off by as many.
    const existing = new Set(entries.map(({ seq }) => seq));
    for (const [seq] of seenInRange) if (!existing.has(seq)) seen.delete(seq);
    return entries;
  }

  /** Forgets entries that are too old to be read again. */
  function forget(oldest: number): void {
    seenFrom = Math.max(seenFrom, oldest);
    for (const [seq, time] of seen) {
      // The map is in the order of arrival, so the first ones are the oldest, or nearly so.
      if (seen.size > MAX_SEEN) seenFrom = Math.max(seenFrom, time + 1);
      if (time < seenFrom) seen.delete(seq);
    }
  }

  /** Reads what may be new: the last seconds, and now and then everything that may have come late. */
  async function readNew(book: Store, started: number): Promise<Entry[] | null> {
    const recent = Math.max((lastPoll - RECENT_MS) * 1000, seenFrom);
    const { entries, isComplete } = await readNewest(book, terms, { from: recent, to: FOREVER }, MAX_READ);
    isBusy = entries.length > PAGE_SIZE;
    if (!isComplete) return skip(started);
    const isLateCheck = started - lastLateCheck >= LATE_CHECK_MS;
    const lateFrom = Math.max((lastLateCheck - LATE_MS) * 1000, seenFrom);
    const late = isLateCheck && lateFrom < recent ? await readIfChanged(book, lateFrom, recent - 1) : [];
    // Nothing is marked as seen before everything was read, so a failed poll loses no entries.
    const unseen = addUnseen([...entries, ...late]);
    lastPoll = started;
    if (isLateCheck) {
      lastLateCheck = started;
      forget((started - LATE_MS) * 1000);
    }
    return unseen;
  }

  return {
    addUnseen,
    async poll(book) {
      const started = now();
      const mayBeTooMany = isBusy || !isFollowing;
      if (mayBeTooMany && (await areTooMany(book, (lastPoll - RECENT_MS) * 1000))) return skip(started);
      if (isFollowing) return readNew(book, started);
      await startFollowing(book, started);
      const result = hasSkipped ? null : [];
      hasSkipped = false;
      return result;
    },
  };
}

/** The newest matches of a time range, at most about `max`, newest first. */
async function readNewest(
  book: Store,
  terms: readonly Term[],
  range: NumberRange,
  max: number,
): Promise<{ entries: Entry[]; isComplete: boolean }> {
  const inRange = [...terms, timeTerm(range)];
  const entries: Entry[] = [];
  let cursor: Cursor | null = null;
  do {
    const page: Page = await book.search({ terms: inRange, limit: PAGE_SIZE, cursor });
    entries.push(...page.entries);
    cursor = page.older;
  } while (cursor && entries.length < max);
  return { entries, isComplete: cursor === null };
}
