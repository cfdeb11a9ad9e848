import { GatebookError } from '../../errors.ts';
import { compareEntries, type Entry } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import { createTokens, newTokenKey, type Seq } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import type { Cursor } from '../../search/cursor.ts';
import { matches } from '../../search/matches.ts';
import { groupEntries, surveyEntries } from '../count-entries.ts';
import { withHashedUsers } from '../hashed-users.ts';
import { toPage } from '../page.ts';
import { slowestEntries } from '../slowest.ts';
import type { Expired, Store } from '../store.ts';

/** Far more batches than are ever retried. */
const MAX_BATCH_IDS = 10_000;
const HOUR = 3600e6;
const MAX_PRUNINGS = 1000;

/** A book in memory, and the reference that every engine is tested against. */
export function openMemoryStore(): Store {
  const tokens = createTokens(newTokenKey());
  const profiles = new Map<Seq, Profile>();
  /** The listing, oldest first, so that new entries go to the end. */
  const entries: Entry[] = [];
  const batchIds = new Set<string>();
  const prunings = createPrunings();
  let nextSeq = 0;
  let closed = false;

  function assertOpen(): void {
    if (closed) throw new GatebookError('store-closed', 'This book is closed. Open it again to use it.');
  }

  function isMatch(terms: readonly Term[]): (entry: Entry) => boolean {
    const expanded = withHashedUsers(terms, tokens.key);
    return (entry) => matches(entry, expanded, tokens.seqOf);
  }

  function insert(added: readonly Entry[]): void {
    const oldest = added.reduce((a, b) => (compareEntries(a, b) > 0 ? a : b));
    const older = entries.findLastIndex((entry) => compareEntries(entry, oldest) > 0) + 1;
    const newer = entries.splice(older).concat(added);
    for (const entry of newer.sort((a, b) => compareEntries(b, a))) entries.push(entry);
  }

  function startOf(cursor: Cursor | null): number {
    if (!cursor) return entries.length - 1;
    if (cursor.toward === 'older') return entries.findLastIndex((entry) => compareEntries(entry, cursor) > 0);
    return entries.findLastIndex((entry) => compareEntries(entry, cursor) >= 0) + 1;
  }

  function removeOldest(count: number): number {
    if (count <= 0) return 0;
    return forget(entries.splice(0, count));
  }

  function forget(removed: readonly Entry[]): number {
    for (const { seq } of removed) profiles.delete(seq);
    if (removed.length > 0) prunings.add(removed.reduce((last, { seq }) => Math.max(last, seq), 0));
    return removed.length;
  }

  function countBefore(time: number): number {
    const kept = entries.findIndex((entry) => entry.time >= time);
    return kept < 0 ? entries.length : kept;
  }

  return {
    tokens,
    async write({ id, profiles: written }) {
      assertOpen();
      if (batchIds.has(id)) return;
      const seqs = new Set(written.map(({ entry }) => entry.seq));
      if (seqs.size < written.length || written.some(({ entry }) => profiles.has(entry.seq))) {
        throw new GatebookError(
          'seq-taken',
          `Batch ${id} contains a seq that is already in the book. Lease each seq once.`,
        );
      }
      batchIds.add(id);
      const [oldestId] = batchIds;
      if (batchIds.size > MAX_BATCH_IDS && oldestId !== undefined) batchIds.delete(oldestId);
      for (const profile of written) profiles.set(profile.entry.seq, profile);
      if (written.length > 0) insert(written.map(({ entry }) => entry));
    },
    async search({ terms, limit, cursor }) {
      assertOpen();
      const found: Entry[] = [];
      const isFound = isMatch(terms);
      const step = cursor?.toward === 'newer' ? 1 : -1;
      for (let i = startOf(cursor); found.length <= limit; i += step) {
        const entry = entries[i];
        if (!entry) break;
        if (isFound(entry)) found.push(entry);
      }
      return toPage(found, { limit, cursor });
    },
    async count(terms, cap) {
      assertOpen();
      const total = entries.filter(isMatch(terms)).length;
      return { matches: Math.min(total, cap), capped: total > cap };
    },
    async survey(terms) {
      assertOpen();
      return surveyEntries(entries, withHashedUsers(terms, tokens.key), tokens.seqOf);
    },
    async slowest(terms, limit) {
      assertOpen();
      return slowestEntries(entries, withHashedUsers(terms, tokens.key), limit, tokens.seqOf);
    },
    async groups(terms, by, limit) {
      assertOpen();
      return groupEntries(entries, withHashedUsers(terms, tokens.key), by, limit, tokens.seqOf);
    },
    async get(token) {
      assertOpen();
      const seq = tokens.seqOf(token);
      if (seq === null) return null;
      return profiles.get(seq) ?? prunings.find(seq);
    },
    async details(wanted) {
      assertOpen();
      return wanted.map(({ seq }) => profiles.get(seq)?.detail ?? null);
    },
    async lease(size) {
      assertOpen();
      const first = nextSeq as Seq;
      nextSeq += size;
      return { first, end: nextSeq };
    },
    async delete(seqs) {
      assertOpen();
      const isDeleted = new Set(seqs);
      const removed = entries.filter(({ seq }) => isDeleted.has(seq));
      const kept = entries.splice(0).filter(({ seq }) => !isDeleted.has(seq));
      for (const entry of kept) entries.push(entry);
      return forget(removed);
    },
    async prune(before) {
      assertOpen();
      return removeOldest(countBefore(before));
    },
    async retain({ age, entries: maxEntries = Number.POSITIVE_INFINITY }) {
      assertOpen();
      const expired = age === undefined ? 0 : countBefore((Date.now() - age) * 1000);
      return removeOldest(Math.max(expired, entries.length - maxEntries));
    },
    async close() {
      closed = true;
    },
  };
}

/** Remembers when profiles were deleted: one record per hour, for the last 1,000 hours with deletions. */
export function createPrunings(now: () => number = () => Date.now() * 1000) {
  // By ascending seq.
  const prunings: { readonly lastSeq: number; readonly expired: Micros }[] = [];
  const hourOf = (time: number) => Math.floor(time / HOUR);
  return {
    /** Records that profiles up to this seq were deleted just now. */
    add(lastSeq: number): void {
      const expired = now() as Micros;
      const lower = prunings.findLastIndex((pruning) => pruning.lastSeq <= lastSeq) + 1;
      const ofOtherHours = prunings
        .splice(0, lower)
        .filter((pruning) => hourOf(pruning.expired) !== hourOf(expired));
      // A profile that was deleted before keeps its time.
      const isKnown = ofOtherHours.at(-1)?.lastSeq === lastSeq;
      prunings.unshift(...ofOtherHours, ...(isKnown ? [] : [{ lastSeq, expired }]));
      if (prunings.length > MAX_PRUNINGS) prunings.shift();
    },
    find(seq: Seq): Expired | null {
      const pruning = prunings.find(({ lastSeq }) => seq <= lastSeq);
      return pruning ? { expired: pruning.expired } : null;
    },
  };
}
