import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';

/** A book that is open while it is used. */
export interface SharedBook {
  readonly storage: string;
  use<T>(work: (book: Store) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Agents ask several questions in a row. Later, the app may have deleted or replaced the book. */
const OPEN_FOR_MS = 2000;

/** Opens a book for the calls that need it. After a failure it is opened again. */
export function shareBook(storage: string): SharedBook {
  let opened: Promise<Store> | null = null;
  let users = 0;
  let timer: NodeJS.Timeout | undefined;
  const close = async () => {
    clearTimeout(timer);
    const closing = opened;
    opened = null;
    const book = await closing?.catch(() => null);
    await book?.close();
  };
  return {
    storage,
    async use(work) {
      clearTimeout(timer);
      users++;
      opened ??= openStore(storage, { create: false });
      let isSound = false;
      try {
        const result = await work(await opened);
        isSound = true;
        return result;
      } finally {
        users--;
        if (users === 0 && !isSound) await close();
        else if (users === 0) timer = setTimeout(() => void close(), OPEN_FOR_MS).unref();
      }
    },
    close,
  };
}
