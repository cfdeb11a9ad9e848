import { GatebookError } from '../../errors.ts';
import { compareEntries } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import { createTokens, newTokenKey, type Seq } from '../../profile/token.ts';
import type { NumberRange, Term } from '../../search/criteria.ts';
import { matches } from '../../search/matches.ts';
import { toPage } from '../page.ts';
import type { Store } from '../store.ts';
import { createTally } from '../survey.ts';

/** The plain model every engine is held against. It forgets when it is closed. */
export function openMemoryStore(): Store {
  const tokens = createTokens(newTokenKey());
  const profiles = new Map<Seq, Profile>();
  const batches = new Set<string>();
  const prunings: { lastSeq: number; expired: Micros }[] = [];
  let nextSeq = 0;
  let closed = false;

  const open = () => {
    if (closed) throw new GatebookError('store-closed', 'This book is closed. Open it again to use it.');
  };
  const found = (terms: readonly Term[]) =>
    [...profiles.values()].map(({ entry }) => entry).filter((entry) => matches(entry, terms, tokens.seqOf));

  const take = (old: readonly Profile[]) => {
    for (const { entry } of old) profiles.delete(entry.seq);
    const lastSeq = Math.max(...old.map(({ entry }) => entry.seq));
    if (old.length > 0) prunings.push({ lastSeq, expired: (Date.now() * 1000) as Micros });
    return old.length;
  };

  return {
    tokens,
    async write({ id, profiles: written }) {
      open();
      if (batches.has(id)) return;
      const seqs = new Set(written.map(({ entry }) => entry.seq));
      if (seqs.size < written.length || [...seqs].some((seq) => profiles.has(seq))) {
        throw new GatebookError(
          'seq-taken',
          `Batch ${id} holds a seq that the book already has. Lease each seq once.`,
        );
      }
      batches.add(id);
      for (const profile of written) profiles.set(profile.entry.seq, profile);
    },
    async search({ terms, limit, cursor }) {
      open();
      const listing = found(terms).sort(compareEntries);
      if (!cursor) return toPage(listing.slice(0, limit + 1), { limit, cursor });
      const { toward } = cursor;
      const side = listing.filter(
        (entry) => compareEntries(entry, cursor) * (toward === 'older' ? 1 : -1) > 0,
      );
      if (toward === 'newer') side.reverse();
      return toPage(side.slice(0, limit + 1), { limit, cursor });
    },
    async count(terms, cap) {
      open();
      const total = found(terms).length;
      return { matches: Math.min(total, cap), capped: total > cap };
    },
    async survey(terms) {
      open();
      const times = [...profiles.values()].map(({ entry }) => entry.time);
      const ranges = terms
        .filter((term) => term.field === 'time' && !term.not)
        .map(({ any }) => any as readonly NumberRange[]);
      const earliest = Math.max(
        Math.min(...times),
        ...ranges.map((any) => Math.min(...any.map(({ from }) => from))),
      );
      const latest = Math.min(
        Math.max(...times),
        ...ranges.map((any) => Math.max(...any.map(({ to }) => to))),
      );
      if (times.length === 0 || earliest > latest) return createTally(0, 0).survey(null);
      const tally = createTally(earliest, latest);
      for (const entry of found(terms)) {
        tally.add(entry, 1);
        tally.addToBin(Math.floor((entry.time - tally.from) / tally.step), Math.floor(entry.status / 100), 1);
      }
      return tally.survey(null);
    },
    async get(token) {
      open();
      const seq = tokens.seqOf(token);
      if (seq === null) return null;
      const expired = prunings.find(({ lastSeq }) => seq <= lastSeq)?.expired;
      return profiles.get(seq) ?? (expired === undefined ? null : { expired });
    },
    async lease(size) {
      open();
      const first = nextSeq as Seq;
      nextSeq += size;
      return { first, end: nextSeq };
    },
    async prune(before) {
      open();
      return take([...profiles.values()].filter(({ entry }) => entry.time < before));
    },
    async retain({ age, entries }) {
      open();
      const before = age === undefined ? 0 : (Date.now() - age) * 1000;
      const young = [...profiles.values()].filter(({ entry }) => entry.time >= before);
      const kept = young.sort((a, b) => compareEntries(a.entry, b.entry)).slice(0, entries);
      return take([...profiles.values()].filter((profile) => !kept.includes(profile)));
    },
    async close() {
      closed = true;
    },
  };
}
