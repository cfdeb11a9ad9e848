import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';

/** Opens the book for one call: between two calls, the app may have deleted or replaced it. */
export async function withBook<T>(storage: string, use: (book: Store) => Promise<T>): Promise<T> {
  const book = await openStore(storage, { create: false });
  try {
    return await use(book);
  } finally {
    await book.close();
  }
}
