import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

export async function withBook<T>(
  storage: string,
  work: (book: Store) => Promise<T>,
  { makesRoom = true } = {},
): Promise<T> {
  const book = await openStore(storage, { create: false, makesRoom });
  try {
    return await work(book);
  } finally {
    await book.close();
  }
}
