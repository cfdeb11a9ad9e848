import { createTokens } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import { withHashedUsers } from '../hashed-users.ts';
import type { Store } from '../store.ts';
import type { BookOptions } from './book.ts';
import { joinWrites } from './join-writes.ts';
import { bookThread, onThisThread } from './threads.ts';

export interface SqliteStore extends Store {
  /** Closes everything that was written, now. This also happens in the background. */
  closeSegments(): Promise<void>;
}

export interface SqliteOptions extends Omit<BookOptions, 'path'> {
  /**
   * Write on the calling thread instead of starting a thread for it. Only for a thread that may block.
   * @default false
   */
  readonly inThisThread?: boolean;
}

/**
 * Opens a SQLite book. One thread reads and one writes. Each starts when it is first needed, so a store that is only
 * read has one thread; the reader ends when it is idle.
 */
export async function openSqliteStore(
  path: string,
  { inThisThread = false, ...rest }: SqliteOptions,
): Promise<SqliteStore> {
  const options = { path, ...rest };
  // Whichever opens first creates the book. The other must not: a new book would have other tokens.
  const existing = { ...options, create: false };
  const writer = inThisThread ? onThisThread('writer', options) : bookThread('writer', existing);
  const creating = { ...options, create: options.create && !inThisThread };
  const reader = bookThread('reader', creating);
  let closed = false;

  async function closeThreads(): Promise<void> {
    await reader.close();
    await writer.close();
  }

  const opening = inThisThread ? writer.call('tokenKey', []) : reader.call('tokenKey', []);
  const tokenKey = await opening.catch(async (error: unknown) => {
    await closeThreads();
    throw error;
  });
  // If the book is deleted, the writer starts the next one with the same tokens.
  creating.create = false;

  const joined = joinWrites((batches) => writer.call('write', [batches]));
  const expand = (terms: readonly Term[]) => withHashedUsers(terms, tokenKey);
  return {
    tokens: createTokens(tokenKey),
    write: joined.write,
    search: (criteria, options) =>
      reader.call('search', [{ ...criteria, terms: expand(criteria.terms) }], options),
    count: (terms, cap, options) => reader.call('count', [expand(terms), cap], options),
    survey: (terms, options) => reader.call('survey', [expand(terms)], options),
    slowest: (terms, limit, options) => reader.call('slowest', [expand(terms), limit], options),
    groups: (terms, by, limit, options) => reader.call('groups', [expand(terms), by, limit], options),
    get: (token) => reader.call('get', [token]),
    details: (entries) => reader.call('details', [entries.map(({ seq }) => seq)]),
    lease: (size) => writer.call('lease', [size]),
    claim: (name, until) => reader.call('claim', [name, until]),
    delete: (seqs) => writer.call('delete', [seqs]),
    prune: (before) => writer.call('prune', [before]),
    retain: (retention) => writer.call('retain', [retention]),
    closeSegments: () => writer.call('closeSegments', []),
    async close() {
      if (closed) return;
      closed = true;
      await joined.finish();
      await closeThreads();
    },
  };
}
