import { compareEntries } from '../../profile/entry.ts';
import { GatebookError } from '../../profile/gatebook-error.ts';
import type { Profile } from '../../profile/profile.ts';
import { createTokens, newTokenKey, type Seq } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import { matches } from '../../search/matches.ts';
import { toPage } from '../page.ts';
import type { Store } from '../store.ts';

/** The plain model every engine is held against. It forgets when it is closed. */
export function openMemoryStore(): Store {
  const tokens = createTokens(newTokenKey());
  const profiles = new Map<Seq, Profile>();
  const batches = new Set<string>();
  let nextSeq = 0;
  let closed = false;

  const open = () => {
    if (closed) throw new GatebookError('store-closed', 'This book is closed. Open it again to use it.');
  };
  const found = (terms: readonly Term[]) =>
    [...profiles.values()].map(({ entry }) => entry).filter((entry) => matches(entry, terms, tokens.seqOf));

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
    async get(token) {
      open();
      const seq = tokens.seqOf(token);
      return (seq !== null && profiles.get(seq)) || null;
    },
    async lease(size) {
      open();
      const first = nextSeq as Seq;
      nextSeq += size;
      return { first, end: nextSeq };
    },
    async prune(before) {
      open();
      const old = [...profiles.values()].filter(({ entry }) => entry.time < before);
      for (const { entry } of old) profiles.delete(entry.seq);
      return old.length;
    },
    async close() {
      closed = true;
    },
  };
}
