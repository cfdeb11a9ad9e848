import { badOption } from '../../errors.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import { addToGroup } from '../count-entries.ts';
import { GroupTally, noGroups } from '../group-tally.ts';
import { groupCounting, groupedTerms } from '../groups.ts';
import { slowestOf } from '../slowest.ts';
import type { CustomStore, Store } from '../store.ts';
import { createTally } from '../survey.ts';
import { addMatches, bookRange, readMatches } from './read-matches.ts';

const REQUIRED: readonly (keyof CustomStore)[] = ['write', 'search', 'get', 'lease', 'close'];
type Derived = Pick<Store, 'count' | 'survey' | 'slowest' | 'groups' | 'details' | 'prune' | 'retain'>;

/** By the object that the app passes, which several books may share. */
const completed = new WeakMap<object, Store>();

/** Adds what a store does not have itself. Throws `bad-option` for an object that lacks what can't be derived, and names it. */
export function completeStore(value: object): Store {
  const known = completed.get(value);
  if (known) return known;
  const store = withDerivedMethods(value);
  completed.set(value, store);
  return store;
}

function withDerivedMethods(value: object): Store {
  const store = value as { readonly [name in keyof Store]?: unknown };
  const lacking = REQUIRED.find((name) => typeof store[name] !== 'function');
  if (lacking !== undefined) throw incompleteStore(`method ${lacking}()`);
  const tokens = store.tokens as Partial<Store['tokens']> | undefined;
  if (typeof tokens?.tokenOf !== 'function' || typeof tokens.seqOf !== 'function')
    throw incompleteStore('property "tokens" (see createTokens)');
  const derived = deriveMethods(value as CustomStore);
  const names = [...REQUIRED, ...Object.keys(derived), 'delete', 'claim'] as (keyof Store)[];
  // Bound, because methods of a class may use its private fields.
  const own = names.flatMap((name) => {
    const method = store[name];
    return typeof method === 'function' ? [[name, method.bind(value)]] : [];
  });
  return { tokens, ...derived, ...Object.fromEntries(own) };
}

function incompleteStore(missing: string): Error {
  return badOption(
    `The object in the option "storage" is not a store: it has no ${missing}. Implement the interface CustomStore of gatebook/store.`,
  );
}

/** The methods that follow from `search` and `get`. They read every match. `prune` and `retain` delete nothing. */
function deriveMethods(store: CustomStore): Derived {
  return {
    async count(terms, cap, options) {
      let matches = 0;
      for await (const { entries, searchedTo } of readMatches(store, terms, options)) {
        matches += entries.length;
        if (matches > cap || searchedTo !== null) return { matches: Math.min(matches, cap), capped: true };
      }
      return { matches, capped: false };
    },

    async survey(terms, options) {
      const range = await bookRange(store, terms);
      if (!range) return createTally(0, 0).survey(null);
      const tally = createTally(range.from, range.to, terms);
      return tally.survey(await addMatches(store, terms, range, options, tally.addEntry));
    },

    async groups(terms, by, limit, options) {
      const range = await bookRange(store, terms);
      if (!range) return noGroups();
      const tally = new GroupTally(groupCounting(range, terms, by));
      const add = (entry: Entry) => addToGroup(tally, entry, by);
      return tally.groups(limit, await addMatches(store, groupedTerms(terms, by), range, options, add));
    },

    async slowest(terms, limit, options) {
      let slowest: readonly Entry[] = [];
      let reached: Micros | null = null;
      for await (const { entries, searchedTo } of readMatches(store, terms, options)) {
        slowest = slowestOf([...slowest, ...entries], limit);
        reached = searchedTo;
      }
      return { entries: slowest, searchedTo: reached };
    },

    async details(entries) {
      const profiles = await Promise.all(entries.map(({ seq }) => store.get(store.tokens.tokenOf(seq))));
      return profiles.map((profile) => (profile && 'detail' in profile ? profile.detail : null));
    },

    prune: async () => 0,
    retain: async () => 0,
  };
}
