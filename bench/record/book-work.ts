import type { Gatebook } from '../../src/gatebook.ts';
import type { SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';

/** What is left to do for a book after the last response, until it is written, and then until its segments are closed. */
export function bookWork(book: Gatebook) {
  return {
    settle: () => book.flush(),
    async maintain() {
      const store = await book.store();
      await (store as Partial<SqliteStore>).closeSegments?.();
    },
    kept: () => book.stats().stored,
  };
}
