import { badOption } from '../../errors.ts';
import type { CustomStore, Store } from '../store.ts';
import { deriveMethods } from './derive-methods.ts';

const REQUIRED = [
  'write',
  'search',
  'get',
  'lease',
  'close',
] as const satisfies readonly (keyof CustomStore)[];
const OPTIONAL = [
  'count',
  'survey',
  'slowest',
  'groups',
  'details',
  'prune',
  'retain',
  'delete',
  'claim',
] as const satisfies readonly (keyof Store)[];

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
  // Bound, because methods of a class may use its private fields.
  const own = [...REQUIRED, ...OPTIONAL].flatMap((name) => {
    const method = store[name];
    return typeof method === 'function' ? [[name, method.bind(value)]] : [];
  });
  if (own.length === REQUIRED.length + OPTIONAL.length) return value as Store;
  return { tokens, ...deriveMethods(value as CustomStore), ...Object.fromEntries(own) };
}

function incompleteStore(missing: string): Error {
  return badOption(
    `The object in the option "storage" is not a store: it has no ${missing}. Implement the interface CustomStore of gatebook/store.`,
  );
}
